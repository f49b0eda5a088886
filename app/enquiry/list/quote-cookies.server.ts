import { cookieIn, visitorCookie } from '../../content/visitor-cookies.server'
import { cookieValueOf, parseItems, quoteCookie, undoCookie, type QuoteItem } from '../quote-items'

/** How long a list is kept, and how long its last removal can be undone, seconds. */
const listS = 180 * 24 * 60 * 60
const undoS = 10 * 60

/** The reference of the enquiry that the browser sent last, and how long it is kept, seconds. */
const sentCookie = 'enquiry'
const sentS = 24 * 60 * 60

/** The visitor's own list. */
export function ownItems(request: Request): QuoteItem[] {
  return itemsOf(request, quoteCookie)
}

/** The list before the last removal; empty if there is nothing to undo. */
export function removedItems(request: Request): QuoteItem[] {
  return itemsOf(request, undoCookie)
}

/** Stores a list in the visitor's browser, and the one that can be restored, if any. */
export function quoteHeaders(items: QuoteItem[], before: QuoteItem[] = []): Headers {
  const headers = new Headers()
  headers.append('Set-Cookie', cookieOf(quoteCookie, items, listS))
  headers.append('Set-Cookie', cookieOf(undoCookie, before, undoS))
  return headers
}

/** The headers after an enquiry: the list without its items, and its reference. */
export function sentHeaders(left: QuoteItem[], reference: string): Headers {
  const headers = quoteHeaders(left)
  headers.append('Set-Cookie', visitorCookie(sentCookie, reference, sentS))
  return headers
}

/** Whether the visitor's browser has sent the enquiry with a reference. */
export function hasSent(request: Request, reference: string) {
  return cookieIn(request, sentCookie) === reference
}

function itemsOf(request: Request, name: string) {
  return parseItems(cookieIn(request, name) ?? '')
}

function cookieOf(name: string, items: QuoteItem[], lifetimeS: number) {
  return visitorCookie(name, cookieValueOf(items), items.length === 0 ? 0 : lifetimeS)
}
