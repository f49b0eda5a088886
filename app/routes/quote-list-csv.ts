import type { ActionFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { contentFor, loadContextOf } from '../content/content.server'
import { writtenPost } from '../content/form-post'
import { noStore, fileLoader, readPostedForm } from '../content/loaders.server'
import { readEnquiry } from '../enquiry/form/read-enquiry.server'
import { csvLines, csvStart } from '@site/tables/write-tables'
import { availabilityText } from '../views/availability.server'
import { askedItems, readLines } from '../enquiry/list/quote-lines.server'
import type { QuoteItem } from '../enquiry/quote-items'

export const handle = {
  kind: 'private-page',
  query: ['items'],
  ordered: ['items'],
  post: writtenPost,
} satisfies RouteHandle

/** Serves a list as a table for spreadsheets: the one in the address, else the visitor's own. */
export const loader = fileLoader(`${screens.quoteList}.csv`, (args) =>
  tableOf(args, askedItems(args.request)),
)

/** Serves the list of a form, with its notes, which are in no address. */
export async function action({ request, context: ofHost }: ActionFunctionArgs) {
  const context = await loadContextOf(ofHost)
  const { items } = readEnquiry(await readPostedForm({ request, context }))
  return tableOf({ content: contentFor({ request, context }), context }, items)
}

async function tableOf(source: Parameters<typeof readLines>[0], items: QuoteItem[]) {
  const lines = await readLines(source, items)
  const { t, siteUrl } = source.content
  const columns = [
    'code',
    'product',
    'facts',
    'quantity',
    'unit',
    'note',
    'availability',
    'address',
  ] as const
  const table = csvLines([
    columns.map((column) => t(`quote.columns.${column}`)),
    ...lines.map(({ code, title, facts, quantity, saleUnit, note = '', availability, path }) => [
      code,
      title,
      // A spreadsheet's search finds no other spaces.
      facts.join(', ').replaceAll('\u00a0', ' '),
      quantity,
      saleUnit,
      note,
      availabilityText(availability),
      path && siteUrl + path,
    ]),
  ])
  return new Response(csvStart + table, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="quotation-list.csv"',
      'Cache-Control': noStore,
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    },
  })
}
