import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'
import { changedFields } from '../../components/hydration'
import { openPopover } from '../../framework/popover-fallback'
import { filtersId } from './product-list'

/**
 * Applies each change of a list's filters in place, including changes made before this script was
 * loaded. Keeps the form in sync with the address, which links and the browser's history change,
 * too. Loaded later than the list.
 * @param parts the element with the form and all of its fields
 */
export function FilterScript({ parts }: { parts: RefObject<HTMLElement> }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const shown = useRef(search)
  const isStarted = useRef(false)

  useEffect(() => {
    const form = formOf(parts.current)
    if (!form || shown.current === search) return
    shown.current = search
    resetFields(form, new URLSearchParams(search))
    // The link that removed a filter is gone, and the focus with it.
    if (document.activeElement === document.body) {
      parts.current?.querySelector<HTMLElement>('[role=status]')?.focus({ preventScroll: true })
    }
  }, [parts, search])

  useEffect(() => {
    const element = parts.current
    function apply(form: HTMLFormElement) {
      const selected = selectionIn(form)
      if (selected !== shown.current) {
        navigate({ pathname, search: selected }, { replace: true, preventScrollReset: true })
      }
    }
    function onChange(event: Event) {
      const form = formOf(element)
      // Product cards have fields of another form.
      const isOwn = [...(form?.elements ?? [])].some((field) => field === event.target)
      if (!form || (!isOwn && event.target !== form)) return
      if (event.type === 'submit') {
        event.preventDefault()
        if (form.matches(openPopover)) form.hidePopover()
      }
      apply(form)
    }
    const form = formOf(element)
    // A typed number is applied when its field is left.
    const isTyped = (field: Element) =>
      field === document.activeElement && field.matches(':read-write')
    if (form && !isStarted.current && !changedFields(form).every(isTyped)) apply(form)
    isStarted.current = true
    // Native events: React's `change` fires on every keystroke.
    element?.addEventListener('change', onChange)
    element?.addEventListener('submit', onChange)
    return () => {
      element?.removeEventListener('change', onChange)
      element?.removeEventListener('submit', onChange)
    }
  }, [parts, navigate, pathname])

  return null
}

function formOf(parts: HTMLElement | null) {
  return parts?.querySelector<HTMLFormElement>(`#${filtersId}`) ?? null
}

/** Resets fields to the address, except those being typed in. */
function resetFields(form: HTMLFormElement, selected: URLSearchParams) {
  const { activeElement: active } = document
  const typed = active instanceof HTMLInputElement ? active.value : ''
  form.reset()
  if (active instanceof HTMLInputElement) active.value = typed
  const order = form.elements.namedItem('sort')
  if (order instanceof HTMLSelectElement) order.value = selected.get('sort') ?? ''
}

/**
 * Serialises the form's fields as in the canonical address, to avoid a redirect: no empty fields, a
 * range in one parameter, sorted.
 */
function selectionIn(form: HTMLFormElement) {
  const fields = new FormData(form)
  const textIn = (field: string) => {
    const value = fields.get(field)
    return typeof value === 'string' ? value : ''
  }
  const pairs: [name: string, value: string][] = []
  for (const [field, value] of fields) {
    const [, slug, end] = field.split('.')
    const [min, max] = [textIn(`spec.${slug}.min`), textIn(`spec.${slug}.max`)]
    if (end === 'min' && min + max !== '') pairs.push([`spec.${slug}`, `${min}..${max}`])
    if (!end && typeof value === 'string' && value !== '') pairs.push([field, value])
  }
  const selected = new URLSearchParams(pairs.sort()).toString()
  return selected && `?${selected}`
}
