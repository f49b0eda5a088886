import { findSite } from '../../server/site.ts'

/** A picture's colour until it comes, in three letters (styles/placeholder-colours.css); not there before it is known. */
export interface WithPlaceholder {
  placeholderColour?: string
}

/** What to say of a picture's colour beside its name. */
export function placeholderFor(image: string): WithPlaceholder {
  const colour = image && findSite()?.images.placeholderColourOf(image)
  return colour ? { placeholderColour: colour } : {}
}
