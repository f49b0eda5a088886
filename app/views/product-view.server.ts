import {
  type Spec,
  type Variant,
  type ProductCard,
  type Content,
  optional,
  type Product,
} from '../content/content.server'
import { relationOf } from '@site/product-search/relations'
import type { Language } from '../language/languages'
import { isolate } from '@site/arabic-text/directions'
import type { AvailabilityView, availabilityWords } from './availability.server'
import { type PostView, postViewOf } from './post-view.server'

/** The variants of a product as a table. */
export interface OrderingView {
  /** The specifications in which the variants differ, in the order of their first appearance. */
  columns: Pick<Spec, 'name' | 'unit'>[]
  /** The positions of the columns that tell the rows apart. */
  telling: number[]
  /** One row per order code, with a value for each column; empty if the variant has none. */
  rows: OrderingRow[]
}

interface OrderingRow {
  code: string
  values: string[]
  /** The code with the values of the telling columns, such as `TM63-C16 · 16 A · C`: the text of a choice. */
  text: string
  /** The unit in which this order code is sold, such as "metre"; absent if only its product states one. */
  saleUnit?: string
  availability?: AvailabilityView
}

/** Number of facts in the text of an order code; more where the codes would read the same. */
const choiceFacts = 3

/** Whether a specification is one of the product itself, and names no other products. */
export function isRating(spec: Spec) {
  return !relationOf(spec)
}

/** Names of the specification that says what a quantity counts (docs/catalogue-data.md). */
const saleUnitNames = /^(?:sold by|unit of sale|وحدة البيع)$/iu

/** Returns what a quantity of a product counts, such as "metre"; empty if it does not say. */
export function saleUnitOf(specs: Spec[]) {
  const { value = '', unit = '' } = specs.find(({ name }) => saleUnitNames.test(name)) ?? {}
  return `${value} ${unit}`.trim()
}

/**
 * If the content has a code twice, the first variant is used.
 * @param wordsOf words what is stated of their availability; without it, nothing is shown of that
 */
export function orderingViewOf(
  variants: Variant[],
  language: Language,
  wordsOf?: ReturnType<typeof availabilityWords>,
): OrderingView {
  const columns = new Map<string, Pick<Spec, 'name' | 'unit'>>()
  const byCode = new Map<string, Map<string, string>>()
  const saleUnits = new Map<string, string>()
  const stocks = new Map<string, AvailabilityView | undefined>()
  for (const { code, specs, availability } of variants) {
    if (byCode.has(code)) continue
    const values = new Map<string, string>()
    for (const { name, unit, value } of specs.filter(isRating)) {
      const key = JSON.stringify([name, unit])
      columns.set(key, { name, unit })
      if (!values.has(key)) values.set(key, value)
    }
    byCode.set(code, values)
    saleUnits.set(code, saleUnitOf(specs))
    stocks.set(code, wordsOf?.(availability))
  }
  const keys = [...columns]
  const differing = keys.filter(
    ([key]) => new Set([...byCode.values()].map((values) => values.get(key))).size > 1,
  )
  // A single code differs from none: its first specifications tell what it is.
  const telling = tellingOf(differing.length > 0 ? differing : keys, [...byCode.values()])
  // Numbers that share a unit can only be told apart by their names.
  const units = keys.map(([, { unit }]) => unit)
  return {
    columns: [...columns.values()],
    telling: telling.map((column) => keys.indexOf(column)),
    rows: [...byCode].map(([code, values]) => {
      const facts = telling.flatMap(([key, { name, unit }]) => {
        const value = values.get(key)
        if (!value) return []
        // A number alone does not say what it counts.
        const isAlone = units.indexOf(unit) === units.lastIndexOf(unit)
        const text = (unit ? isAlone : /\p{L}/u.test(value)) ? value : `${name}: ${value}`
        return [unit ? `${text}\u00a0${unit}` : text]
      })
      const saleUnit = saleUnits.get(code)
      const availability = stocks.get(code)
      return {
        code,
        values: keys.map(([key]) => values.get(key) ?? ''),
        text: [code, ...facts].map((part) => isolate(part, language)).join(' · '),
        ...(saleUnit && { saleUnit }),
        ...(availability && { availability }),
      }
    }),
  }
}

/** Returns the values that tell an order code apart, each with its name: `Rated current: 16 A`. */
export function factsOf({ columns, telling }: OrderingView, { values }: OrderingRow) {
  return telling.flatMap((at) => {
    const { name = '', unit = '' } = columns[at] ?? {}
    const value = values[at]
    return value ? [`${name}: ${value}${unit && `\u00a0${unit}`}`] : []
  })
}

/** The columns without which two order codes would read the same, and the first ones of the others. */
function tellingOf<C extends readonly [string, unknown]>(
  columns: C[],
  rows: Map<string, string>[],
) {
  const countApart = (shown: C[]) =>
    new Set(rows.map((values) => JSON.stringify(shown.map(([key]) => values.get(key))))).size
  const needed: C[] = []
  for (const column of columns) {
    const apart = countApart(needed)
    if (apart === rows.length) break
    if (countApart([...needed, column]) > apart) needed.push(column)
  }
  const others = columns.filter((column) => !needed.includes(column))
  const shown = [...needed, ...others.slice(0, Math.max(choiceFacts - needed.length, 0))]
  return columns.filter((column) => shown.includes(column))
}

/** Returns the only order code of a product; null if it has several, undefined if it has none. */
export function onlyCodeOf(variants: Variant[] = []) {
  const codes = new Set(variants.map(({ code }) => code))
  return codes.size > 1 ? null : [...codes][0]
}

/**
 * Adds specifications and variants to the products of a list: those of the list itself, else those that the search
 * index knows from details, for a content API whose lists have none.
 * @param language of the list
 */
export async function withKnownSpecs<P extends ProductCard>(
  products: P[],
  language: Language,
  { readIndex }: Pick<Content, 'readIndex'>,
): Promise<P[]> {
  const hasOwn = products.some(
    ({ postSpecs, postVariants }) => postSpecs.length > 0 || postVariants.length > 0,
  )
  if (hasOwn || products.length === 0) return products
  const ids = products.map(({ postID }) => postID)
  const known = await optional(
    readIndex({ needs: 'filled' }, (index) => index.specsOf(ids, language)),
  )
  if (!known || known.found.size === 0) return products
  return products.map((product) => {
    const found = known.found.get(product.postID)
    return found ? { ...product, postSpecs: found.specs, postVariants: found.variants } : product
  })
}

/** A product, with its variants as an ordering table. */
export interface ProductView extends PostView {
  ordering: OrderingView
  /** See `saleUnitOf`. */
  saleUnit: string
}

export function productViewOf(
  { postVariants, ...post }: Product,
  language: Language,
  wordsOf?: ReturnType<typeof availabilityWords>,
): ProductView {
  const ordering = orderingViewOf(postVariants, language, wordsOf)
  const postSpecs = post.postSpecs.filter(isRating)
  return {
    ...postViewOf({ ...post, postSpecs }, language),
    ordering,
    saleUnit: saleUnitOf(postSpecs),
  }
}
