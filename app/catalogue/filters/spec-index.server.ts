import type { ProductCard, Spec } from '../../content/content.server'
import { createLabelCount, type LabelUsage } from './common-labels.server'
import { createLabelCells, type Cell } from './label-cells.server'
import { noVariant, visitSpecs, type StatedSpec } from './translated-specs.server'

/** One label of a list, with what each product states under it. */
export interface Label extends LabelUsage {
  /** In the page's language. */
  unit: string
  cells: Cell[]
  /** For each row of the index the number of its cell, or `noCell`. */
  cellOfRow: Int32Array
  /** For each product the number of its own cell; `noCell` if only its variants or none have one. */
  cellOfProduct: Int32Array
}

export const noCell = -1

/**
 * The specifications of a list by label. A row is a variant, its values completed by those of its product;
 * a product without variants is one row.
 */
export interface SpecIndex {
  /** For each row the number of its product, ascending. */
  productOfRow: Int32Array
  productCount: number
  labels: Label[]
}

/** @param english the same products in English, which names labels in addresses; null if unavailable */
export function indexSpecs(
  products: readonly ProductCard[],
  english: readonly ProductCard[] | null,
): SpecIndex {
  const count = createLabelCount()
  visitSpecs(products, english, (stated) => count.add(stated))
  const { productOfRow, firstRows } = rowsOf(products)
  const builders = new Map(
    count
      .commonLabels(products.length)
      .map((usage) => [usage.slug, createLabel(usage, firstRows, productOfRow.length)]),
  )
  visitSpecs(products, english, (stated) =>
    builders.get(count.slugOf(stated.english.name))?.add(stated),
  )
  const labels = [...builders.values()].map(({ finish }) => finish())
  return { productOfRow, productCount: products.length, labels }
}

/** @returns the product of each row; the first row of each product, and after them the number of rows */
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

function createLabel(usage: LabelUsage, firstRows: number[], rowCount: number) {
  const cells = createLabelCells(usage)
  const cellOfRow = new Int32Array(rowCount).fill(noCell)
  const cellOfProduct = new Int32Array(firstRows.length - 1).fill(noCell)
  const last = { product: -1, variant: noVariant, spec: emptySpec, english: emptySpec }

  return {
    add({ product, variant, spec, english }: StatedSpec) {
      const isAgain = last.product === product && last.variant === variant
      last.product = product
      last.variant = variant
      last.spec = isAgain ? joined(last.spec, spec) : spec
      last.english = isAgain ? joined(last.english, english) : english
      const cell = cells.numberOf(last.spec, last.english)
      const firstRow = firstRows[product] ?? 0
      if (variant === noVariant) {
        cellOfProduct[product] = cell
        const endRow = firstRows[product + 1] ?? firstRow
        for (let row = firstRow; row < endRow; row += 1) cellOfRow[row] = cell
      } else cellOfRow[firstRow + variant] = cell
    },
    finish: (): Label => ({
      ...usage,
      unit: cells.unit(),
      cells: cells.cells,
      cellOfRow,
      cellOfProduct,
    }),
  }
}

const emptySpec: Spec = { name: '', value: '', unit: '' }

/** A label that stands twice in a product has the values of both. */
function joined(known: Spec, { value }: Spec): Spec {
  return { ...known, value: `${known.value}, ${value}` }
}
