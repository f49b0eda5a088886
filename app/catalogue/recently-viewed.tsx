import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Band } from '../components/band'
import { CardGrid } from '../components/card-grid'
import { AddMenu } from '../enquiry/add-to-list'
import { useLanguage } from '../language/use-language'
import { createStoredProducts, useStoredProducts, type StoredProduct } from './stored-products'

/** The most products that are remembered. */
const maxViewed = 12

/** The visitor's last products, newest first, in every language; kept by this browser until cleared. */
const viewed = createStoredProducts(() => localStorage, 'viewed')

/** Remembers that a product is shown. */
export function useViewing(product: StoredProduct) {
  useEffect(() => {
    const others = viewed.read().filter(({ id }) => id !== product.id)
    viewed.write([product, ...others].slice(0, maxViewed))
  }, [product])
}

/**
 * The products viewed before, with titles in the page's language: those that were viewed in another one are
 * left out. Nothing on the server, and without any.
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
    // The button is about to go.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  return (
    <Band heading={t('viewed.heading')}>
      <CardGrid
        cards={products.map(({ id, title, image }) => ({
          postID: id,
          postTitle: title,
          postSubTitle: '',
          postImage: image,
        }))}
        linkTo={(id) => products.find((product) => product.id === id)?.path ?? ''}
        shape="product"
        level="h3"
        isDense
        Menu={AddMenu}
      />
      <p className="band-more">
        <button type="button" className="text-link" onClick={clear}>
          {t('viewed.clear')}
        </button>
      </p>
    </Band>
  )
}
