import type { Spec, Pause, ProductCard } from '../../content/content.server'
import { valuesOf, type SpecValue, slugOf, intervalText } from './spec-values.server'
import type { Selectors } from '../../content/loaders.server'
import type { Language } from '../../language/languages'
import { pairsOf, type Selection } from './selection.server'
import { noCell, type Label, type SpecIndex } from './spec-index.server'

/** What products state under a label; equal ones share one. */
export interface Cell {
  /** As the page shows it, without its unit. */
  text: string
  unit: string
  values: SpecValue[]
}

export type LabelCells = ReturnType<ReturnType<typeof labelCells>>

/** The lists in the cells of an index have so many values together; further lists are one value each. */
const maxValuesOfLabels = 50_000

/** The cells of the labels of one index. */
export function labelCells() {
  let listed = 0

  /** Finds the cell of each specification of one label. */
  return ({ unit: usualUnit }: LabelUsage) => {
    const cells: Cell[] = []
    const numbers = new Map<string, number>()

    /** Numbers in another unit cannot be compared with the others, so they are words. */
    function valuesIn({ value, unit }: Spec, english: Spec): SpecValue[] {
      if (english.unit !== usualUnit) {
        const key = `${english.value} ${english.unit}`.trim()
        return [{ key, text: `${value} ${unit}`.trim(), interval: null }]
      }
      const values = valuesOf(value, english.value)
      if (values.length <= 1) return values
      listed += values.length
      return listed <= maxValuesOfLabels
        ? values
        : [{ key: english.value, text: value, interval: null }]
    }

    return {
      cells,
      /** @returns the number of its cell */
      numberOf(spec: Spec, english: Spec): number {
        const texts = [spec.value]
        if (english.value !== spec.value) texts.push(english.value)
        if (english.unit !== usualUnit) texts.push('', english.unit)
        // No text of the content has this character.
        const name = texts.join('\0')
        const known = numbers.get(name)
        if (known !== undefined) return known
        numbers.set(name, cells.length)
        return (
          cells.push({ text: spec.value, unit: spec.unit, values: valuesIn(spec, english) }) - 1
        )
      },
      /** The usual unit, in the page's language. */
      unit(): string {
        return (
          cells.find(({ values }) => values.some(({ interval }) => interval))?.unit ??
          cells[0]?.unit ??
          ''
        )
      },
    }
  }
}

/** How a label is used in a list. */
export interface LabelUsage {
  slug: string
  /** In the page's language. */
  name: string
  /** The number of products that have it, themselves or in a variant. */
  productCount: number
  /** Its mean position among the specifications of these. */
  position: number
  /** Its most common unit, in English. */
  unit: string
}

/** More labels than filters and columns together. */
const maxLabels = 24
/** Further labels of a list are not counted. */
const maxCounted = 5_000
/** A label further back than this has to stand on a third of the products. */
const firstPositions = 3

interface Count {
  slug: string
  name: string
  productCount: number
  positions: number
  lastProduct: number
  units: Map<string, number>
}

/** Counts the labels of a list. */
export function createLabelCount() {
  const counts = new Map<string, Count>()
  /** By English name: several may have the same slug. */
  const countsByName = new Map<string, Count>()

  function newCount(englishName: string, name: string) {
    const slug = slugOf(englishName)
    const none = { productCount: 0, positions: 0, lastProduct: -1, units: new Map() }
    const count = counts.get(slug) ?? { slug, name, ...none }
    if (counts.size < maxCounted) counts.set(slug, count)
    countsByName.set(englishName, count)
    return count
  }

  return {
    add({ product, position, spec, english }: StatedSpec) {
      const count = countsByName.get(english.name) ?? newCount(english.name, spec.name)
      count.units.set(english.unit, (count.units.get(english.unit) ?? 0) + 1)
      if (count.lastProduct === product) return
      count.lastProduct = product
      count.productCount += 1
      count.positions += position
    },
    /**
     * The labels that filters, columns and orders may use: those of two products at least, on a third of
     * all products or among their first specifications. In the order in which the products state them.
     */
    commonLabels: (productCount: number) =>
      [...counts.values()]
        .map(usageOf)
        .filter((usage) => isCommon(usage, productCount))
        .sort((a, b) => b.productCount - a.productCount || a.position - b.position)
        .slice(0, maxLabels)
        .sort((a, b) => a.position - b.position),
    /** The slug of a counted label. */
    slugOf: (englishName: string) => countsByName.get(englishName)?.slug ?? '',
  }
}

