import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { addresses } from '../../addresses'
import { changedFields } from '../../components/hydration'
import { codeField, noteField, quantityField } from '../form/enquiry-fields'
import { changeFailed, listChanged, postToList } from '../post-to-list'

/** Debounce of quantity changes, ms. */
const settleMs = 400

/**
 * Enhances the visitor's list; loaded later than the list. Submits changes without leaving the
 * page, and quantities while they are typed, including those typed before it was loaded.
 */
export function ListScript({ canUndo }: { canUndo: boolean }) {
  const { revalidate } = useRevalidator()
  const couldUndo = useRef(canUndo)
  /** The name of the field that takes the focus of one that is gone. */
  const toFocus = useRef('')

  useEffect(() => {
    // The button that removed an item is gone with it.
    if (canUndo && !couldUndo.current) {
      document.querySelector<HTMLElement>('.quote-removal button')?.focus()
    }
    couldUndo.current = canUndo
  }, [canUndo])

  useEffect(() => {
    const [field] = toFocus.current === '' ? [] : document.getElementsByName(toFocus.current)
    if (!field) return
    toFocus.current = ''
    field.focus()
  })

  useEffect(() => {
    /** Debounce timers by item id. */
    const timers = new Map<string, ReturnType<typeof setTimeout>>()

    async function change(fields: Record<string, string>) {
      const response = await postToList(fields)
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      listChanged()
      revalidate()
    }
    function onSubmit(event: SubmitEvent) {
      const { submitter, target: form } = event
      if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
      // The property defaults to the document's address where the attribute is absent.
      const address = submitter.getAttribute('formaction') ?? form.getAttribute('action')
      if (address !== addresses.quoteList() || form.matches('.add-to-list')) return
      event.preventDefault()
      const items = form.querySelector<HTMLInputElement>('[name="items"]')?.value ?? ''
      const press = () => (submitter.isConnected ? submitter.click() : location.reload())
      change({ [submitter.name]: submitter.value, items }).catch(() =>
        changeFailed(() => {
          // Rejected: a plain submission shows the server's page.
          document.removeEventListener('submit', onSubmit, true)
          press()
        }, press),
      )
    }
    function store(field: HTMLInputElement, id: string) {
      clearTimeout(timers.get(id))
      timers.delete(id)
      change({ action: 'set', id, quantity: field.value }).catch(() => {
        // The quantity stays in the form, which submits it along.
      })
    }
    function storeSoon(field: EventTarget | null) {
      if (!(field instanceof HTMLInputElement && field.name.startsWith(quantityField('')))) return
      const id = field.name.slice(quantityField('').length)
      clearTimeout(timers.get(id))
      timers.delete(id)
      if (field.validity.valid) timers.set(id, setTimeout(store, settleMs, field, id))
    }
    const onInput = ({ target }: Event) => storeSoon(target)
    function storeCode(field: EventTarget | null) {
      if (!(field instanceof HTMLSelectElement && field.name.startsWith(codeField('')))) return
      if (field.value === '') return
      // The field goes once the code is stored.
      if (document.activeElement === field) toFocus.current = quantityField(field.value)
      const note = document.getElementsByName(noteField(field.name.slice(codeField('').length)))[0]
      change({ action: 'set', [field.name]: field.value }).catch(() => {
        // The code stays in the form, which submits it along.
      })
      if (!(note instanceof HTMLInputElement)) return
      // The note becomes that of the new line.
      note.name = noteField(field.value)
      note.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const onChange = ({ target }: Event) => storeCode(target)
    function storeNow() {
      for (const id of timers.keys()) {
        const field = document.getElementsByName(quantityField(id))[0]
        if (field instanceof HTMLInputElement) store(field, id)
      }
    }
    for (const form of document.forms) {
      changedFields(form).forEach(storeSoon)
      changedFields(form).forEach(storeCode)
    }
    document.addEventListener('submit', onSubmit, true)
    document.addEventListener('input', onInput)
    document.addEventListener('change', onChange)
    addEventListener('pagehide', storeNow)
    return () => {
      storeNow()
      removeEventListener('pagehide', storeNow)
      document.removeEventListener('submit', onSubmit, true)
      document.removeEventListener('input', onInput)
      document.removeEventListener('change', onChange)
    }
  }, [revalidate])

  return null
}
