import { addresses } from '../../addresses'
import type { Card, Content, ProductCard } from '../../content/content.server'
import type { ChangeTimes } from '../../content/product-changes.server'
import { inLanguage } from '../../language/in-language'
import { languages } from '../../language/languages'
import type { CatalogueProduct } from './catalogue-shape.server'

/** A product of the catalogue as data, with absolute addresses. */
export function productDataOf(
  { postID, postTitle, postSubTitle, postImage, postSpecs, postVariants, ...post }: ProductCard,
  {
    type,
    category,
    times,
    content: { lang, siteUrl },
  }: {
    type: Card
    category: Card | undefined
    times: ChangeTimes
    content: Pick<Content, 'lang' | 'siteUrl'>
  },
): CatalogueProduct {
  const language = post.language ?? lang
  const changedAt = times.get(postID)?.changedAt ?? null
  return {
    id: postID,
    language: languages[language].lang,
    title: postTitle,
    subTitle: postSubTitle,
    url: inLanguage(siteUrl + addresses.product(postID), language),
    image: postImage === '' ? null : siteUrl + addresses.image(postImage),
    category: category ? groupOf(category) : null,
    type: groupOf(type),
    specs: postSpecs,
    variants: postVariants,
    changedAt: changedAt === null ? null : new Date(changedAt).toISOString(),
  }
}

function groupOf({ postID, postTitle }: Card) {
  return { id: postID, title: postTitle }
}