function isCommon({ slug, productCount, position }: LabelUsage, ofProducts: number) {
  const isFrequent = productCount >= ofProducts / 3 || position < firstPositions
  return slug !== '' && productCount >= 2 && isFrequent
}

function usageOf({ slug, name, productCount, positions, units }: Count): LabelUsage {
  const [unit = ''] = [...units].sort(([, a], [, b]) => b - a)[0] ?? []
  return { slug, name, productCount, position: positions / productCount, unit }
}

/** What a product or one of its variants states under one label. */
export interface StatedSpec {
  /** The number of the product in its list. */
  product: number
  /** The number of the variant in the product; `noVariant` for the product itself. */
  variant: number
  /** Its position in its list of specifications. */
  position: number
  /** In the page's language. */
  spec: Spec
  /** In English; the same object if there is no translation. */
  english: Spec
}

export const noVariant = -1

/**
 * Visits all specifications of a list, in its order: of each product its own, then those of its variants.
 * Each is paired with its English translation by product and position, where both languages have the same
 * number of them.
 * @param english the same products in English; null if unavailable
 * @param visit gets the same object each time: a list has some hundred thousand specifications
 * @param pause awaited after each product
 */
export async function visitSpecs(
  products: readonly ProductCard[],
  english: readonly ProductCard[] | null,
  visit: (stated: Readonly<StatedSpec>) => void,
  pause: Pause,
) {
  const translations =
    english === products ? null : new Map(english?.map((post) => [post.postID, post]))
  const none: Spec = { name: '', value: '', unit: '' }
  const stated: StatedSpec = { product: 0, variant: 0, position: 0, spec: none, english: none }

  function visitList(product: number, variant: number, specs: Spec[], translated?: Spec[]) {
    const paired = translated?.length === specs.length ? translated : specs
    stated.product = product
    stated.variant = variant
    for (const [position, spec] of specs.entries()) {
      stated.position = position
      stated.spec = spec
      stated.english = paired[position] ?? spec
      visit(stated)
    }
  }

  for (const [number, product] of products.entries()) {
    const translation = translations?.get(product.postID)
    visitList(number, noVariant, product.postSpecs, translation?.postSpecs)
    const { postVariants: variants } = product
    const paired =
      translation?.postVariants.length === variants.length ? translation.postVariants : variants
    for (const [variant, { specs }] of variants.entries()) {
      visitList(number, variant, specs, paired[variant]?.specs)
    }
    await pause()
  }
}

/** The products of a page as a table. */
export interface TableView {
  /** The head of the column of names. */
  name: ColumnView
  columns: (ColumnView & { title: string; unit: string })[]
  /** For each product the texts of its columns; empty for none. */
  rows: string[][]
}

/** A column's link, which sorts by it, and turns the order around if the list is sorted so. */
interface ColumnView {
  to: string
  order?: 'ascending' | 'descending'
}

const maxColumns = 8
/** Values of a product's variants in one field. */
const maxListed = 3

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

/** The most common labels, in the order of the list. */
function columnsOf({ labels }: SpecIndex) {
  const common = [...labels].sort((a, b) => b.productCount - a.productCount).slice(0, maxColumns)
  return common.sort((a, b) => a.position - b.position)
}

/** A product's own value, else those of its variants. */
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
  return texts.join(language === 'Ar' ? '، ' : ', ')
}

function textOf({ text, unit }: Cell, label: Label) {
  return unit === label.unit ? text : `${text} ${unit}`
}
