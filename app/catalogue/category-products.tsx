import { addresses } from '../addresses'
import type { PictureLink } from '../content/cards.server'
import { Picture } from '../components/picture'
import { PostTitle } from '../components/post-text'
import { AddMenu } from '../enquiry/add-to-list'

/** Some products of a category, each with its picture. */
export function CategoryProducts({
  products,
  isFirst,
}: {
  products: PictureLink[]
  /** Whether they are the page's first: the first picture is the LCP image. */
  isFirst: boolean
}) {
  if (products.length === 0) return null
  return (
    <ul className="category-products">
      {products.map((product, at) => (
        <li key={product.postID} className="card">
          <Picture
            post={product}
            use="categoryProduct"
            shape="product"
            isLcp={isFirst && at === 0}
          />
          <PostTitle post={product} to={addresses.product(product.postID)} level="h3" />
          <AddMenu post={product} />
        </li>
      ))}
    </ul>
  )
}
