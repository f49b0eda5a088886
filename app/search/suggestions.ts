import type { ConditionResult, Marks, ResultView } from '../site/search.server'
import { addresses } from '../addresses'

/** Width of the suggestions' pictures, px. */
const pictureWidth = 160

/** A suggestion as sent by /search/suggest. */
export interface Suggestion extends Pick<
  ResultView,
  'kind' | 'id' | 'title' | 'subTitle' | 'code' | 'claim' | 'language'
> {
  /** Ranges of the title that match the typed text. */
  marks: Marks
  url: string
  /** The address of its picture; empty for none. */
  image: string
  /** The conditions of the question that the product does not meet. */
  unmet?: ConditionResult[]
}

export function suggestionOf(result: ResultView): Suggestion {
  const { kind, id, title, subTitle, code, claim, language } = result
  const { titleMarks, href, image, conditions = [] } = result
  const unmet = conditions.filter(({ state }) => state === 'unmet')
  return {
    ...{ kind, id, title, subTitle },
    ...(code && { code }),
    ...(claim && { claim }),
    ...(language && { language }),
    marks: titleMarks,
    url: href,
    image: image && addresses.image(image, pictureWidth),
    ...(unmet.length > 0 && { unmet }),
  }
}
