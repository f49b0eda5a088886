import type { Spec, Pause, ProductCard } from '../../content/content.server'
import { valuesOf, type SpecValue, slugOf, intervalText } from './spec-values.server'
import type { Selectors } from '../../content/loaders.server'
import type { Language } from '../../language/languages'
import { pairsOf, type Selection } from './selection.server'
import { noCell, type Label, type SpecIndex } from './spec-index.server'

/** A value under a label; products with equal values share it. */
export interface Cell {
  /** The displayed text, without its unit. */
  text: string
  unit: string
  values: SpecValue[]
}

export type LabelCells = ReturnType<ReturnType<typeof labelCells>>

/**
 * Maximum number of list values in the cells of an index; further lists count as one value each.
 */
const maxValuesOfLabels = 50_000

/** Creates the cells of an index's labels. */
export function labelCells() {
  let listed = 0

  /** Returns the cells of one label. */
  return ({ unit: usualUnit }: LabelUsage) => {
    const cells: Cell[] = []
    const numbers = new Map<string, number>()

    /** Parses values; numbers in another unit cannot be compared, so they count as words. */
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
        // Texts of the content never contain NUL.
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

/** Usage of a label in a list. */
export interface LabelUsage {
  slug: string
  /** In the page's language. */
  name: string
  /** Number of products that state it, themselves or in a variant. */
  productCount: number
  /** Its mean position among their specifications. */
  position: number
  /** Its most common unit, in English. */
  unit: string
}

/** Exceeds the number of filters and columns. */
const maxLabels = 24
/** Maximum number of labels counted per list. */
const maxCounted = 5_000
/** A label beyond these positions must be stated by a third of the products. */
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
  /** By English name: several names may have the same slug. */
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
     * Lists labels for filters, columns and orders: those of at least two products, stated by a
     * third of all products or among their first specifications. In the products' order.
     */
    commonLabels: (productCount: number) =>
      [...counts.values()]
        .map(usageOf)
        .filter((usage) => isCommon(usage, productCount))
        .sort((a, b) => b.productCount - a.productCount || a.position - b.position)
        .slice(0, maxLabels)
        .sort((a, b) => a.position - b.position),
    /** Returns the slug of a counted label. */
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

/** A value of a product or one of its variants under one label. */
export interface StatedSpec {
  /** The product's number in its list. */
  product: number
  /** The variant's number in the product; `noVariant` for the product itself. */
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
 * Visits all specifications of a list in order: each product's own, then its variants'. Each is
 * paired with its English translation by product and position, where both languages have equally
 * many.
 * @param english the same products in English; null if unavailable
 * @param visit receives the same object each time, since a list has some hundred thousand
 * specifications
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
/** Maximum number of variant values listed in a field. */
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
  return texts.join(language === 'Ar' ? '، ' : ', ')
}

function textOf({ text, unit }: Cell, label: Label) {
  return unit === label.unit ? text : `${text} ${unit}`
}
