import type { CatalogueWriter, ForeignProduct, SpecPair } from '../catalogue.ts'
import { cellReader, deepestOf, isInSeveral, isNo, LeftOut, listOf, maxWaiting } from './cells.ts'
import type { ForeignTable } from '../open-table.ts'

/**
 * Reads WooCommerce's export of products: variations are rows of their own, which name their product by its SKU, or by
 * "id:" and its number.
 */
export async function readWooCommerce(
  table: ForeignTable,
  catalogue: CatalogueWriter,
): Promise<string[]> {
  const { cell, columns } = cellReader(table)
  const attributeNames = columns(/^attribute (\d+) name$/)
  const valueColumns = new Map(
    columns(/^attribute (\d+) value\(s\)$/).map(({ part, at }) => [part, at]),
  )
  const shownColumns = new Map(
    columns(/^attribute (\d+) visible$/).map(({ part, at }) => [part, at]),
  )
  const measures = columns(/^(\S+ \((?:kg|g|lbs|oz|m|cm|mm|in|yd|كجم|كغ|جم|غ|م|سم|مم)\)|brands?)$/)
  const found: ForeignProduct[] = []
  const byReference = new Map<string, ForeignProduct>()
  const variations: { parent: string; code: string; specs: SpecPair[]; picture: string }[] = []
  const leftOut = new LeftOut()

  const attributesOf = (row: string[], isVariation: boolean): SpecPair[] =>
    attributeNames.flatMap(({ at, part }) => {
      const isHidden = !isVariation && isNo(row[shownColumns.get(part) ?? -1] ?? '')
      const values = listOf(row[valueColumns.get(part) ?? -1] ?? '').join(', ')
      return isHidden || values === '' ? [] : [[row[at] ?? '', values] as const]
    })
  const measuresOf = (row: string[]): SpecPair[] =>
    measures.flatMap(({ at, heading }) =>
      row[at] && row[at] !== '0' ? [[heading, row[at]] as const] : [],
    )

  for await (const row of table.rows) {
    const kinds = listOf(cell(row, /^type$/).toLowerCase())
    const code = cell(row, /^sku$/)
    const [picture = '', ...others] = listOf(cell(row, /^images$/))
    const state = cell(row, /^published$/)
    if (isNo(state)) leftOut.add(state === '-1' ? 'drafts' : 'private products')
    else if (kinds.includes('variation')) {
      const specs = [...attributesOf(row, true), ...measuresOf(row)]
      variations.push({ parent: cell(row, /^parent$/), code, specs, picture })
    } else if (/^hidden$/i.test(cell(row, /^visibility in catalog$/)))
      leftOut.add('hidden products')
    else {
      const paths = listOf(cell(row, /^categories$/)).map((path) => path.split(/\s*>\s*/))
      if (isInSeveral(paths)) catalogue.counts.moreCategories += 1
      const product: ForeignProduct = {
        ...{ path: deepestOf(paths), name: cell(row, /^name$/), code },
        subTitle: withLineBreaks(cell(row, /^short description$/)),
        details: withLineBreaks(cell(row, /^description$/)),
        pictures: [picture, ...others].filter(Boolean),
        ...{
          specs: [...attributesOf(row, kinds.includes('variable')), ...measuresOf(row)],
          variants: [],
        },
      }
      // In a large catalogue, only products that can have variations wait for them.
      if (found.length >= maxWaiting && !kinds.includes('variable')) {
        catalogue.add(product)
        continue
      }
      const id = cell(row, /^id$/)
      found.push(product)
      if (code !== '') byReference.set(code, product)
      if (id !== '') byReference.set(`id:${id}`, product)
    }
  }
  for (const { parent, code, specs, picture } of variations) {
    const product = byReference.get(parent)
    if (!product) leftOut.add('variations whose product is not there')
    else if (code === '' || code === product.code)
      leftOut.add('variations without a SKU of their own')
    else product.variants.push({ code, specs, picture })
  }
  for (const product of found) catalogue.add(product)
  return leftOut.list()
}

/** The export writes line breaks of texts as two characters. */
function withLineBreaks(text: string) {
  return text.replaceAll('\\n', '\n')
}
