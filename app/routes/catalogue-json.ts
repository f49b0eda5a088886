import type { RouteHandle } from '../../server/http/validation/route-table'
import { serverAddresses } from '../addresses'
import { catalogueJson, catalogueResponse } from '../seo/catalogue-data/catalogue-response.server'
import { fileLoader } from '../content/loaders.server'

export const handle = { kind: 'stream', query: [] } satisfies RouteHandle

/** Serves all products of the catalogue as JSON. */
export const loader = fileLoader(serverAddresses.catalogueJson(), (args) =>
  catalogueResponse(args, {
    headers: { 'Content-Type': 'application/json' },
    write: catalogueJson,
  }),
)
