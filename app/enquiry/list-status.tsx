import { useEffect, useCallback, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { postToList } from './post-to-list'
import { listChanged, useItemCount } from './quote-list-link'
import { addresses } from '../addresses'
import { MixedText } from '../components/mixed-text'
import { formatNumber } from '../language/format'
import type { Language } from '../language/languages'
import { useLanguage } from '../language/text-language'

/** The result of adding an item. */
type AddResult = { kind: 'added'; title: string; quantity: number } | { kind: 'full' }

/**
 * Submits AddToList's forms without leaving the page. React does not render them: a page works
 * without this script, which loads later.
 * @param report called once per form that the server has responded to; must be stable
 */
function useAddForms(report: (result: AddResult) => void) {
  useEffect(() => {
    const pending = new Set<HTMLFormElement>()

    /** Runs after the browser's validation. */
    function onSubmit(event: SubmitEvent) {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !form.matches('.add-to-list')) return
      event.preventDefault()
      if (pending.has(form)) return
      pending.add(form)
      form.setAttribute('aria-busy', 'true')
      void add(form)
        .then(
          (result) => {
            closeMenu(form)
            listChanged()
            report(result)
          },
          // Offline, rejected or broken: a plain submission shows the browser's or the server's
          // page.
          () => form.submit(),
        )
        .finally(() => {
          pending.delete(form)
          form.removeAttribute('aria-busy')
        })
    }
    function onKeyDown({ key, target }: KeyboardEvent) {
      if (key === 'Escape' && target instanceof Element) closeMenu(target)
    }
    document.addEventListener('submit', onSubmit)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('submit', onSubmit)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [report])
}

/** @throws Error for an unexpected response */
async function add(form: HTMLFormElement): Promise<AddResult> {
  const response = await postToList({
    action: 'add',
    id: fieldOf(form, 'id').value,
    quantity: fieldOf(form, 'quantity').value,
  })
  if (response.status === 409) return { kind: 'full' }
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const quantity = quantityIn(await response.json().catch(() => null))
  return { kind: 'added', title: form.dataset['title'] ?? '', quantity }
}

/**
 * Returns the quantity as parsed by the server; the item is added even if the response lacks it.
 */
function quantityIn(answer: unknown) {
  const isKnown = typeof answer === 'object' && answer !== null && 'quantity' in answer
  return isKnown && typeof answer.quantity === 'number' ? answer.quantity : 1
}

function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) return field
  throw new Error(`The form has no field "${name}".`)
}

/** Closes the card menu around an element; the focus stays at the card. */
function closeMenu(element: Element) {
  const menu = element.closest<HTMLDetailsElement>('.card-menu[open]')
  if (!menu) return
  const hasFocus = menu.contains(document.activeElement)
  menu.open = false
  if (hasFocus) menu.querySelector('summary')?.focus()
}

/** Minimum time that a message is shown, ms. */
const shownMs = 8_000

/** The message about the last form. */
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

/** Announces an added item at the window's lower edge, on the page where it was added. */
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
      // The focused link is about to be removed.
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
        // A new element each time, so that identical words are announced again.
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

/** Moves the status above the comparison tray. */
function placeAboveTray(status: HTMLElement | null) {
  const tray = document.querySelector('.compare-form')?.getBoundingClientRect()
  const isInTheWay = tray && status && tray.bottom > innerHeight - status.offsetHeight
  const room = isInTheWay ? Math.max(0, innerHeight - tray.top) : 0
  status?.style.setProperty('inset-block-end', `${room}px`)
}

/** Guesses the language of a title by its letters; null for the page's. */
export function languageOf(title: string, pageLanguage: Language): Language | null {
  const language = /\p{Script=Arabic}/u.test(title) ? 'Ar' : 'En'
  return language === pageLanguage ? null : language
}
