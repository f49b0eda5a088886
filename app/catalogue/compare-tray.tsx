import { Link } from 'react-router-dom'
import { forwardRef, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/picture'
import { useCompareBoxes } from './compare-boxes'
import { lastCompareChange, replaceCompared, setCompared, useCompared } from './compare-list'
import { compareAddress } from './compared-ids'
import type { StoredProduct } from './stored-products'

/**
 * The products that were chosen during the visit, at the window's lower edge.
 * @param children shown as long as there are none
 */
export function CompareTray({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const products = useCompared()
  const status = useRef<HTMLParagraphElement>(null)
  const tray = useRef<HTMLElement>(null)
  useCompareBoxes(status, products)

  function focusNext(isEmpty: boolean) {
    // The focused button is about to go.
    const next = isEmpty ? document.getElementById('content') : tray.current
    next?.focus({ preventScroll: true })
  }

  function remove(product: StoredProduct) {
    setCompared(product, false)
    focusNext(products.length === 1)
  }

  function clear() {
    replaceCompared([])
    focusNext(true)
  }

  return (
    <>
      <Announcement ref={status} />
      {products.length === 0 ? (
        children
      ) : (
        <section ref={tray} className="compare-tray" tabIndex={-1} aria-label={t('compare.tray')}>
          <ul>
            {products.map((product) => (
              <li key={product.id}>
                <button
                  type="button"
                  aria-label={t('compare.remove', { title: product.title })}
                  onClick={() => remove(product)}
                >
                  <Picture post={{ postImage: product.image }} use="galleryMore" shape="product" />
                  <span>
                    <MixedText text={product.title} language={product.language} />
                  </span>
                  <Icon name="close" />
                </button>
              </li>
            ))}
          </ul>
          <Link className="button" to={compareAddress(products.map(({ id }) => id))}>
            {t('compare.link')}
          </Link>
          <button type="button" className="text-link" onClick={clear}>
            {t('compare.clear')}
          </button>
        </section>
      )}
    </>
  )
}

/** Says what has changed; why nothing has is shown as well. */
const Announcement = forwardRef<HTMLParagraphElement>(function Announcement(_, ref) {
  const { t } = useTranslation()
  const change = lastCompareChange()
  const isFull = change?.kind === 'full'
  return (
    <p ref={ref} className={isFull ? undefined : 'visually-hidden'} role="status">
      {isFull && t('compare.full')}
      {change && !isFull && t(`compare.${change.kind}`, { title: change.title })}
    </p>
  )
})
