import { addresses, screenAt, screens, sheetPatterns } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { productDocument } from '../sheets/product-sheet.server'
import { sheetResponse } from '../sheets/sheet-response.server'

/** Serves the sheet of a product, at the address of either of its screens with ".pdf". */
export const loader = fileLoader(sheetPatterns.product, async (args) => {
  const { content, params, request } = args
  const { pathname } = new URL(request.url)
  const isByPost = screenAt(pathname.replace(/\.pdf$/i, '')) === screens.productsDetails
  const path = isByPost ? addresses.productByPost(params.id) : addresses.product(params.id)
  const read = isByPost ? content.getSolutionProduct : content.getProduct
  const make = async () => productDocument(content, await read(params.id), path)
  return sheetResponse(args, make, 800)
})
