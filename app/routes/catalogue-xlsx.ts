import type { RouteHandle } from '../../server/http/validation/route-table'
import { serverAddresses } from '../addresses'
import { catalogueResponse, catalogueXlsx } from '../seo/catalogue-data/catalogue-response.server'
import { fileLoader } from '../content/loaders.server'

export const handle = { kind: 'stream', query: [] } satisfies RouteHandle

/** Serves the catalogue as an Excel workbook, in which every cell is text, with a row for each order code. */
export const loader = fileLoader(serverAddresses.catalogueXlsx(), (args) =>
  catalogueResponse(args, {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': 'attachment; filename="catalogue.xlsx"',
    },
    write: (products, _, content) => catalogueXlsx(products, content),
  }),
)
