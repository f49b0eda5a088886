import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../cards'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'

/** The types of a category: a ruled index with a picture at each line. */
export function TypeIndex({ types }: { types: CardView[] }) {
  const { t } = useTranslation()
  return (
    <ul className="type-index">
      {types.map((type) => (
        <li key={type.postID} className="card">
          <Picture image={type.postImage} sizes="9rem" shape="product" />
          <div>
            <h2 className="card-title">
              <Link to={addresses.productsOfType(type.postID)}>
                <MixedText text={type.postTitle || t('list.untitled')} />
              </Link>
            </h2>
            {type.postSubTitle && (
              <p className="card-text">
                <MixedText text={type.postSubTitle} />
              </p>
            )}
          </div>
          <Icon name="arrow" />
        </li>
      ))}
    </ul>
  )
}
