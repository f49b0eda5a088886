import { isLanguage, type Language } from '../../language/languages'
import type { QuoteLine } from '../list/quote-line'
import { readStored, store } from './stored-draft'
import { choiceField } from '../quick-list/list-entry'
import type { AskedLine } from '../quick-list/quick-list.server'
import { variantItemId } from '../quote-items'
import {
  codeField,
  enquiryFields,
  type EnquiryValues,
  noteField,
  noValues,
  quantityField,
  textIn,
  valuesIn,
} from './enquiry-fields'

/** A line of an enquiry that this tab has sent. */
interface SentLine {
  /** The ID of its item; empty for a line without a product. */
  id: string
  title: string
  /** See `QuoteLine`. */
  name: string
  /** Empty without one. */
  code: string
  /** See `QuoteLine`. */
  facts: string[]
  saleUnit: string
  quantity: number
  note: string
  /** Set if the title is not in the language of the page that sent it. */
  language?: Language
}

/** An enquiry that this tab has sent, as it stood in the form. */
interface Sent {
  /** Ms since the epoch; 0 if it is unknown. */
  sentAt: number
  values: EnquiryValues
  lines: SentLine[]
}

/**
 * The form being sent, and the last enquiry that has arrived: only then is its reference known.
 * Kept in the tab's session storage.
 */
const sendingKey = 'enquiry-sending'
const sentKey = 'enquiry-sent'

/** The name and the buyer's words are its title if they are empty or absent. */
type PostedLine = QuoteLine & Partial<AskedLine>

/** Reads from the form what is taken for a line of a buyer's list: the line's words, if none of the choices is. */
function takenIn(
  form: HTMLFormElement,
  { id, title: offered, asked = offered }: PostedLine,
): Partial<PostedLine> {
  const field = form.querySelector(`[name="${choiceField(id)}"]:checked`)
  if (!field) return {}
  const label = field.closest('label')
  const title = label?.querySelector('a')?.textContent
  if (!title) return { itemId: '', title: asked, name: asked, code: '' }
  const { id: product = '', code = '' } =
    (label.dataset['id'] ? label : field.closest('li'))?.dataset ?? {}
  return { itemId: code ? variantItemId(product, code) : product, title, name: title, code }
}

/** Stores what is in a form that is being sent. */
export function storeSending(form: HTMLFormElement, lines: PostedLine[]) {
  const data = new FormData(form)
  const sent = lines.map((line): SentLine => {
    const { id, saleUnit, quantity, choices } = line
    const taken = { ...line, ...takenIn(form, line) }
    const { itemId = id, title, code, facts, language } = taken
    const name = taken.name || title
    const chosen = choices?.find((choice) => choice.id === textIn(data, codeField(id)))
    // Arabic and Persian digits, too, end with their value.
    const written = (textIn(data, quantityField(id)).match(/\p{Nd}/gu) ?? [])
      .map((digit) => (digit.codePointAt(0) ?? 0) % 16)
      .join('')
    return {
      id: chosen?.id ?? itemId,
      title,
      name: chosen ? `${name} (${chosen.code})` : name,
      code: chosen?.code ?? code,
      facts: chosen?.facts ?? facts,
      saleUnit: chosen?.saleUnit ?? saleUnit,
      quantity: Number(written) || quantity,
      note: textIn(data, noteField(id)),
      ...(language && { language }),
    }
  })
  store(sendingKey, { sentAt: Date.now(), values: valuesIn(data), lines: sent })
}

/** Returns an enquiry that has arrived; an empty one if this tab has not sent it. */
export function readSent(reference: string): Sent {
  const sent = readStored(sentKey)
  if (fieldIn(sent, 'reference') === reference) return parseSent(sent)
  const arrived = parseSent(readStored(sendingKey))
  store(sendingKey, null)
  store(sentKey, { reference, ...arrived })
  return arrived
}

function parseSent(stored: unknown): Sent {
  const sentAt = fieldIn(stored, 'sentAt')
  const lines = fieldIn(stored, 'lines')
  const values = { ...noValues }
  for (const field of enquiryFields) {
    const value = fieldIn(fieldIn(stored, 'values'), field)
    if (typeof value === 'string') values[field] = value
  }
  return {
    sentAt: typeof sentAt === 'number' ? sentAt : 0,
    values,
    lines: Array.isArray(lines) ? lines.filter(isSentLine) : [],
  }
}

function fieldIn(value: unknown, name: string): unknown {
  return value instanceof Object ? Reflect.get(value, name) : undefined
}

const texts = ['id', 'title', 'name', 'code', 'saleUnit', 'note'] as const

function isSentLine(value: unknown): value is SentLine {
  const language = fieldIn(value, 'language')
  const facts = fieldIn(value, 'facts')
  return (
    texts.every((name) => typeof fieldIn(value, name) === 'string') &&
    Array.isArray(facts) &&
    facts.every((fact) => typeof fact === 'string') &&
    Number.isInteger(fieldIn(value, 'quantity')) &&
    (language === undefined || isLanguage(language))
  )
}
