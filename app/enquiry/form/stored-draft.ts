import { enquiryFields } from './enquiry-fields'

/** What the visitor has typed, in the tab's own storage until it is sent: a closed tab can be opened again. */
const key = 'enquiry'

/** Stores the texts of a form, by the names of their fields. */
export function storeDraft(form: HTMLFormElement) {
  const texts = textFieldsOf(form).map(({ name, value }) => [name, value])
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(texts)))
  } catch {
    // Without storage the texts last as long as the page.
  }
}

/** Fills in the empty fields of a form. */
export function restoreDraft(form: HTMLFormElement) {
  const draft = readDraft()
  for (const field of textFieldsOf(form)) {
    const text = draft.get(field.name)
    if (field.value === '' && typeof text === 'string') field.value = text
  }
}

export function clearDraft() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // There is no storage.
  }
}

function readDraft() {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return new Map<string, unknown>(Object.entries(stored ?? {}))
  } catch {
    return new Map<string, unknown>()
  }
}

function textFieldsOf(form: HTMLFormElement) {
  const isText = (name: string) =>
    enquiryFields.some((field) => field === name) || name.startsWith('note.')
  return [...form.elements].filter(
    (element) =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      isText(element.name),
  ) as (HTMLInputElement | HTMLTextAreaElement)[]
}
