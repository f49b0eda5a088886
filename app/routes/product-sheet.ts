import { sheetPatterns } from '../addresses'
import { fileLoader } from '../content/loaders.server'
import { productAt, productDocument } from '../sheets/product-sheet.server'
import { sheetResponse } from '../sheets/sheet-response.server'

/** Serves the sheet of a product, at the address of either of its screens with ".pdf". */
export const loader = fileLoader(sheetPatterns.product, async (args) => {
  async function make() {
    const { product, path } = await productAt(args)
    return productDocument(args.content, product, path)
  }
  return sheetResponse(args, make, 480)
})
