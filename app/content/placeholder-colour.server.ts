import { findSite } from '../../server/site.ts'

/** A picture's colour until it comes, in three letters (styles/tones.css); not there before it is known. */
export interface Toned {
  imageTone?: string
}

/** What to say of a picture's colour beside its name. */
export function toneFor(image: string): Toned {
  const tone = image && findSite()?.images.toneOf(image)
  return tone ? { imageTone: tone } : {}
}
