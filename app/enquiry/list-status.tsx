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

/** What has come of a form that was sent. */
export type AddResult = { kind: 'added'; title: string; quantity: number } | { kind: 'full' }

/**
 * Sends the forms of AddToList without leaving the page. They are not React's: a page works without this
 * script, which loads later than the page's own.
 * @param report called once for each form that the server has answered; the same function in every render
 */
export function useAddForms(report: (result: AddResult) => void) {
  useEffect(() => {
    const pending = new Set<HTMLFormElement>()

    /** The browser has validated it. */
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
          // Offline, rejected or broken: the browser's own page says which, or the server's.
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

/** @throws Error when the server has not answered as it should */
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

/** The quantity as the server has read it, with Arabic digits too. The item is added, whatever the answer says. */
function quantityIn(answer: unknown) {
  const isKnown = typeof answer === 'object' && answer !== null && 'quantity' in answer
  return isKnown && typeof answer.quantity === 'number' ? answer.quantity : 1
}

function fieldOf(form: HTMLFormElement, name: string) {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) return field
  throw new Error(`The form has no field "${name}".`)
}

/** Closes the card's menu around an element; the focus stays at the card. */
function closeMenu(element: Element) {
  const menu = element.closest<HTMLDetailsElement>('.card-menu[open]')
  if (!menu) return
  const hasFocus = menu.contains(document.activeElement)
  menu.open = false
  if (hasFocus) menu.querySelector('summary')?.focus()
}

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
