import { LanguageMark, PostTitle, PostSubTitle } from '../components/post-text'
import { Picture } from '../components/pictures/picture'
import type { LinkItem, CardView, PictureLink } from '../views/card-views.server'
import { Link } from 'react-router-dom'
import { MixedText } from '../components/mixed-text'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { AddOne } from '../enquiry/add-to-list'

/** Titles as ruled links, in as many columns as fit. */
export function LinkIndex({
  items,
  linkTo,
}: {
  items: LinkItem[]
  linkTo: (postId: string) => string
}) {
  return (
    <ul className="link-index">
      {items.map(({ postID, postTitle, language }) => (
        <li key={postID}>
          <Link className="ruled-link" to={linkTo(postID)}>
            <MixedText text={postTitle} language={language} />
            <LanguageMark language={language} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The types of a category as a ruled index with a picture in each row. */
export function TypeIndex({ types }: { types: CardView[] }) {
  return (
    <ul className="type-index">
      {types.map((type, at) => (
        <li key={type.postID} className="card">
          <Picture post={type} use="type" shape="product" isLcp={at === 0} />
          <div>
            <PostTitle post={type} to={addresses.productsOfType(type.postID)} level="h2" />
            <PostSubTitle post={type} />
          </div>
          <Icon name="arrow" />
        </li>
      ))}
    </ul>
  )
}

/** Some products of a category, each with its picture. */
export function CategoryProducts({
  products,
  isFirst,
}: {
  products: PictureLink[]
  /** Whether they come first on the page: their first picture is the LCP image. */
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
          <AddOne post={product} to={addresses.product(product.postID)} />
        </li>
      ))}
    </ul>
  )
}
