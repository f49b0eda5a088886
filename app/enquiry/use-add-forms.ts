import { useEffect } from 'react'
import { postToList } from './post-to-list'
import { listChanged } from './use-item-count'

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
