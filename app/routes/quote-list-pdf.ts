import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens, sheetPath } from '../addresses'
import { writtenPost } from '../content/form-post'
import { fileLoader, readPostedForm } from '../content/loaders.server'
import { readEnquiry } from '../enquiry/form/read-enquiry.server'
import { ownItems } from '../enquiry/list/quote-lines.server'
import { quoteListSheet, submittalIn } from '../enquiry/list/quote-list-sheet.server'
import { parseItems } from '../enquiry/quote-items'

const pattern = sheetPath(screens.quoteList)

export const handle = {
  kind: 'private-page',
  query: ['items'],
  ordered: ['items'],
  post: writtenPost,
} satisfies RouteHandle

/** Serves a list as a PDF: the one in the address, else the visitor's own. */
export const loader = fileLoader(pattern, (args) => {
  const shared = new URL(args.request.url).searchParams.get('items')
  return quoteListSheet(args, shared === null ? ownItems(args.request) : parseItems(shared), null)
})

/** Serves the list of a form, with its notes; as a submittal if the form asks for it. */
export const action = fileLoader(pattern, async (args) => {
  const form = await readPostedForm(args)
  return quoteListSheet(args, readEnquiry(form).items, submittalIn(form))
})
