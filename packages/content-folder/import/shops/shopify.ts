import type { CatalogueWriter, ForeignProduct, SpecPair } from '../catalogue.ts'
import { cellReader, isNo, LeftOut, withOnlyCode } from './cells.ts'
import type { ForeignTable } from '../open-table.ts'

const handleHeading = /^(?:url )?handle$/
const pictureHeading = /^(?:image src|product image url)$/

/** Reads Shopify's export of products: rows of one handle are a product, its variants, and its further pictures. */
export async function readShopify(
  table: ForeignTable,
  catalogue: CatalogueWriter,
): Promise<string[]> {
  const { cell, columns } = cellReader(table)
  const nameColumns = columns(/^option(\d) name$/)
  const valueColumns = new Map(columns(/^option(\d) value$/).map(({ part, at }) => [part, at]))
  const metafields = columns(/^(.+) \(product\.metafields\..*\)$/)
  const leftOut = new LeftOut()
  let handle = ''
  let product: ForeignProduct | null = null
  let options: (readonly [label: string, at: number])[] = []
  /** What the variants without a code of their own are, by the name of the option. */
  let codeless = new Map<string, Set<string>>()

  function begin(row: string[]): ForeignProduct | null {
    const state = cell(row, /^status$/).toLowerCase()
    const isUnpublished = isNo(cell(row, /^published(?: on online store)?$/))
    if (isUnpublished || (state !== '' && state !== 'active')) {
      leftOut.add(state === 'archived' ? 'archived products' : 'drafts and unpublished products')
      return null
    }
    const path = cell(row, /^product category$/).split(/\s*>\s*/)
    const type = cell(row, /^type$/)
    const [first = ''] = path
    codeless = new Map()
    options = nameColumns.flatMap(({ at, part }) => {
      const valueAt = valueColumns.get(part)
      // A product without options has one option of this name.
      const isNone = /^title$/i.test(row[at] ?? '')
      return valueAt === undefined || !row[at] || isNone ? [] : [[row[at], valueAt] as const]
    })
    return {
      path: type === '' ? [first, ...path.slice(-1)] : [first, type].filter(Boolean),
      ...{ name: cell(row, /^title$/), id: handle, variants: [] },
      ...{ details: cell(row, /^(?:body \(html\)|description)$/), pictures: [] },
      specs: metafields.flatMap(({ at, heading }) => {
        const label = heading.replace(/\s*\([^()]*\)$/, '')
        const isOption = options.some(([name]) => name.toLowerCase() === label.toLowerCase())
        return row[at] && !isOption ? [[label, row[at]] as const] : []
      }),
    }
  }

  function end() {
    if (!product) return
    if (product.variants.length === 0)
      product.specs.push(
        ...[...codeless].map(([label, of]) => [label, [...of].join(', ')] as const),
      )
    catalogue.add(withOnlyCode(product))
  }

  for await (const row of table.rows) {
    const own = cell(row, handleHeading)
    if (own !== handle || product === null) {
      if (own === handle) continue
      end()
      handle = own
      product = begin(row)
      if (product === null) continue
    }
    const specs = options.flatMap(([label, at]): SpecPair[] => (row[at] ? [[label, row[at]]] : []))
    // The export puts an apostrophe before codes of digits.
    const code = cell(row, /^(?:variant )?sku$/).replace(/^'/, '')
    const picture = cell(row, /^variant image(?: url)?$/)
    if (code !== '') product.variants.push({ code, specs, picture })
    else if (specs.length > 0) {
      leftOut.add('variants without a SKU')
      for (const [label, value] of specs)
        codeless.set(label, (codeless.get(label) ?? new Set()).add(value))
    }
    const image = cell(row, pictureHeading)
    if (image !== '') product.pictures.push(image)
  }
  end()
  return leftOut.list()
}
