import { Link } from 'react-router-dom'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import type { Card } from '../content/content.server'
import { allProductsPath, productsHeading } from './solution-heading'
import { Band } from '../components/band'
import { CardGrid } from '../components/card-grid'
import { AddMenu } from '../enquiry/add-to-list'

/**
 * The first products of a solution, and a link to all of them. Reports to its parent whether there
 * are any.
 */
export function SolutionProducts({
  id,
  solution,
  products,
  onProducts,
}: {
  /** The anchor on the parent's page. */
  id: string
  solution: Pick<Card, 'postID' | 'postTitle' | 'isUntitled'>
  products: CardView[]
  onProducts: (hasProducts: boolean) => void
}) {
  const { t } = useTranslation()
  const hasProducts = products.length > 0
  useEffect(() => onProducts(hasProducts), [onProducts, hasProducts])

  if (!hasProducts) return null
  return (
    <Band id={id} heading={productsHeading(solution, t)}>
      <CardGrid
        cards={products}
        linkTo={addresses.productByPost}
        shape="product"
        level="h3"
        Menu={AddMenu}
      />
      <p className="band-more">
        <Link className="button" to={allProductsPath(solution)}>
          {t('list.viewAll')}
        </Link>
      </p>
    </Band>
  )
}
