import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from '../../language/translation'
import type { ListProgress } from '../../../server/quick-list/list-reader'
import { addresses } from '../../addresses'
import { useIsHydrated } from '../../components/hydration'
import type { ListState } from './list-entry'

/** Asks the server about a list; null where it cannot be reached. */
async function findState(id: string): Promise<ListState | null> {
  try {
    const response = await fetch(addresses.quickListProgress(id))
    return response.ok ? ((await response.json()) as ListState) : null
  } catch {
    return null
  }
}

/** How long a page waits before it says that it does, and between its questions, ms. */
const quickMs = 1_000
const betweenMs = 700

/** How often it asks: a visitor may have stopped the page that they wait for. */
const maxQuestions = 250

/**
 * Tells how far a list is: the browser shows its form until the page with the list comes.
 * @returns what the form does when it is sent, and the progress; null while it is not sent, or answered at once
 */
export function useListProgress() {
  const [id, setId] = useState('')
  const [progress, setProgress] = useState<ListProgress | 'sending' | null>(null)

  useEffect(() => {
    if (id === '') return undefined
    let timer = setTimeout(() => void ask(), quickMs)
    let isStopped = false
    let left = maxQuestions
    async function ask() {
      const state = await findState(id)
      // The answer may come after the end of the waiting.
      if (isStopped) return
      left -= 1
      setProgress(left > 0 ? (state?.progress ?? 'sending') : null)
      if (left > 0) timer = setTimeout(() => void ask(), betweenMs)
    }
    // The browser may bring the page back as it was.
    const stop = () => {
      clearTimeout(timer)
      setId('')
      setProgress(null)
    }
    window.addEventListener('pagehide', stop)
    return () => {
      isStopped = true
      clearTimeout(timer)
      window.removeEventListener('pagehide', stop)
    }
  }, [id])

  function onSubmit({ currentTarget }: FormEvent<HTMLFormElement>) {
    const field = currentTarget.elements.namedItem('progress')
    if (!(field instanceof HTMLInputElement)) return
    const random = crypto.getRandomValues(new Uint32Array(4))
    field.value = Array.from(random, (part) => part.toString(36).padStart(7, '0')).join('')
    setId(field.value)
    forgetCount()
  }
  return { progress, onSubmit }
}

/** The progress of a list that was sent. */
export function ListWaiting({ progress }: { progress: ListProgress | 'sending' | null }) {
  const { t } = useTranslation()
  if (progress === null) return <div role="status" />
  const { of = 'sending', done = undefined, total = 1 } = progress === 'sending' ? {} : progress
  return (
    <div role="status" className="list-waiting">
      <progress aria-hidden="true" max={total} value={done} />
      <p>{t(`quickList.progress.${of}`, { done, total })}</p>
    </div>
  )
}

/** In place of the id of a list, for a page that has its list. */
const noList = 'none'

/** How long a page waits before it asks whether its lines can be searched, and between its questions, ms. */
const againMs = 10_000

/** How often a page searches again by itself for one list, as the browser's tab counts it. */
const maxAgain = 5
const countKey = 'list-searches'

function countAgain(): number {
  try {
    const count = Number(sessionStorage.getItem(countKey)) + 1
    sessionStorage.setItem(countKey, String(count))
    return count
  } catch {
    // Where storage is blocked, the button is left.
    return Infinity
  }
}

/** A new list is counted anew. */
function forgetCount() {
  try {
    sessionStorage.removeItem(countKey)
  } catch {
    // Where storage is blocked, nothing was counted.
  }
}

/** Searches again for the lines that were not searched yet: by a button, and by itself as soon as the search can. */
export function SearchAgain({ form }: { form: string }) {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    let timer = setTimeout(() => void ask(), againMs)
    let isGone = false
    async function ask() {
      // A visitor who types would lose their place, and nobody waits for a page in the background.
      const isBusy = document.activeElement?.matches('input:not([type="radio"]), textarea')
      const isReady = !isBusy && document.visibilityState === 'visible'
      const state = isReady ? await findState(noList) : null
      if (isGone) return
      if (state?.isIndexed) {
        if (countAgain() <= maxAgain) searchHere(button.current)
        return
      }
      timer = setTimeout(() => void ask(), againMs)
    }
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])

  return (
    <div role="alert" className="field-error">
      <p>
        {t('quickList.notSearched')} {isHydrated && t('quickList.searchesItself')}
      </p>
      <button
        ref={button}
        form={form}
        className="text-link"
        name="action"
        value="search"
        formAction={addresses.quickList()}
        formNoValidate
      >
        {t('quickList.again')}
      </button>
    </div>
  )
}

/** Presses the button; the page comes back where the visitor was. */
function searchHere(button: HTMLButtonElement | null) {
  const lines = [...document.querySelectorAll('[data-line]')]
  const first = lines.find(
    (line) => !line.closest('details:not([open])') && line.getBoundingClientRect().top >= 0,
  )
  if (button && first && scrollY > 0) {
    button.formAction = `${addresses.quickList()}#${first.id}`
  }
  button?.click()
}
