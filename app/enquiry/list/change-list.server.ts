import { json, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { addresses } from '../../addresses'
import { noStore, readPostedForm } from '../../content/loaders.server'
import { type Content, contentFor, loadContextOf } from '../../content/content.server'
import {
  keptFilesOf,
  readEnquiry,
  readFiles,
  textIn,
  withPostedFields,
  withWritten,
} from '../form/read-enquiry.server'
import { fits, isItemId, parseItems, withItem, withQuantity, type QuoteItem } from '../quote-items'
import {
  listViewOf,
  ownItems,
  quoteHeaders,
  removedItems,
  withOnlyCode,
} from './quote-lines.server'

/** A list after a change. */
interface Change {
  items: QuoteItem[]
  /** The previous list, if something was removed. */
  before?: QuoteItem[]
  /** Whether an item did not fit, so that the list is unchanged. */
  isFull?: boolean
  /** The path of the screen where an order code is to be chosen first. */
  choiceAt?: string
}

/**
 * Changes the visitor's list: `add`, `more`, `less`, `set` and `remove` change one item, `clear` all. `take` adds
 * the items of a shared list, `replace` has these in place of the visitor's, `undo` restores the list before the last removal. Each also applies
 * quantities changed in the same form, and `set` without an id only these.
 * @returns a redirect to the list; or its number of items as JSON, if accepted; or the page itself
 * if an item did not fit or a quantity is unreadable; or a redirect to the product whose order code
 * is to be chosen
 */
export async function changeList(args: ActionFunctionArgs) {
  const { request } = args
  const context = await loadContextOf(args.context)
  const form = await readPostedForm({ request, context })

  const content = contentFor({ request, context })
  const { items, before, isFull = false, choiceAt } = await changeOf(content, request, form)
  const isUnread = items.some(({ unread }) => unread !== undefined)
  const status = isFull || choiceAt ? 409 : isUnread ? 422 : 200
  const acceptsJson = request.headers.get('accept')?.includes('application/json') ?? false
  // The script then submits the form plainly, for the page that shows the error.
  const isRefused = acceptsJson && isUnread
  const headers = isRefused ? new Headers() : quoteHeaders(context, items, before)
  headers.set('Cache-Control', noStore)
  if (acceptsJson) return json({ count: items.length }, { status, headers })
  if (choiceAt) return redirect(choiceAt, { status: 303, headers })

  const { values } = readEnquiry(form)
  const { files, errors } = await readFiles(context, form)
  const hasText = [
    ...Object.values(values),
    ...items.map(({ note }) => note),
    ...files,
    errors.files,
  ].some(Boolean)
  const isSame = !isFull && !isUnread && !hasText
  if (isSame) return redirect(addresses.quoteList(), { status: 303, headers })
  const view = await listViewOf(
    { content, context },
    items,
    { isFull, canUndo: before !== undefined },
    { values, files: keptFilesOf(context, files), errors, token: textIn(form, 'form') },
  )
  return json(view, { status, headers })
}

async function changeOf(content: Content, request: Request, form: FormData): Promise<Change> {
  const own = ownItems(request)
  const items = withPostedFields(own, form)
  const removed = textIn(form, 'remove')
  const action = removed === '' ? textIn(form, 'action') : 'remove'
  const id = (removed || textIn(form, 'id')).trim()
  const written = form.get('quantity')
  switch (action) {
    case 'add': {
      // The quantity defaults to one.
      const item = withWritten({ id, quantity: 1 }, written)
      if (!isItemId(id) || item.quantity === 0) return { items }
      const coded = await withOnlyCode(content, item)
      return typeof coded === 'string' ? { items, choiceAt: coded } : added(items, coded)
    }
    case 'more':
      return isItemId(id) ? added(items, { id, quantity: 1 }) : { items }
    case 'less': {
      const quantity = (items.find((listed) => listed.id === id)?.quantity ?? 1) - 1
      return changed(own, withQuantity(items, { id, quantity }))
    }
    case 'set': {
      const item = items.find((listed) => listed.id === id)
      return changed(own, item ? withQuantity(items, withWritten(item, written)) : items)
    }
    case 'remove':
      return changed(own, withQuantity(items, { id, quantity: 0 }))
    case 'clear':
      return changed(own, [])
    case 'take':
      return taken(items, withPostedFields(parseItems(textIn(form, 'items')), form))
    case 'replace': {
      const others = withPostedFields(parseItems(textIn(form, 'items')), form)
      return own.length > 0 ? { items: others, before: own } : { items: others }
    }
    case 'undo': {
      const before = removedItems(request)
      // There is nothing to undo after a while, or in another tab.
      return { items: before.length > 0 ? withPostedFields(before, form) : items }
    }
    default:
      return { items }
  }
}

function added(items: QuoteItem[], item: QuoteItem): Change {
  const list = withItem(items, item)
  return list ? { items: list } : { items, isFull: true }
}

function changed(before: QuoteItem[], list: QuoteItem[]): Change {
  return list.length < before.length ? { items: list, before } : { items: list }
}

/** Merges a shared list into the visitor's; shared quantities win. */
function taken(items: QuoteItem[], shared: QuoteItem[]): Change {
  const others = items.filter(({ id }) => shared.every((item) => item.id !== id))
  const list = [...others, ...shared]
  return fits(list) ? { items: list } : { items, isFull: true }
}
