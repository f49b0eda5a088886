import { useEffect, type RefObject, forwardRef, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from '../../language/translation'
import { isLanguage, type Language } from '../../language/languages'
import { useLanguage } from '../../language/text-language'
import {
  setCompared,
  lastCompareChange,
  replaceCompared,
  useCompared,
  comparedIds,
  compareAddress,
} from './compared-ids'
import type { StoredProduct } from '../stored-products'
import { Icon } from '../../components/icon'
import { MixedText } from '../../components/mixed-text'
import { Picture } from '../../components/pictures/picture'

/**
 * Connects a list's checkboxes (CompareChoice) with the visitor's selection. React does not render
 * them: a list works without this script, which loads later than the list's own.
 * @param part an element in their form, or in no form where there is no list
 * @param products the selection
 */
function useCompareBoxes(part: RefObject<HTMLElement | null>, products: StoredProduct[]) {
  const language = useLanguage()

  useEffect(() => {
    const form = part.current?.closest('form')
    // Selected before this script had loaded.
    for (const box of boxesOf(form)) if (box.checked) setCompared(productOf(box, language), true)

    function onChange({ target }: Event) {
      if (target instanceof HTMLInputElement && form && target.form === form) {
        target.checked = setCompared(productOf(target, language), target.checked)
      }
    }
    document.addEventListener('change', onChange)
    return () => document.removeEventListener('change', onChange)
  }, [part, language])

  useEffect(() => {
    // Runs after each render, since the list may show other products.
    for (const box of boxesOf(part.current?.closest('form'))) {
      box.checked = products.some(({ id }) => id === idOf(box))
    }
  })
}

function boxesOf(form: HTMLFormElement | null | undefined) {
  return [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement)
}

function idOf({ value }: HTMLInputElement) {
  return comparedIds([value])[0] ?? ''
}

function productOf(box: HTMLInputElement, pageLanguage: Language): StoredProduct {
  const { title = '', image = '', path = '', language } = box.dataset
  return {
    id: idOf(box),
    title,
    image,
    path,
    language: isLanguage(language) ? language : pageLanguage,
  }
}

/**
 * The products selected during the visit, at the window's lower edge.
 * @param children shown while none is selected
 */
export function CompareTray({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const products = useCompared()
  const status = useRef<HTMLParagraphElement>(null)
  const tray = useRef<HTMLElement>(null)
  useCompareBoxes(status, products)

  function focusNext(isEmpty: boolean) {
    // The focused button is about to be removed.
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
          </Link>{' '}
          <button type="button" className="text-link" onClick={clear}>
            {t('compare.clear')}
          </button>
        </section>
      )}
    </>
  )
}

/** Announces a change; a message that nothing changed is also visible. */
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
