import type { ProductCard, Spec } from '../../server/content/posts/post.ts'
import { makeCard } from './make-card.ts'

/** Specifications as text: "Rated current 6–63 A" is `{ 'Rated current/A': '6–63' }`. */
export type SpecTexts = Record<string, string>

/** A product of a list, with an ID and specifications, its variants with theirs. */
export function makeProduct(
  postID: string,
  specs: SpecTexts,
  ...variants: SpecTexts[]
): ProductCard {
  return {
    ...makeCard({ postID, postTitle: postID }),
    postSpecs: specsOf(specs),
    postVariants: variants.map((texts, at) => ({ code: `${postID}-${at}`, specs: specsOf(texts) })),
  }
}

function specsOf(texts: SpecTexts): Spec[] {
  return Object.entries(texts).map(([label, value]) => {
    const [name = '', unit = ''] = label.split('/')
    return { name, value, unit }
  })
}
