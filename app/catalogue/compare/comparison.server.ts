import { type FoundProduct } from '../../site/search.server'
import { type Card, type Spec } from '../../content/content.server'
import {
  linkItemOf,
  pictureLinkOf,
  type LinkItem,
  type PictureLink,
} from '../../content/views.server'

/** A column of the comparison. */
export interface ComparedProduct extends PictureLink {
  /** The path of its own screen. */
  to: string
  /** Its product type, if known. */
  type?: LinkItem
}

/** A row of the comparison. */
export interface ComparedRow {
  name: string
  /** The values of each product; empty where it does not state the specification. */
  cells: Spec[][]
  /**
   * The pairs of columns with different values, such as "1-2 2-3"; empty if all values are equal.
   */
  differing: string
}

/** A comparison of products. */
export interface Comparison {
  products: ComparedProduct[]
  /** The pairs of columns of different types, as in a row. */
  differingTypes: string
  /** Whether any product states a specification. */
  hasSpecs: boolean
  /** Specifications that every product states. */
  shared: ComparedRow[]
  /** Specifications that only some products state. */
  others: ComparedRow[]
}

/**
 * Groups the specifications of products. Products of one type share the type's key specifications
 * and their order, so these come first. The content API has no other groups.
 * @param types all product types; null if they are unavailable
 * @param isOnly whether rows without a difference are left out
 */
export function comparisonOf(
  found: FoundProduct[],
  types: Card[] | null,
  isOnly: boolean,
): Comparison {
  const products = found.map(({ product, to }): ComparedProduct => {
    const type = types?.find(({ postID }) => postID === product.parentID)
    return { ...pictureLinkOf(product), to, ...(type && { type: linkItemOf(type) }) }
  })
  const rows = rowsOf(found.map(({ product }) => byName(product.postSpecs)))
  const shown = isOnly ? rows.filter(({ differing }) => differing !== '') : rows
  return {
    products,
    differingTypes: differingPairs(products.map(({ type }) => type?.postID ?? '')),
    hasSpecs: rows.length > 0,
    shared: shown.filter(isShared),
    others: shown.filter((row) => !isShared(row)),
  }
}

/** @param products the specifications of each, by name */
function rowsOf(products: Map<string, Spec[]>[]): ComparedRow[] {
  const names = new Set(products.flatMap((specs) => [...specs.keys()]))
  return [...names].map((name) => {
    const cells = products.map((specs) => specs.get(name) ?? [])
    return { name, cells, differing: differingPairs(cells.map(textOf)) }
  })
}

function textOf(specs: Spec[]) {
  return JSON.stringify(specs.map(({ value, unit }) => [value, unit]))
}

/** Whether every product states the specification. */
function isShared({ cells }: ComparedRow) {
  return cells.every((specs) => specs.length > 0)
}

/**
 * Lists differing pairs of columns: phones show two columns and mark the rows in which these
 * differ.
 */
function differingPairs(texts: string[]) {
  return texts
    .flatMap((text, at) =>
      texts.flatMap((other, later) =>
        later > at && other !== text ? [`${at + 1}-${later + 1}`] : [],
      ),
    )
    .join(' ')
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
