import { isLanguage, type Language } from '../../language/languages'
import type { QuoteLine } from '../list/quote-lines.server'
import { codeField, noteField, quantityField } from './enquiry-fields'

/** A line of an enquiry that this tab has sent. */
interface SentLine {
  id: string
  title: string
  /** See `QuoteLine`. */
  name: string
  /** Empty without one. */
  code: string
  quantity: number
  note: string
  /** Set if the title is not in the language of the page that sent it. */
  language?: Language
}

/**
 * The lines of the form being sent, and those of the last enquiry that has arrived: only then is
 * its reference known. Kept in the tab's session storage.
 */
const sendingKey = 'enquiry-sending'
const sentKey = 'enquiry-sent'

/** Stores the lines of a form that is being sent, as they stand in it. */
export function storeSending(form: HTMLFormElement, lines: QuoteLine[]) {
  const data = new FormData(form)
  const textIn = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const sent = lines.map(({ id, title, name, code, quantity, language, choices }): SentLine => {
    const chosen = choices?.find((choice) => choice.id === textIn(codeField(id)))
    // Arabic and Persian digits, too, end with their value.
    const written = (textIn(quantityField(id)).match(/\p{Nd}/gu) ?? [])
      .map((digit) => (digit.codePointAt(0) ?? 0) % 16)
      .join('')
    return {
      id: chosen?.id ?? id,
      title,
      name: chosen ? `${name} (${chosen.code})` : name,
      code: chosen?.code ?? code,
      quantity: Number(written) || quantity,
      note: textIn(noteField(id)),
      ...(language && { language }),
    }
  })
  write(sendingKey, sent)
}

/** Returns the lines of an enquiry that has arrived; none if this tab has not sent it. */
export function sentLinesOf(reference: string): SentLine[] {
  const sent = read(sentKey)
  if (sent instanceof Object && Reflect.get(sent, 'reference') === reference) {
    return linesIn(Reflect.get(sent, 'lines'))
  }
  const lines = linesIn(read(sendingKey))
  write(sendingKey, null)
  write(sentKey, { reference, lines })
  return lines
}

function linesIn(value: unknown): SentLine[] {
  return Array.isArray(value) ? value.filter(isSentLine) : []
}

const texts = ['id', 'title', 'name', 'code', 'note'] as const

function isSentLine(value: unknown): value is SentLine {
  if (typeof value !== 'object' || value === null) return false
  const language: unknown = Reflect.get(value, 'language')
  return (
    texts.every((name) => typeof Reflect.get(value, name) === 'string') &&
    Number.isInteger(Reflect.get(value, 'quantity')) &&
    (language === undefined || isLanguage(language))
  )
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage, the page of the reference shows no lines.
  }
}
