import { cookieIn, visitorCookie } from '../../content/visitor-cookies.server'
import { cookieValueOf, parseItems, quoteCookie, undoCookie, type QuoteItem } from '../quote-items'

/** How long a list is kept, and how long its last removal can be undone, seconds. */
const listS = 180 * 24 * 60 * 60
const undoS = 10 * 60

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

function itemsOf(request: Request, name: string) {
  return parseItems(cookieIn(request, name) ?? '')
}

function cookieOf(name: string, items: QuoteItem[], lifetimeS: number) {
  return visitorCookie(name, cookieValueOf(items), items.length === 0 ? 0 : lifetimeS)
}
