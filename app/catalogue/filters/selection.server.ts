import type { Facet } from './facets.server'
import type { Label } from './spec-index.server'
import { intervalOf, parseNumber, typedNumber, type Interval, folded } from './spec-values.server'

/** What is chosen of one filter: one of its values or ranges has to match. */
export interface Filter {
  facet: Facet
  /** Numbers of choices, ascending. */
  choices: number[]
  /** Open ends are infinite. */
  ranges: Interval[]
}

export interface Order {
  /** null: by name. */
  label: Label | null
  isDescending: boolean
}

/** What an address selects of a list. */
export interface Selection {
  /** In the order of the facets; only those with something chosen. */
  filters: Filter[]
  /** null: the order of the list. */
  order: Order | null
  isTable: boolean
}

export type Pair = [name: string, value: string]

/** The names of the parameters; `spec.{slug}` is also sent as `spec.{slug}.min` and `.max` by the form. */
export const parameters = {
  spec: (slug: string) => `spec.${slug}`,
  min: (slug: string) => `spec.${slug}.min`,
  max: (slug: string) => `spec.${slug}.max`,
  sort: 'sort',
  view: 'view',
} as const

const tableView = 'table'
const byName = 'name'

/** Ranges of one filter in an address; the form makes one. */
const maxRanges = 4

/**
 * Reads the parameters of an address. What the list does not have is left out.
 * @param sortable the labels that the list can be sorted by, and that its table is made of
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

/** A single number of a quantity is a range, too. */
function readRange(text: string, facet: Facet) {
  const ends = text.split('..')
  if (ends.length === 1 && facet.isQuantity) return rangeBetween(text, text, facet)
  return ends.length === 2 ? rangeBetween(ends[0] ?? '', ends[1] ?? '', facet) : null
}

/** @returns null without a number; an end without one is open */
function rangeBetween(first: string, last: string, { label }: Facet): Interval | null {
  const [min, max] = [typedNumber(first, label.unit), typedNumber(last, label.unit)]
  if (min === null && max === null) return null
  return intervalOf(min ?? -Infinity, max ?? Infinity)
}

/** A range as addresses write it: `6..63`, `6..`, `..63`. */
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

/** An order as addresses write it. */
export function orderText({ label, isDescending }: Order) {
  return (isDescending ? '-' : '') + (label?.slug ?? byName)
}

/** A selection as parameters, sorted by name and then value. The canonical form: each selection has one. */
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
