import { useRevalidator } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { addresses } from '../../addresses'
import { quantityField } from '../form/enquiry-fields'
import { listChanged } from '../use-item-count'

/** After the last change of a quantity it is stored, ms. */
const settleMs = 400

/**
 * What script adds to the visitor's list, loaded later than the list: changes are sent without leaving the
 * page, quantities as soon as they are written.
 */
export function ListScript({ canUndo }: { canUndo: boolean }) {
  const { revalidate } = useRevalidator()
  const couldUndo = useRef(canUndo)

  useEffect(() => {
    // The button that removed an item has gone with it.
    if (canUndo && !couldUndo.current) {
      document.querySelector<HTMLElement>('.quote-removal button')?.focus()
    }
    couldUndo.current = canUndo
  }, [canUndo])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined

    async function change(fields: FormData | URLSearchParams) {
      const response = await fetch(addresses.quoteList(), {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: fields,
      })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      listChanged()
      revalidate()
    }
    function onSubmit(event: SubmitEvent) {
      const { submitter, target: form } = event
      if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
      // The property is the document's own address where there is no attribute.
      const address = submitter.getAttribute('formaction') ?? form.getAttribute('action')
      if (address !== addresses.quoteList() || form.matches('.add-to-list')) return
      event.preventDefault()
      const fields = new URLSearchParams({
        [submitter.name]: submitter.value,
        items: form.querySelector<HTMLInputElement>('[name="items"]')?.value ?? '',
      })
      change(fields).catch(() => {
        // Offline, or rejected: the browser's own page says which, or the server's.
        document.removeEventListener('submit', onSubmit, true)
        form.requestSubmit(submitter)
      })
    }
    function onInput({ target }: Event) {
      const field = target instanceof HTMLInputElement ? target : null
      if (!field?.name.startsWith(quantityField(''))) return
      clearTimeout(timer)
      const id = field.name.slice(quantityField('').length)
      const quantity = field.value
      // An empty field is one that is being written.
      if (!field.validity.valid || quantity === '') return
      timer = setTimeout(() => {
        change(new URLSearchParams({ action: 'set', id, quantity })).catch(() => {
          // The quantity stays in the form, which sends it along.
        })
      }, settleMs)
    }
    document.addEventListener('submit', onSubmit, true)
    document.addEventListener('input', onInput)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('submit', onSubmit, true)
      document.removeEventListener('input', onInput)
    }
  }, [revalidate])

  return null
}
