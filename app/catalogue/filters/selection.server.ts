import type { Facet } from './facets.server'
import type { Label } from './spec-index.server'
import { intervalOf, parseNumber, typedNumber, type Interval, folded } from './spec-values.server'

/** The selection of one filter: one of its values or ranges must match. */
export interface Filter {
  facet: Facet
  /** Ascending choice numbers. */
  choices: number[]
  /** Open ends are infinite. */
  ranges: Interval[]
}

export interface Order {
  /** Null: by name. */
  label: Label | null
  isDescending: boolean
}

/** The selection in an address of a list. */
export interface Selection {
  /** Filters with a selection, in the order of the facets. */
  filters: Filter[]
  /** Null: the list's own order. */
  order: Order | null
  isTable: boolean
}

type Pair = [name: string, value: string]

/** Parameter names; the form also sends `spec.{slug}` as `spec.{slug}.min` and `.max`. */
export const parameters = {
  spec: (slug: string) => `spec.${slug}`,
  min: (slug: string) => `spec.${slug}.min`,
  max: (slug: string) => `spec.${slug}.max`,
  sort: 'sort',
  view: 'view',
} as const

const tableView = 'table'
const byName = 'name'

/** Maximum number of ranges per filter in an address; the form has one. */
const maxRanges = 4

/**
 * Parses the parameters of an address, ignoring what the list does not have.
 * @param sortable labels that the list can be sorted by, and that its table shows
 */
export function readSelection(
  search: URLSearchParams,
  facets: readonly Facet[],
  sortable: readonly Label[],
): Selection {
  const isTable = sortable.length > 0 && search.get(parameters.view) === tableView
  return {
    filters: facets
      .map((facet) => readFilter(search, facet))
      .filter(({ choices, ranges }) => choices.length + ranges.length > 0),
    order: readOrder(search.get(parameters.sort) ?? '', sortable),
    isTable,
  }
}

function readFilter(search: URLSearchParams, facet: Facet): Filter {
  const { slug } = facet.label
  const choices = new Set<number>()
  const ranges = new Map<string, Interval>()
  const add = (range: Interval | null) => {
    if (range && ranges.size < maxRanges) ranges.set(rangeText(range), range)
  }
  for (const text of search.getAll(parameters.spec(slug))) {
    const choice = choiceNumberOf(facet, text)
    if (choice !== undefined) choices.add(choice)
    else if (facet.bounds) add(readRange(text, facet))
  }
  const [min, max] = [search.get(parameters.min(slug)), search.get(parameters.max(slug))]
  if (facet.bounds && (min || max)) add(rangeBetween(min ?? '', max ?? '', facet))
  return {
    facet,
    choices: [...choices].sort((a, b) => a - b),
    ranges: [...ranges.values()].sort((a, b) => a.min - b.min || a.max - b.max),
  }
}

function choiceNumberOf({ choiceNumbers }: Facet, text: string) {
  const number = parseNumber(text)
  return (
    choiceNumbers.get(folded(text)) ??
    (number === null ? undefined : choiceNumbers.get(`${number}`))
  )
}

/** Parses a range; a single number is a range, too. */
function readRange(text: string, facet: Facet) {
  const ends = text.split('..')
  if (ends.length === 1 && facet.isQuantity) return rangeBetween(text, text, facet)
  return ends.length === 2 ? rangeBetween(ends[0] ?? '', ends[1] ?? '', facet) : null
}

/** @returns null without a number; a missing end is open */
function rangeBetween(first: string, last: string, { label }: Facet): Interval | null {
  const [min, max] = [typedNumber(first, label.unit), typedNumber(last, label.unit)]
  if (min === null && max === null) return null
  return intervalOf(min ?? -Infinity, max ?? Infinity)
}

/** Formats a range as in addresses: `6..63`, `6..`, `..63`. */
export function rangeText({ min, max }: Interval) {
  const end = (number: number) => (Number.isFinite(number) ? String(number) : '')
  return `${end(min)}..${end(max)}`
}

function readOrder(text: string, sortable: readonly Label[]): Order | null {
  const isDescending = text.startsWith('-')
  const name = isDescending ? text.slice(1) : text
  if (name === byName) return { label: null, isDescending }
  const label = sortable.find(({ slug }) => slug === name)
  return label ? { label, isDescending } : null
}

/** Formats an order as in addresses. */
export function orderText({ label, isDescending }: Order) {
  return (isDescending ? '-' : '') + (label?.slug ?? byName)
}

/** Serialises a selection canonically: parameters sorted by name and then value. */
export function pairsOf({ filters, order, isTable }: Selection): Pair[] {
  const pairs = filters.flatMap(pairsOfFilter)
  if (order) pairs.push([parameters.sort, orderText(order)])
  if (isTable) pairs.push([parameters.view, tableView])
  return pairs.sort(([a, first], [b, second]) => compareTexts(a, b) || compareTexts(first, second))
}

function pairsOfFilter({ facet, choices, ranges }: Filter): Pair[] {
  const name = parameters.spec(facet.label.slug)
  const keys = choices.map((number) => facet.choices[number]?.key ?? '')
  return [...keys, ...ranges.map(rangeText)].map((value) => [name, value])
}

function compareTexts(a: string, b: string) {
  return a < b ? -1 : Number(a > b)
}
