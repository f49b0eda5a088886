import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens, sheetPath } from '../addresses'
import { writtenPost } from '../content/form-post'
import { fileLoader, readPostedForm } from '../content/loaders.server'
import { readEnquiry } from '../enquiry/form/read-enquiry.server'
import { askedItems } from '../enquiry/list/quote-lines.server'
import { quoteListSheet, submittalIn } from '../enquiry/list/quote-list-sheet.server'

const pattern = sheetPath(screens.quoteList)

export const handle = {
  kind: 'private-page',
  query: ['items'],
  ordered: ['items'],
  post: writtenPost,
} satisfies RouteHandle

/** Serves a list as a PDF: the one in the address, else the visitor's own. */
export const loader = fileLoader(pattern, (args) =>
  quoteListSheet(args, askedItems(args.request), null),
)

/** Serves the list of a form, with its notes; as a submittal if the form asks for it. */
export const action = fileLoader(pattern, async (args) => {
  const form = await readPostedForm(args)
  return quoteListSheet(args, readEnquiry(form).items, submittalIn(form))
})
