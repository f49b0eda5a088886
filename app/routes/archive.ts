import type { RouteHandle } from '../../server/http/validation/route-table'
import { archivePath, screens } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { archiveResponse, typeArchive } from '../sheets/archive.server'
import { productAt, screenOfFile } from '../sheets/product-sheet.server'

export const handle = { kind: 'archive' } satisfies RouteHandle

/** Serves all files of a product or of a type's products, at the address of its screen with ".zip". */
export const loader = fileLoader(archivePath(screens.productDetails), async (args) => {
  if (screenOfFile(args.request) === screens.products) {
    return archiveResponse(args, await typeArchive(args.content, args.params.id))
  }
  const { product, path } = await productAt(args)
  const title = product.postTitle
  return archiveResponse(args, { title, path, products: [{ title, path, product }] })
})
