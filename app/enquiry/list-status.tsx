import { Link, useLocation } from 'react-router-dom'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { MixedText } from '../components/mixed-text'
import { formatNumber } from '../language/format'
import type { Language } from '../language/languages'
import { useLanguage } from '../language/use-language'
import { useAddForms, type AddResult } from './use-add-forms'
import { useItemCount } from './use-item-count'

/** How long a message is shown at least, ms. */
const shownMs = 8_000

/** What the page says of the last form. */
type Shown = AddResult & {
  number: number
  /** The path of the page. */
  on: string
}

/** The number of items on the list; nothing for an empty one. */
export function ItemCount() {
  const { t } = useTranslation()
  const count = useItemCount()
  if (count === 0) return null
  return (
    <>
      {' '}
      <span className="visually-hidden">{t('addToList.items', { count })}</span>
      <span className="quote-count" aria-hidden="true">
        {count}
      </span>
    </>
  )
}

/** Says at the window's lower edge what has been added, on the page where it was. */
export function AddStatus() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname } = useLocation()
  const count = useItemCount()
  const status = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const report = useCallback((result: AddResult) => {
    setShown((last) => ({ ...result, number: (last?.number ?? 0) + 1, on: location.pathname }))
  }, [])
  useAddForms(report)

  useEffect(() => {
    if (!shown) return undefined
    function hide() {
      if (!status.current?.matches(':hover, :focus-within')) setShown(null)
    }
    function hideOnEscape({ key }: KeyboardEvent) {
      if (key !== 'Escape') return
      // The focused link is about to go.
      const hasFocus = status.current?.contains(document.activeElement)
      if (hasFocus) document.getElementById('content')?.focus({ preventScroll: true })
      setShown(null)
    }
    const timer = setInterval(hide, shownMs)
    addEventListener('keydown', hideOnEscape)
    return () => {
      clearInterval(timer)
      removeEventListener('keydown', hideOnEscape)
    }
  }, [shown])

  useEffect(() => {
    if (!shown) return undefined
    const place = () => placeAboveTray(status.current)
    place()
    addEventListener('scroll', place, { passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place)
      removeEventListener('resize', place)
    }
  }, [shown])

  return createPortal(
    <div ref={status} className="add-status" role="status">
      {shown?.on === pathname && (
        // Another element each time, so that the same words are announced again.
        <p key={shown.number} data-kind={shown.kind}>
          <span>
            {shown.kind === 'full' ? (
              t('addToList.full', { count })
            ) : (
              <>
                {t('addToList.added')}{' '}
                <bdi>
                  <MixedText text={shown.title} language={languageOf(shown.title, language)} />
                </bdi>
                {`\u00a0×\u00a0${formatNumber(shown.quantity, language)}`}
              </>
            )}
          </span>
          <Link className="text-link" to={addresses.quoteList()}>
            {t('addToList.show')}
          </Link>
        </p>
      )}
    </div>,
    document.body,
  )
}

/** The products to compare may be at the window's lower edge. */
function placeAboveTray(status: HTMLElement | null) {
  const tray = document.querySelector('.compare-form')?.getBoundingClientRect()
  const isInTheWay = tray && status && tray.bottom > innerHeight - status.offsetHeight
  const room = isInTheWay ? Math.max(0, innerHeight - tray.top) : 0
  status?.style.setProperty('inset-block-end', `${room}px`)
}

/** The language that a title is in, by its letters; null for the page's. */
export function languageOf(title: string, pageLanguage: Language): Language | null {
  const language = /\p{Script=Arabic}/u.test(title) ? 'Ar' : 'En'
  return language === pageLanguage ? null : language
}
