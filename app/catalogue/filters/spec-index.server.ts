import { languages, type Language } from '../../language/languages'
import type { Pause, ProductCard } from '../../content/content.server'
import {
  createLabelCount,
  type LabelUsage,
  labelCells,
  type Cell,
  type LabelCells,
  noVariant,
  visitSpecs,
  type StatedSpec,
} from './table-view.server'

const collators = new Map<Language, Intl.Collator>()

/**
 * Returns a collator for the language's alphabet that compares numbers by size: "TM63" before
 * "TM125".
 */
export function collatorOf(language: Language): Intl.Collator {
  const collator =
    collators.get(language) ?? new Intl.Collator(languages[language].intl, { numeric: true })
  collators.set(language, collator)
  return collator
}

/** One label of a list, with each product's values. */
export interface Label extends LabelUsage {
  /** In the page's language. */
  unit: string
  cells: Cell[]
  /** The cell number of each row of the index, or `noCell`. */
  cellOfRow: Int32Array
  /** The number of each product's own cell; `noCell` if only its variants or none have one. */
  cellOfProduct: Int32Array
}

export const noCell = -1

/**
 * The specifications of a list by label. A row is a variant, completed with its product's values; a
 * product without variants is one row.
 */
export interface SpecIndex {
  /** The product number of each row, ascending. */
  productOfRow: Int32Array
  productCount: number
  labels: Label[]
}

/**
 * Indexes a list in steps, in time and memory proportional to its texts, which may be 8 MB.
 * @param english the same products in English, which names labels in addresses; null if unavailable
 */
export async function indexSpecs(
  products: readonly ProductCard[],
  english: readonly ProductCard[] | null,
  pause: Pause,
): Promise<SpecIndex> {
  const count = createLabelCount()
  await visitSpecs(products, english, (stated) => count.add(stated), pause)
  const { productOfRow, firstRows } = rowsOf(products)
  const newCells = labelCells()
  const builders = new Map(
    count
      .commonLabels(products.length)
      .map((usage) => [usage.slug, createLabel(usage, newCells(usage), firstRows)]),
  )
  await visitSpecs(
    products,
    english,
    (stated) => builders.get(count.slugOf(stated.english.name))?.add(stated),
    pause,
  )
  const labels = [...builders.values()].map(({ finish }) => finish())
  return { productOfRow, productCount: products.length, labels }
}

/**
 * @returns the product of each row; and the first row of each product, followed by the number of
 * rows
 */
function rowsOf(products: readonly ProductCard[]) {
  const firstRows = [0]
  const productOfRow: number[] = []
  for (const [product, { postVariants }] of products.entries()) {
    const rows = Math.max(1, postVariants.length)
    for (let row = 0; row < rows; row += 1) productOfRow.push(product)
    firstRows.push(productOfRow.length)
  }
  return { productOfRow: Int32Array.from(productOfRow), firstRows }
}

/** Maximum joined length of the values of a label that a product states repeatedly. */
const maxJoinedLength = 500

/** @param firstRows the first row of each product, followed by the number of rows */
function createLabel(usage: LabelUsage, cells: LabelCells, firstRows: number[]) {
  const cellOfRow = new Int32Array(firstRows.at(-1) ?? 0).fill(noCell)
  const cellOfProduct = new Int32Array(firstRows.length - 1).fill(noCell)
  let last: JoinedSpec | null = null

  function writeLast() {
    if (!last) return
    const { product, variant, spec, values, english, englishValues } = last
    const cell = cells.numberOf(
      { ...spec, value: values.join(', ') },
      { ...english, value: englishValues.join(', ') },
    )
    const firstRow = firstRows[product] ?? 0
    if (variant !== noVariant) {
      cellOfRow[firstRow + variant] = cell
      return
    }
    cellOfProduct[product] = cell
    cellOfRow.fill(cell, firstRow, firstRows[product + 1])
  }

  return {
    add({ product, variant, spec, english }: StatedSpec) {
      const length = Math.max(spec.value.length, english.value.length)
      if (last?.product !== product || last.variant !== variant) {
        writeLast()
        const [values, englishValues] = [[spec.value], [english.value]]
        last = { product, variant, spec, values, english, englishValues, length }
      } else if (last.length + length <= maxJoinedLength) {
        last.values.push(spec.value)
        last.englishValues.push(english.value)
        last.length += length
      }
    },
    finish: (): Label => {
      writeLast()
      return { ...usage, unit: cells.unit(), cells: cells.cells, cellOfRow, cellOfProduct }
    },
  }
}

/** A product's or variant's specifications under one label, joined. */
interface JoinedSpec extends Pick<StatedSpec, 'product' | 'variant' | 'spec' | 'english'> {
  values: string[]
  englishValues: string[]
  /** Total length of the longer text of each pair, UTF-16 units. */
  length: number
}
