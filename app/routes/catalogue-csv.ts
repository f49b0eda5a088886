import type { RouteHandle } from '../../server/http/validation/route-table'
import { serverAddresses } from '../addresses'
import { catalogueCsv, catalogueResponse } from '../seo/catalogue-data/catalogue-response.server'
import { fileLoader } from '../content/loaders.server'

export const handle = { kind: 'stream', query: [] } satisfies RouteHandle

/** Serves the catalogue as a table for spreadsheets, with a row for each order code. */
export const loader = fileLoader(serverAddresses.catalogueCsv(), (args) =>
  catalogueResponse(args, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="catalogue.csv"',
    },
    write: (products, _, content) => catalogueCsv(products, content),
  }),
)
