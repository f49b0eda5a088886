import type { RouteHandle } from '../../server/http/validation/route-table'
import { sheetPatterns } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { typeDocument } from '../sheets/product-sheet.server'
import { sheetResponse } from '../sheets/sheet-response.server'

export const handle = { kind: 'stream', query: [] } satisfies RouteHandle

/** Serves the sheets of a type's products as one document. */
export const loader = fileLoader(sheetPatterns.type, (args) =>
  sheetResponse(args, () => typeDocument(args.content, args.params.id), 320),
)
