import type { CatalogueWriter, SpecPair } from '../catalogue.ts'
import { cellReader, deepestOf, isNo, LeftOut, listOf } from './cells.ts'
import type { ForeignTable } from '../open-table.ts'

/** Reads PrestaShop's list of products, as its import takes it and its pages offer it. */
export async function readPrestaShop(
  table: ForeignTable,
  catalogue: CatalogueWriter,
): Promise<string[]> {
  const { cell, columns } = cellReader(table)
  const measures = columns(/^(manufacturer|brand|width|height|depth|weight)(?: \(.*\))?$/)
  const leftOut = new LeftOut()
  for await (const row of table.rows) {
    if (isNo(cell(row, /^(?:active.*|status|enabled)$/))) {
      leftOut.add('products that are not active')
      continue
    }
    const names = listOf(cell(row, /^categor(?:y|ies).*$/)).filter(
      (name) => !/^(?:home|root)$/i.test(name),
    )
    const paths = names.map((name) => name.split(/\s*[/>]\s*/))
    if (names.length > 1) catalogue.counts.moreCategories += 1
    catalogue.add({
      // The first of several categories is the one that the shop leads to.
      path: paths.some((path) => path.length > 1) ? deepestOf(paths) : names.slice(0, 1),
      ...{ name: cell(row, /^name ?\*?$/), code: cell(row, /^reference(?: ?#)?$/), variants: [] },
      subTitle: cell(row, /^(?:summary|short description)$/),
      details: cell(row, /^description$/),
      id: cell(row, /^url rewritten$/),
      pictures: listOf(cell(row, /^image(?: urls.*)?$/)),
      specs: [
        ...featuresOf(cell(row, /^feature ?\(.*\)$/)),
        ...measures.flatMap(({ at, heading }): SpecPair[] =>
          row[at] && Number(row[at]) !== 0 ? [[heading, row[at]]] : [],
        ),
      ],
    })
  }
  return leftOut.list()
}

/** Parses "Colour:Red:1:0,Material:Copper:2": name, value, position, and whether it is of this product alone. */
function featuresOf(cell: string): SpecPair[] {
  return listOf(cell).flatMap((part): SpecPair[] => {
    const [label = '', value = ''] = part.split(':')
    return value.trim() === '' ? [] : [[label, value]]
  })
}
