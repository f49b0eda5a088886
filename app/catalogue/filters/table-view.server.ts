import { type Cell, maxListed } from './spec-index.server'
import { intervalText } from './spec-values.server'
import type { Selectors } from '../../content/loaders.server'
import { languages, type Language } from '../../language/languages'
import { pairsOf, type Selection } from './selection.server'
import { noCell, type Label, type SpecIndex } from './spec-index.server'

/** The products of a page as a table. */
export interface TableView {
  /** The header of the name column. */
  name: ColumnView
  columns: (ColumnView & { title: string; unit: string })[]
  /** The column texts of each product; empty for none. */
  rows: string[][]
}

/** A column's sort link, which reverses the order if the list is sorted by it. */
interface ColumnView {
  to: string
  order?: 'ascending' | 'descending'
}

const maxColumns = 8

/** @param products the products' numbers in the index */
export function tableOf(
  index: SpecIndex,
  products: number[],
  selection: Selection,
  hrefOf: (selectors: Selectors) => string,
  language: Language,
): TableView {
  const labels = columnsOf(index)

  function columnOf(label: Label | null): ColumnView {
    const { order } = selection
    const isSorted = order !== null && order.label === label
    const isDescending = isSorted && !order.isDescending
    return {
      to: hrefOf(pairsOf({ ...selection, order: { label, isDescending } })),
      ...(isSorted && { order: order.isDescending ? 'descending' : 'ascending' }),
    }
  }

  return {
    name: columnOf(null),
    columns: labels.map((label) => ({
      ...columnOf(label),
      title: label.name,
      unit: label.unit,
    })),
    rows: products.map((product) =>
      labels.map((label) => fieldOf(label, product, index, language)),
    ),
  }
}

/** Returns the most common labels, in list order. */
function columnsOf({ labels }: SpecIndex) {
  const common = [...labels].sort((a, b) => b.productCount - a.productCount).slice(0, maxColumns)
  return common.sort((a, b) => a.position - b.position)
}

/** Returns a product's own value, otherwise its variants'. */
function fieldOf(label: Label, product: number, { productOfRow }: SpecIndex, language: Language) {
  const own = label.cells[label.cellOfProduct[product] ?? noCell]
  if (own) return textOf(own, label)
  const cells = new Set<Cell>()
  for (let row = productOfRow.indexOf(product); productOfRow[row] === product; row += 1) {
    const cell = label.cells[label.cellOfRow[row] ?? noCell]
    if (cell) cells.add(cell)
  }
  return variantsText([...cells], label, language)
}

function variantsText(cells: Cell[], label: Label, language: Language) {
  const intervals = cells.flatMap(({ values }) => values.map(({ interval }) => interval))
  const numbers = intervals.filter((interval) => interval !== null)
  if (numbers.length > 1 && numbers.length === intervals.length) {
    const min = Math.min(...numbers.map((interval) => interval.min))
    const max = Math.max(...numbers.map((interval) => interval.max))
    return intervalText({ min, max })
  }
  const texts = cells.slice(0, maxListed).map((cell) => textOf(cell, label))
  if (cells.length > maxListed) texts.push('…')
  return texts.join(languages[language].comma)
}

function textOf({ text, unit }: Cell, label: Label) {
  return unit === label.unit ? text : `${text} ${unit}`
}
