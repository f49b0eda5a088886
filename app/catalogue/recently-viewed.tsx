import { useEffect, useMemo } from 'react'
import { useTranslation } from '../language/translation'
import { Band } from '../components/bands'
import { CardGrid } from '../posts/cards'
import { AddOne } from '../enquiry/add-to-list'
import { useLanguage } from '../language/text-language'
import {
  createStoredProducts,
  useStoredProducts,
  type StoredProduct,
  storedProductOf,
} from './stored-products'
import type { ProductView } from '../views/product-view.server'
import { CompareTray } from './compare/compare-tray'
import { CompareLink } from './compare/compare-choice'
import { useCompared, maxCompared } from './compare/compared-ids'
import { variantOf } from '../enquiry/quote-items'

/** Maximum number of remembered products. */
const maxViewed = 12

/**
 * The visitor's last products in every language, newest first; stored by this browser until
 * cleared.
 */
const viewed = createStoredProducts(() => localStorage, 'viewed')

/** Remembers a viewed product. */
function useViewing(product: StoredProduct) {
  useEffect(() => {
    const others = viewed.read().filter(({ id }) => id !== product.id)
    viewed.write([product, ...others].slice(0, maxViewed))
  }, [product])
}

/**
 * The products viewed before with titles in the page's language; others are left out. Renders
 * nothing on the server or without any.
 * @param exceptId the product that the page is about
 */
export function RecentlyViewed({ exceptId }: { exceptId?: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const products = useStoredProducts(viewed).filter(
    (product) => product.language === language && product.id !== exceptId,
  )
  if (products.length === 0) return null

  function clear() {
    viewed.write([])
    // The button is about to be removed.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <Band heading={t('viewed.heading')}>
      <CardGrid
        cards={products.map(({ id, title, image, code }) => ({
          postID: id,
          postTitle: title,
          postSubTitle: '',
          postImage: image,
          ...(code !== undefined && { code }),
        }))}
        linkTo={(id) => products.find((product) => product.id === id)?.path ?? ''}
        shape="product"
        level="h3"
        isDense
        Menu={AddOne}
      />
      <p className="band-more">
        <button type="button" className="text-link" onClick={clear}>
          {t('viewed.clear')}
        </button>
      </p>
    </Band>
  )
}

/**
 * Links to the comparison of a product, or of its order codes that are selected, with those selected before; with four, it replaces the
 * first.
 */
export function LinkWithCompared({ id }: { id: string }) {
  const others = useCompared()
    .map((product) => product.id)
    .filter((other) => other !== id)
  if (others.some((other) => variantOf(other)?.postId === id)) return <CompareLink ids={others} />
  return <CompareLink ids={[...others.slice(1 - maxCompared), id]} />
}

/** The products viewed before this one, and the comparison tray. */
export function Memory({ post, path }: { post: ProductView; path: string }) {
  const language = useLanguage()
  const product = useMemo(() => {
    const [first, ...others] = post.ordering.rows
    const code = first && (others.length > 0 ? null : first.code)
    return storedProductOf({ ...post, ...(code !== undefined && { code }) }, path, language)
  }, [post, path, language])
  useViewing(product)
  return (
    <>
      <RecentlyViewed exceptId={product.id} />
      {/* The order codes have the tray below them. */}
      {post.ordering.rows.length === 0 && (
        <div className="compare-form container">
          <CompareTray />
        </div>
      )}
    </>
  )
}
