import type { Marks, ResultView, SearchKind } from '../site/search.server'
import { addresses } from '../addresses'
import type { Language } from '../language/languages'

/** The pictures of suggestions are this wide, px. */
const pictureWidth = 160

/** A suggestion, as /search/suggest sends it. */
export interface Suggestion {
  kind: SearchKind
  id: string
  title: string
  /** Ranges of the title that match what was typed. */
  marks: Marks
  subTitle: string
  url: string
  /** The address of its picture; empty for none. */
  image: string
  /** The order code that matched. */
  code?: string
  /** The language of its texts, if that is not the page's. */
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
  language,
}: ResultView): Suggestion {
  return {
    kind,
    id,
    title,
    marks: titleMarks,
    subTitle,
    url: href,
    image: image && addresses.image(image, pictureWidth),
    ...(code && { code }),
    ...(language && { language }),
  }
}
