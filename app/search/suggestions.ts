import type { ConditionResult, Marks, ResultView, SearchKind } from '../site/search.server'
import { addresses } from '../addresses'
import type { Language } from '../language/languages'

/** Width of the suggestions' pictures, px. */
const pictureWidth = 160

/** A suggestion as sent by /search/suggest. */
export interface Suggestion extends Pick<ResultView, 'claim'> {
  kind: SearchKind
  id: string
  title: string
  /** Ranges of the title that match the typed text. */
  marks: Marks
  subTitle: string
  url: string
  /** The address of its picture; empty for none. */
  image: string
  /** The order code that matched. */
  code?: string
  /** The conditions of the question that the product does not meet. */
  unmet?: ConditionResult[]
  /** Set if its texts are not in the page's language. */
  language?: Language
}

export function suggestionOf({
  kind,
  id,
  title,
  titleMarks,
  subTitle,
  href,
  image,
  code,
  claim,
  conditions = [],
  language,
}: ResultView): Suggestion {
  const unmet = conditions.filter(({ state }) => state === 'unmet')
  return {
    kind,
    id,
    title,
    marks: titleMarks,
    subTitle,
    url: href,
    image: image && addresses.image(image, pictureWidth),
    ...(code && { code }),
    ...(claim && { claim }),
    ...(unmet.length > 0 && { unmet }),
    ...(language && { language }),
  }
}
