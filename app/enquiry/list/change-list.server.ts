import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { addresses } from '../../addresses'
import { noStore } from '../../content/cache-policy.server'
import { contentFor } from '../../content/content.server'
import { readPostedForm } from '../../content/posted-form.server'
import { itemsIn, quantityIn, readEnquiry, textIn } from '../form/read-enquiry.server'
import { fits, isItemId, parseItems, withItem, withQuantity, type QuoteItem } from '../quote-items'
import { listViewOf } from './list-view.server'
import { ownItems, quoteHeaders, removedItems } from './quote-cookies.server'

/** A list after a change. */
interface Change {
  items: QuoteItem[]
  /** The list before, if something was removed. */
  before?: QuoteItem[]
  /** Whether an item did not fit, so that the list is as before. */
  isFull?: boolean
}

/**
 * Changes the visitor's list: `add`, `set` and `remove` one item, `clear` all. `take` adds the items of a
 * shared list, `undo` restores the list before the last removal, and `set` without an id takes all
 * quantities of the form.
 * @returns a redirect to the list; its number of items as JSON, where that is accepted; the page itself, if
 *   an item did not fit, or with what was written into the form
 */
export async function changeList(args: ActionFunctionArgs) {
  const { request } = args
  const form = await readPostedForm(request)

  const { items, before, isFull = false } = changeOf(request, form)
  const headers = quoteHeaders(items, before)
  headers.set('Cache-Control', noStore)
  const status = isFull ? 409 : 200
  if (request.headers.get('accept')?.includes('application/json')) {
    return json({ count: items.length }, { status, headers })
  }
  const sent = readEnquiry(form)
  const hasText = [...Object.values(sent.values), ...Object.values(sent.notes)].some(Boolean)
  if (!isFull && !hasText) return redirect(addresses.quoteList(), { status: 303, headers })
  const view = await listViewOf(
    contentFor(args),
    items,
    { isFull, canUndo: before !== undefined },
    { ...sent, token: textIn(form, 'form') },
  )
  return json(view, { status, headers })
}

function changeOf(request: Request, form: FormData): Change {
  const items = ownItems(request)
  const removed = textIn(form, 'remove')
  const action = removed === '' ? textIn(form, 'action') : 'remove'
  const id = (removed || textIn(form, 'id')).trim()
  const quantity = quantityIn(textIn(form, 'quantity'))
  switch (action) {
    case 'add':
      return isItemId(id) && quantity > 0 ? added(items, { id, quantity }) : { items }
    case 'set':
      return changed(items, id === '' ? itemsIn(form) : withQuantity(items, { id, quantity }))
    case 'remove':
      return changed(items, withQuantity(items, { id, quantity: 0 }))
    case 'clear':
      return changed(items, [])
    case 'take':
      return taken(items, parseItems(textIn(form, 'items')))
    case 'undo': {
      const before = removedItems(request)
      // After a while, or in another tab, there may be nothing to undo.
      return { items: before.length > 0 ? before : items }
    }
    default:
      return { items }
  }
}

function added(items: QuoteItem[], item: QuoteItem): Change {
  const list = withItem(items, item)
  return list ? { items: list } : { items, isFull: true }
}

function changed(items: QuoteItem[], list: QuoteItem[]): Change {
  return list.length < items.length ? { items: list, before: items } : { items: list }
}

/** Quantities of the shared list replace the visitor's own. */
function taken(items: QuoteItem[], shared: QuoteItem[]): Change {
  const others = items.filter(({ id }) => shared.every((item) => item.id !== id))
  const list = [...others, ...shared]
  return fits(list) ? { items: list } : { items, isFull: true }
}
