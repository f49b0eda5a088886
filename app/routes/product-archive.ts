import type { RouteHandle } from '../../server/http/validation/route-table'
import { archivePatterns } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { archiveResponse } from '../sheets/archive.server'
import { productAt } from '../sheets/product-sheet.server'

export const handle = { kind: 'archive' } satisfies RouteHandle

/** Serves all files of a product, at the address of either of its screens with ".zip". */
export const loader = fileLoader(archivePatterns.product, async (args) => {
  const { product, path } = await productAt(args)
  const title = product.postTitle
  return archiveResponse(args, { title, path, products: [{ title, path, product }] })
})
