import { type SpecValue, valuesOf, slugOf } from './spec-values.server'
import type { Spec, ProductCard, Pause } from '../../content/content.server'
import { languages, type Language } from '../../language/languages'
import { isRating } from '../../views/product-view.server'

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
      return {
        ...usage,
        unit: cells.unit(),
        cells: withSplitPairs(cells.cells),
        cellOfRow,
        cellOfProduct,
      }
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

/** A value under a label; products with equal values share it. */
export interface Cell {
  /** The displayed text, without its unit. */
  text: string
  unit: string
  values: SpecValue[]
}

/**
 * Splits pairs such as "230/400" where a product of the list states one of the numbers alone: the pair counts for both.
 * Otherwise it names one value, such as the "0.6/1" kV of cables.
 */
function withSplitPairs(cells: Cell[]): Cell[] {
  const values = cells.flatMap((cell) => cell.values)
  const alone = new Set(values.flatMap(({ key, interval }) => (interval ? key : [])))
  const split = (value: SpecValue) => {
    const isPair = /^[\d.,]+(?: ?\/ ?[\d.,]+)+$/.test(value.key)
    const list = value.key.replaceAll('/', ';')
    const parts = isPair ? valuesOf(list, list) : []
    return parts.some(({ key }) => alone.has(key)) ? parts : value
  }
  return cells.map((cell) => ({ ...cell, values: cell.values.flatMap(split) }))
}

type LabelCells = ReturnType<ReturnType<typeof labelCells>>

/**
 * Maximum number of list values in the cells of an index; further lists count as one value each.
 */
const maxValuesOfLabels = 50_000

/** Creates the cells of an index's labels. */
function labelCells() {
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
interface LabelUsage {
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
function createLabelCount() {
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
interface StatedSpec {
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

const noVariant = -1

/**
 * Visits all specifications of a list in order: each product's own, then its variants'. Each is
 * paired with its English translation by product and position, where both languages have equally
 * many.
 * @param english the same products in English; null if unavailable
 * @param visit receives the same object each time, since a list has some hundred thousand
 * specifications
 * @param pause awaited after each product
 */
async function visitSpecs(
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
      if (!isRating(spec)) continue
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

/** Maximum number of variant values listed in a field. */
export const maxListed = 3
