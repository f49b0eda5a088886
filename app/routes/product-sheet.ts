import { addresses, screenAt, screens, sheetPatterns } from '../addresses'
import { optional } from '../content/content.server'
import { fileLoader } from '../content/loaders.server'
import { canonicalPathsOf } from '../site/search.server'
import { productDocument } from '../sheets/product-sheet.server'
import { sheetResponse } from '../sheets/sheet-response.server'

/** Serves the sheet of a product, at the address of either of its screens with ".pdf". */
export const loader = fileLoader(sheetPatterns.product, async (args) => {
  const { content, params, request } = args
  const { pathname } = new URL(request.url)
  const isByPost = screenAt(pathname.replace(/\.pdf$/i, '')) === screens.productsDetails
  async function make() {
    if (!isByPost) {
      const product = await content.getProduct(params.id)
      return productDocument(content, product, addresses.product(params.id))
    }
    const product = await content.getSolutionProduct(params.id)
    const canonical = (await optional(canonicalPathsOf([product], content)))?.get(product.postID)
    return productDocument(content, product, canonical ?? addresses.productByPost(params.id))
  }
  return sheetResponse(args, make, 480)
})
