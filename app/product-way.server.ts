import { addresses } from './addresses'
import type { Crumb } from './components/breadcrumbs'
import { optional, type Content } from './content.server'

/** The crumbs of a product type: its category, then itself; whatever of them is known. */
export async function wayToType(content: Content, typeId: string): Promise<Crumb[]> {
  const [categories, types] = await Promise.all([
    optional(content.listProductCategories()),
    optional(content.listProductTypes()),
  ])
  const type = types?.find(({ postID }) => postID === typeId)
  const category = categories?.find(({ postID }) => postID === type?.parentID)
  return [
    ...(category
      ? [{ title: category.postTitle, to: addresses.productTypes(category.postID) }]
      : []),
    ...(type ? [{ title: type.postTitle, to: addresses.productsOfType(type.postID) }] : []),
  ]
}
