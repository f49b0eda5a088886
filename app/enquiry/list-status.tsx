import { useEffect, useCallback, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { addresses } from '../addresses'
import { useTranslation } from '../language/translation'
import { changeFailed, listChanged, postToList } from './post-to-list'
import { itemsIn, subscribeToList } from './quote-list-link'
import { MixedText } from '../components/mixed-text'
import { formatNumber } from '../language/format'
import type { Language } from '../language/languages'
import { useLanguage } from '../language/text-language'

/** A line of the list after a change. */
interface Changed {
  title: string
  /** 0 for a removed one. */
  quantity: number
  isAdded: boolean
  form: HTMLFormElement
}

/**
 * Submits AddToList's forms without leaving the page. React does not handle them: a page works
 * without this script, which loads later.
 * @param report called once per change that the server has made; must be stable
 */
function useAddForms(report: (line: Changed) => void) {
  useEffect(() => {
    let isPlain = false

    /** Runs after the browser's validation. */
    function onSubmit(event: SubmitEvent) {
      const { target: form, submitter } = event
      if (isPlain || !(form instanceof HTMLFormElement) || !form.matches('.add-to-list')) return
      event.preventDefault()
      const action = submitter instanceof HTMLButtonElement ? submitter.value : ''
      // A second press on "Add" means no second one.
      if (action === 'add' && form.hasAttribute('aria-busy')) return
      form.setAttribute('aria-busy', 'true')
      void change(form, action)
        .then(
          (line) => {
            listChanged()
            report(line)
          },
          // Refused or broken: a plain submission shows the server's page.
          () =>
            changeFailed(
              () => {
                isPlain = true
                submitter?.click()
                isPlain = false
              },
              () => submitter?.click(),
            ),
        )
        .finally(() => form.removeAttribute('aria-busy'))
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [report])
}

/** @throws Error for an unexpected response */
async function change(form: HTMLFormElement, action: string): Promise<Changed> {
  const data = new FormData(form)
  const fields = Object.fromEntries(
    ['id', 'quantity'].flatMap((name) => {
      const value = data.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const response = await postToList({ ...fields, action })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return {
    title: form.dataset['title'] ?? '',
    quantity: itemsIn(document.cookie).find(({ id }) => id === fields['id'])?.quantity ?? 0,
    isAdded: action === 'add',
    form,
  }
}

/** Time that a message is shown, ms. */
const shownMs = 5_000

/** The message about the last change. */
type Shown = Changed & {
  number: number
  /** The path of the page. */
  on: string
  /** Whether a confirmation stands beside its form. */
  isConfirmed: boolean
}

/** Where a confirmation has room, on the product's screen: of cards and comparisons, the header says it. */
const roomy = ':is(.quotation-links, .order-add) > .add-to-list'

/** The number of items on the list; nothing for an empty one. */
export function ItemCount() {
  const { t } = useTranslation()
  // Re-renders after navigations, since other screens may change the list's cookie.
  useLocation()
  const count = useSyncExternalStore(
    subscribeToList,
    () => itemsIn(document.cookie).length,
    () => 0,
  )
  if (count === 0) return null
  return (
    <>
      {' '}
      <span className="visually-hidden">{t('addToList.items', { count })}</span>{' '}
      <span className="quote-count" aria-hidden="true">
        {count}
      </span>
    </>
  )
}

/** Says, where the button was, that a product was added, with a link to the list; the status has announced it. */
function Confirmation({ form }: { form: HTMLFormElement }) {
  const { t } = useTranslation()
  return createPortal(
    <p className="added-note">
      {t('addToList.confirmed')}{' '}
      <Link className="text-link" to={addresses.quoteList()}>
        {t('addToList.open')}
      </Link>
    </p>,
    form.closest('td') ?? form,
  )
}

/**
 * Announces a change of the list. What was added is confirmed where the button was, if there is room, else beside the list's
 * icon, within the header, so that nothing of the page is hidden.
 */
export function AddStatus() {
  const { t } = useTranslation()
  const language = useLanguage()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<Shown | null>(null)
  const [confirmed, setConfirmed] = useState<Changed | null>(null)
  const report = useCallback((line: Changed) => {
    const isConfirmed = line.isAdded && line.form.matches(roomy)
    const on = location.pathname
    setShown((last) => ({ ...line, number: (last?.number ?? 0) + 1, on, isConfirmed }))
    if (isConfirmed || line.quantity === 0) setConfirmed(isConfirmed ? line : null)
  }, [])
  useAddForms(report)

  useEffect(() => {
    if (!shown) return undefined
    const timer = setTimeout(() => setShown(null), shownMs)
    return () => clearTimeout(timer)
  }, [shown])

  return (
    <>
      {confirmed?.form.isConnected && <Confirmation form={confirmed.form} />}
      <div className="add-status" role="status">
        {shown?.on === pathname && (
          // A new element each time, so that identical words are announced again.
          <p key={shown.number}>
            {shown.isAdded && !shown.isConfirmed && (
              <span aria-hidden="true">{`${t('addToList.short')} `}</span>
            )}
            <span className="visually-hidden">
              {shown.quantity === 0 ? (
                t('quote.removed')
              ) : (
                <>
                  {t(shown.isAdded ? 'addToList.added' : 'addToList.now')}{' '}
                  <bdi>
                    <MixedText text={shown.title} language={languageOf(shown.title, language)} />
                  </bdi>
                  {`\u00a0×\u00a0${formatNumber(shown.quantity, language)}`}
                </>
              )}
            </span>
          </p>
        )}
      </div>
    </>
  )
}

/** Guesses the language of a title by its letters; null for the page's. */
export function languageOf(title: string, pageLanguage: Language): Language | null {
  const language = /\p{Script=Arabic}/u.test(title) ? 'Ar' : 'En'
  return language === pageLanguage ? null : language
}
