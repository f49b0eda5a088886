import type { ActionFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { contentFor, loadContextOf } from '../content/content.server'
import { writtenPost } from '../content/form-post'
import { fileLoader, readPostedForm, type LoadArgs } from '../content/loaders.server'
import { readEnquiry } from '../enquiry/form/read-enquiry.server'
import { availabilityText } from '../views/availability.server'
import { askedItems, readLines } from '../enquiry/list/quote-lines.server'
import type { QuoteItem } from '../enquiry/quote-items'
import { tableFile } from '../enquiry/table-file.server'

export const handle = {
  kind: 'private-page',
  query: ['items'],
  ordered: ['items'],
  post: writtenPost,
} satisfies RouteHandle

/** Serves a list as a table for spreadsheets, in the format of its address: the list in the query, else the visitor's own. */
export const loader = fileLoader(`${screens.quoteList}.csv`, (args) =>
  tableOf(args, askedItems(args.request)),
)

/** Serves the list of a form, with its notes, which are in no address. */
export async function action({ request, context: ofHost }: ActionFunctionArgs) {
  const context = await loadContextOf(ofHost)
  const { items } = readEnquiry(await readPostedForm({ request, context }))
  return tableOf({ request, content: contentFor({ request, context }), context }, items)
}

async function tableOf(source: Omit<LoadArgs<string>, 'params'>, items: QuoteItem[]) {
  const { content, request } = source
  const { t, siteUrl } = content
  const lines = await readLines(source, items)
  const columns = ['code', 'product', 'facts', 'quantity', 'unit', 'note', 'address'] as const
  const table = [
    [...columns.map((column) => t(`quote.columns.${column}`)), t('availability.heading')],
    ...lines.map(({ code, title, facts, quantity, saleUnit, note = '', availability, path }) => [
      code,
      title,
      // A spreadsheet's search finds no other spaces.
      facts.join(', ').replaceAll('\u00a0', ' '),
      quantity,
      saleUnit,
      note,
      path && siteUrl + path,
      availabilityText(availability),
    ]),
  ]
  const kind = new URL(request.url).pathname.endsWith('.xlsx') ? 'xlsx' : 'csv'
  return tableFile(content, kind, { name: 'quotation-list', title: t('quote.heading'), table })
}
