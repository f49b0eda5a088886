import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Icon } from '../components/icon'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'

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
