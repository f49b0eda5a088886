import { enquiryFields, noteField } from './enquiry-fields'

/**
 * The draft of an enquiry, kept in the tab's session storage until it is sent: a closed tab can be
 * reopened.
 */
const key = 'enquiry'

/** The notes of the visitor's list, kept in local storage as the list is in its cookie, for all tabs. */
const notesKey = 'quote-notes'

const isNote = (name: string) => name.startsWith(noteField(''))

/** A form that revises an enquiry is filled with that, so that it has a draft of its own. */
function keyOf(form: HTMLFormElement) {
  const revised = form.elements.namedItem('revises')
  return revised instanceof HTMLInputElement ? `${key} ${revised.value}` : key
}

/** Stores the texts of a form by field name; other forms' texts stay. */
export function storeDraft(form: HTMLFormElement) {
  const texts = textFieldsOf(form).map(({ name, value }): [string, string] => [name, value])
  storeTexts(keyOf(form), texts)
}

/** Stores the notes of a list, for the form that it will be in. */
export function storeNotes(lines: { id: string; note: string }[]) {
  storeTexts(
    key,
    lines.map(({ id, note }) => [noteField(id), note]),
  )
}

function storeTexts(name: string, texts: [name: string, text: string][]) {
  const draft = [...new Map([...readDraft(name), ...texts])]
  const isOfList = ([field]: [string, string]) => name === key && isNote(field)
  store(name, Object.fromEntries(draft.filter((text) => !isOfList(text))))
  if (name !== key) return
  const notes = draft.filter((note) => isOfList(note) && note[1] !== '')
  store(notesKey, Object.fromEntries(notes), 'localStorage')
}

/** Fills empty fields of a form from the draft, except those that the visitor has cleared. */
export function restoreDraft(form: HTMLFormElement) {
  const draft = readDraft(keyOf(form))
  for (const field of textFieldsOf(form)) {
    const text = draft.get(field.name)
    if (field.value + field.defaultValue !== '' || !text) continue
    field.value = text
    field.closest('details')?.setAttribute('open', '')
  }
}

export function clearDraft() {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.split(' ')[0] === key)
    for (const name of names) sessionStorage.removeItem(name)
    localStorage.removeItem(notesKey)
  } catch {
    // There is no storage.
  }
}

let city: string | undefined

/** Returns the city that was stored when this document first asked for it. */
export function storedCity() {
  return (city ??= readDraft(key).get('city') ?? '')
}

function readDraft(name: string) {
  const notes = name === key ? readStored(notesKey, 'localStorage') : null
  const texts = { ...readStored(name), ...notes }
  return new Map(
    Object.entries(texts).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
}

/** Either may be missing, or refuse access. */
type Place = 'sessionStorage' | 'localStorage'

/** Reads what this tab, or this browser, has stored; null if it has nothing. */
function readStored(name: string, place: Place = 'sessionStorage'): object | null {
  try {
    const value: unknown = JSON.parse(window[place].getItem(name) ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function store(name: string, value: unknown, place: Place = 'sessionStorage') {
  try {
    window[place].setItem(name, JSON.stringify(value))
  } catch {
    // Without storage, what was written lasts as long as the page.
  }
}

function textFieldsOf(form: HTMLFormElement) {
  const isText = (name: string) => enquiryFields.some((field) => field === name) || isNote(name)
  return [...form.elements].filter(
    (element) =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
      isText(element.name),
  ) as (HTMLInputElement | HTMLTextAreaElement)[]
}
