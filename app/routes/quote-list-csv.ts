import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { noStore, fileLoader } from '../content/loaders.server'
import { csvLines, csvStart } from '../../server/text/csv'
import { ownItems, readLines } from '../enquiry/list/quote-lines.server'
import { parseItems } from '../enquiry/quote-items'

export const handle = {
  kind: 'private-page',
  query: ['items'],
  ordered: ['items'],
} satisfies RouteHandle

/** Serves a list as a table for spreadsheets: the one in the address, else the visitor's own. */
export const loader = fileLoader(
  `${screens.quoteList}.csv`,
  async ({ content, request, context }) => {
    const shared = new URL(request.url).searchParams.get('items')
    const items = shared === null ? ownItems(request) : parseItems(shared)
    const lines = await readLines({ content, context }, items)
    const { t, siteUrl } = content
    const columns = ['code', 'product', 'quantity', 'address'] as const
    const table = csvLines([
      columns.map((column) => t(`quote.columns.${column}`)),
      ...lines.map(({ code, title, quantity, path }) => [
        code,
        title,
        quantity,
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
  },
)
