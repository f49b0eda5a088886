import { addresses } from '../addresses'

const variantSeparator = '~'

/** Builds the item id of an order code from its product's id and the code. */
export function variantItemId(postId: string, code: string) {
  return `${postId}${variantSeparator}${code}`
}

// In a module of its own: the screens of products need no more of this one.

/** One line of a quotation list. */
export interface QuoteItem {
  /** The id of a product, or of one of its order codes (`variantItemId`). */
  id: string
  quantity: number
  /** The text of its quantity field, if it is not a quantity. */
  unread?: string
  /** The visitor's note; absent if empty. */
  note?: string
}

/** The cookies of the visitor's list, and of the list before the last removal. */
export const quoteCookie = 'quote'
export const undoCookie = 'quote-undo'

/** Maximum number of items, of pieces of one item, and of cookie bytes. */
export const maxItems = 50
export const maxQuantity = 99_999
const maxCookieBytes = 3_000

const maxIdLength = 200

/** Splits an item id into product and order code; null for an id without a code. */
export function variantOf(id: string) {
  const at = id.lastIndexOf(variantSeparator)
  return at <= 0 ? null : { postId: id.slice(0, at), code: id.slice(at + 1) }
}

/**
 * Parses the items of a cookie or a shared address: `id:quantity,id:quantity`, each id once. An
 * item without a valid quantity counts as one.
 * @param text decoded as often as its place requires; commas, colons and percent signs of ids are
 * encoded
 */
export function parseItems(text: string): QuoteItem[] {
  const plain = text.includes(':') || !text.includes('%3A') ? text : decoded(text)
  const items = plain.split(',').flatMap((part): QuoteItem[] => {
    const at = part.lastIndexOf(':')
    const id = decoded(at < 0 ? part : part.slice(0, at)).trim()
    const quantity = at < 0 ? 1 : quantityOf(part.slice(at + 1))
    return isItemId(id) && quantity > 0 ? [{ id, quantity }] : []
  })
  return withoutRepeats(items).slice(0, maxItems)
}

/** Whether a text can be the id of an item. */
export function isItemId(id: string) {
  // Rejects invisible characters, and those that change the direction of text.
  return id !== '' && id.length <= maxIdLength && !/[\p{Cc}\p{Cf}]/u.test(id)
}

/**
 * @param text with digits 0 to 9
 * @returns a whole number from 0, with fractions rounded up; 1 for anything else
 */
export function quantityOf(text: string) {
  const number = text.trim()
  if (!/^\d+(?:\.\d+)?$/.test(number)) return 1
  return Math.min(Math.ceil(Number(number)), maxQuantity)
}

/** The items as the value of a cookie. */
export function cookieValueOf(items: QuoteItem[]) {
  return items.map(({ id, quantity }) => `${encodeURIComponent(id)}:${quantity}`).join(',')
}

/** The items as the value of a form field. */
export function itemsText(items: QuoteItem[]) {
  return items.map(({ id, quantity }) => `${withoutSeparators(id)}:${quantity}`).join(',')
}

/** Builds the query of a shared list. */
export function itemsQuery(items: QuoteItem[]) {
  // The query's decoding leaves an id's own separators encoded.
  const parts = items.map(
    ({ id, quantity }) => `${encodeURIComponent(withoutSeparators(id))}:${quantity}`,
  )
  return `?items=${parts.join(',')}`
}

/** Builds the address of a shared list. */
export function sharedListPath(items: QuoteItem[]) {
  return addresses.quoteList() + itemsQuery(items)
}

/** Whether a list is within its limits. */
export function fits(items: QuoteItem[]) {
  return items.length <= maxItems && cookieValueOf(items).length <= maxCookieBytes
}

/**
 * Adds an item to a list; an existing item grows by the quantity.
 * @returns null when the list is full
 */
export function withItem(items: QuoteItem[], added: QuoteItem): QuoteItem[] | null {
  const list = withoutRepeats([...items, added])
  return fits(list) ? list : null
}

/** Changes the quantity of one item; 0 removes it. */
export function withQuantity(items: QuoteItem[], changed: QuoteItem): QuoteItem[] {
  const list = items.map((item) => (item.id === changed.id ? changed : item))
  return list.filter((item) => item.quantity > 0)
}

function withoutSeparators(id: string) {
  return id.replace(/[%,:]/g, encodeURIComponent)
}

/** Merges items of the same id: their quantities add up. */
export function withoutRepeats(items: QuoteItem[]) {
  const merged = new Map<string, QuoteItem>()
  for (const item of items) {
    const earlier = merged.get(item.id)
    const quantity = (earlier?.quantity ?? 0) + item.quantity
    merged.set(item.id, { ...earlier, ...item, quantity: Math.min(quantity, maxQuantity) })
  }
  return [...merged.values()]
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign typed by hand may encode nothing.
    return text
  }
}
