import type { Spec } from '../../content/content.server'
import { type Cell, maxListed, noCell, type Label, type SpecIndex } from './spec-index.server'
import type { Facet } from './facets.server'
import { intervalText } from './spec-values.server'
import type { Selectors } from '../../views/list-page.server'
import { languages, type Language } from '../../language/languages'
import { pairsOf, type Selection } from './selection.server'

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

/**
 * Builds the table of some products.
 * @param facets the list's filters, whose labels are the first columns
 * @param products the products' numbers in the index
 * @param fits whether the text of a field fits the page
 */
export function tableOf(
  index: SpecIndex,
  facets: readonly Facet[],
  products: number[],
  selection: Selection,
  hrefOf: (selectors: Selectors) => string,
  language: Language,
  fits: (text: string) => boolean,
): TableView {
  const labels = columnsOf(index, facets)

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
      labels.map((label) => {
        const text = fieldOf(label, product, index, language)
        return fits(text) ? text : '…'
      }),
    ),
  }
}

/** Returns the labels of the filters in their order, then those that are the same for all products. */
function columnsOf({ labels }: SpecIndex, facets: readonly Facet[]) {
  return [...new Set([...facets.map(({ label }) => label), ...labels])].slice(0, maxColumns)
}

/** The cells of a product under a label: its own, otherwise its variants'. */
function cellsOf({ cells, cellOfProduct, cellOfRow }: Label, product: number, index: SpecIndex) {
  const own = cells[cellOfProduct[product] ?? noCell]
  if (own) return { own, cells: [own] }
  const { productOfRow } = index
  const ofVariants = new Set<Cell>()
  for (let row = productOfRow.indexOf(product); productOfRow[row] === product; row += 1) {
    const cell = cells[cellOfRow[row] ?? noCell]
    if (cell) ofVariants.add(cell)
  }
  return { own, cells: [...ofVariants] }
}

/** Returns a product's own value, otherwise its variants', without the label's unit. */
function fieldOf(label: Label, product: number, index: SpecIndex, language: Language) {
  const { own, cells } = cellsOf(label, product, index)
  return own ? cellTextOf(own, label) : variantsText(cells, label, language)
}

/**
 * Returns the specifications of a product in the order in which its content has them, the most important first. What only its
 * order codes state of the filters of its list comes before: it tells the products of a series apart.
 */
export function specsInOrder(
  index: SpecIndex,
  facets: readonly Facet[],
  product: number,
  own: readonly Spec[],
  language: Language,
): Spec[] {
  const stated = new Set(own.map(({ name }) => name))
  const ofCodes = facets
    .filter(({ label }) => !stated.has(label.name))
    .map(({ label }): Spec => {
      const isUsual = cellsOf(label, product, index).cells.every(({ unit }) => unit === label.unit)
      const value = fieldOf(label, product, index, language)
      return { name: label.name, value, unit: isUsual ? label.unit : '' }
    })
  return [...ofCodes.filter(({ value }) => value !== ''), ...own]
}

function variantsText(cells: Cell[], label: Label, language: Language) {
  const intervals = cells.flatMap(({ values }) => values.map(({ interval }) => interval))
  const numbers = intervals.filter((interval) => interval !== null)
  if (numbers.length > 1 && numbers.length === intervals.length) {
    const min = Math.min(...numbers.map((interval) => interval.min))
    const max = Math.max(...numbers.map((interval) => interval.max))
    return intervalText({ min, max })
  }
  const texts = cells.slice(0, maxListed).map((cell) => cellTextOf(cell, label))
  if (cells.length > maxListed) texts.push('…')
  return texts.join(languages[language].comma)
}

function cellTextOf({ text, unit }: Cell, label: Label) {
  return unit === label.unit ? text : `${text} ${unit}`
}
