import { findSite } from '../../server/site.ts'

/** The colour shown until an image has loaded: three letters (styles/placeholder-colours.css), if known. */
export interface WithPlaceholder {
  placeholderColour?: string
}

/** The placeholder colour of an image, as a property to spread. */
export function placeholderFor(image: string): WithPlaceholder {
  const colour = image && findSite()?.images.placeholderColourOf(image)
  return colour ? { placeholderColour: colour } : {}
}
