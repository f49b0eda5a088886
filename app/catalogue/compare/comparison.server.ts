import { createPageBudget } from '../../../server/text/page-bytes'
import { findItem, searchSite, type FoundItem } from '../../site/search.server'
import {
  type Card,
  type Content,
  ContentUnavailable,
  type Spec,
} from '../../content/content.server'
import { choicesOf, type CodeChoice, maxChoices } from '../../enquiry/add-to-list'
import { variantItemId, variantOf } from '../../enquiry/quote-items'
import { variantFragment } from '../../addresses'
import type { Language } from '../../language/languages'
import { isRating, onlyCodeOf, orderingViewOf, saleUnitOf } from '../../views/product-view.server'
import {
  linkItemOf,
  pictureLinkOf,
  type LinkItem,
  type PictureLink,
} from '../../views/card-views.server'

/** A column of the comparison: a product, or one of its order codes, which `code` is then. */
export interface ComparedProduct extends PictureLink {
  /** The id of its item, as in the address. */
  id: string
  /** The path of its own screen, with the row of its order code. */
  to: string
  /** Set if one of the product's order codes is to be chosen, unless there are too many to offer. */
  choices?: CodeChoice[]
  /** Its product type, if known. */
  type?: LinkItem
  /** See `saleUnitOf`. */
  saleUnit: string
}

/** A row of the comparison. */
export interface ComparedRow {
  name: string
  /** The values of each product; empty where it does not state the specification. */
  cells: Spec[][]
  /** Whether two products state different values. */
  differing: boolean
}

/** A comparison of products. */
export interface Comparison {
  products: ComparedProduct[]
  /** Whether the products are of different types. */
  differingTypes: boolean
  /** Whether any product states a specification. */
  hasSpecs: boolean
  /** Whether rows are left out because the page would be too large. */
  isShortened: boolean
  /** Specifications that every product states. */
  shared: ComparedRow[]
  /** Specifications that only some products state. */
  others: ComparedRow[]
}

/** The products and order codes of a comparison that could be read. */
interface FoundItems {
  found: FoundItem[]
  /** Number of ids that name nothing. */
  missing: number
  /** Number of products that are unavailable now. */
  unavailable: number
}

/**
 * Reads the products and order codes of a comparison, in the order of their ids.
 * @throws ContentUnavailable when none could be read and some may exist
 */
export async function readCompared(content: Content, ids: string[]): Promise<FoundItems> {
  const results = await Promise.all(ids.map((id) => findItem(content, id, variantOf(id))))
  const found = results.filter((result) => result !== null && 'product' in result)
  const failures = results.filter((result) => result instanceof ContentUnavailable)
  const [failure] = failures
  if (found.length === 0 && failure) throw failure
  return {
    found,
    missing: results.filter((result) => result === null).length,
    unavailable: failures.length,
  }
}

/** Maximum number of results that are offered. */
const maxAdditions = 6

/**
 * Searches for order codes and products to add.
 * @param ids in the comparison already
 * @returns the results with the ids of their items; none if nothing matches that can be added
 * @throws ContentUnavailable when the index does not respond
 */
export async function findAdditions(content: Content, text: string, ids: string[]) {
  const found = await searchSite(content, { text, kind: 'product', page: 1 })
  const results = found.results
    .map((result) => ({
      ...result,
      item: result.code ? variantItemId(result.id, result.code) : result.id,
    }))
    .filter(({ item }) => !ids.includes(item))
  return { ...found, results: results.slice(0, maxAdditions) }
}

/** The bytes that the columns and rows take on the page. */
const maxBytes = 900_000

/**
 * Groups the specifications of products and order codes: those of an order code replace its
 * product's. Products of one type share the type's key specifications
 * and their order, so these come first. The content API has no other groups.
 * @param types all product types; null if they are unavailable
 * @param isOnly whether rows without a difference are left out
 */
export function comparisonOf(
  found: FoundItem[],
  types: Card[] | null,
  isOnly: boolean,
  language: Language,
): Comparison {
  const fits = createPageBudget(maxBytes)
  const products = found.map((item) => {
    const { choices, ...column } = columnOf(item, types, language)
    return fits([column, choices]) && choices ? { ...column, choices } : column
  })
  const rows = rowsOf(found.map(specsOf))
  const wanted = isOnly ? rows.filter(({ differing }) => differing) : rows
  const shown = wanted.filter(fits)
  return {
    products,
    isShortened: shown.length < wanted.length,
    differingTypes: areDiffering(products.map(({ type }) => type?.postID ?? '')),
    hasSpecs: rows.length > 0,
    shared: shown.filter(isShared),
    others: shown.filter((row) => !isShared(row)),
  }
}

function columnOf({ product, to, variant }: FoundItem, types: Card[] | null, language: Language) {
  const column: ComparedProduct = {
    ...pictureLinkOf(product),
    id: variant ? variantItemId(product.postID, variant.code) : product.postID,
    to: variant ? to + variantFragment(variant.code) : to,
    ...(variant && { code: variant.code }),
    saleUnit: saleUnitOf([...(variant?.specs ?? []), ...product.postSpecs]),
  }
  const type = types?.find(({ postID }) => postID === product.parentID)
  if (type) column.type = linkItemOf(type)
  if (column.code === null) {
    const { rows } = orderingViewOf(product.postVariants, language)
    if (rows.length <= maxChoices) column.choices = choicesOf(product.postID, rows)
  }
  return column
}

function specsOf({ product, variant }: FoundItem) {
  const [only] = onlyCodeOf(product.postVariants) ? product.postVariants : []
  const specs = (variant ?? only)?.specs ?? []
  return new Map([...byName(product.postSpecs), ...byName(specs)])
}

/** @param products the specifications of each, by name */
function rowsOf(products: Map<string, Spec[]>[]): ComparedRow[] {
  const names = new Set(products.flatMap((specs) => [...specs.keys()]))
  const isRelation = (name: string) => Number(!isRating({ name, value: '', unit: '' }))
  return [...names]
    .sort((a, b) => isRelation(a) - isRelation(b))
    .map((name) => {
      const cells = products.map((specs) => specs.get(name) ?? [])
      return { name, cells, differing: areDiffering(cells.map(specTextOf)) }
    })
}

/** Empty for a specification that is not stated. */
function specTextOf(specs: Spec[]) {
  return specs.length === 0 ? '' : JSON.stringify(specs.map(({ value, unit }) => [value, unit]))
}

/** Whether every product states the specification. */
function isShared({ cells }: ComparedRow) {
  return cells.every((specs) => specs.length > 0)
}

/**
 * Whether two texts differ. What is not stated is unknown, and differs from nothing.
 * @param texts empty where nothing is stated
 */
function areDiffering(texts: string[]) {
  return new Set(texts.filter((text) => text !== '')).size > 1
}

/** Groups specifications by name, since a product may state one twice. */
function byName(specs: Spec[]) {
  const groups = new Map<string, Spec[]>()
  for (const spec of specs) {
    const group = groups.get(spec.name)
    if (group) group.push(spec)
    else groups.set(spec.name, [spec])
  }
  return groups
}
