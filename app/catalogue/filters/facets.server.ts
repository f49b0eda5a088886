import type { Pause } from '../../content/content.server'
import { collatorOf, noCell, type Label, type SpecIndex } from './spec-index.server'
import type { Language } from '../../language/languages'
import { type Interval, folded, type SpecValue, intervalText } from './spec-values.server'
import type { Selectors } from '../../views/list-page.server'
import { countChoices, countWithout, type Matches } from './matching.server'
import { pairsOf, parameters, rangeText, type Filter, type Selection } from './selection.server'

/** A filter: a label that divides the list. */
export interface Facet {
  label: Label
  /** Whether it is filtered by range, rather than by choices. */
  isQuantity: boolean
  /** Values to choose from, in natural order; empty for a quantity. */
  choices: SpecValue[]
  /** Choice numbers by cell of the label. */
  choicesOfCell: number[][]
  /** Choice numbers by folded key and text. */
  choiceNumbers: Map<string, number>
  /** The lowest and highest number; null without numbers. */
  bounds: Interval | null
}

const maxFacets = 12
const maxChoices = 30
/** Longer texts are sentences, which are not offered as choices. */
const maxChoiceLength = 60
/**
 * Minimum share of numbers in a quantity, which may have a few values in words, such as "on
 * request".
 */
const minNumericShare = 0.9

/**
 * Builds the filters of a list: first those by which the order codes of a product differ, then the
 * others, each in the order of the content.
 */
export async function facetsOf(
  index: SpecIndex,
  language: Language,
  pause: Pause,
): Promise<Facet[]> {
  const facets: Facet[] = []
  const isFirst = new Set(index.labels.filter((label) => dividesProducts(label, index)))
  await pause()
  for (const label of [...isFirst, ...index.labels.filter((label) => !isFirst.has(label))]) {
    const facet = await facetOf(label, index, language, pause)
    if (facet) facets.push(facet)
    await pause()
    if (facets.length === maxFacets) break
  }
  return facets
}

/** Whether the order codes of a product state different values under a label. */
function dividesProducts({ cellOfRow }: Label, { productOfRow }: SpecIndex) {
  return cellOfRow.some(
    (cell, row) => productOfRow[row] === productOfRow[row - 1] && cell !== cellOfRow[row - 1],
  )
}

/** @returns null for a label that does not divide the list */
async function facetOf(label: Label, index: SpecIndex, language: Language, pause: Pause) {
  const facet: Facet = {
    label,
    isQuantity: isQuantity(label),
    choices: [],
    choicesOfCell: label.cells.map(() => []),
    choiceNumbers: new Map(),
    bounds: boundsOf(label),
  }
  if (facet.isQuantity) return label.cells.length > 1 ? facet : null
  await pause()

  const usages = await valueUsages(label, index, pause)
  if (!usages.some(({ productCount }) => productCount < index.productCount)) return null
  const compare = valueOrder(language)
  facet.choices = usages
    .sort((a, b) => b.productCount - a.productCount)
    .slice(0, maxChoices)
    .map(({ value }) => value)
    .sort(compare)
  // Keys last, since a key names exactly one choice.
  for (const field of ['text', 'key'] as const) {
    for (const [number, choice] of facet.choices.entries()) {
      facet.choiceNumbers.set(folded(choice[field]), number)
    }
  }
  for (const [cell, { values }] of label.cells.entries()) {
    const numbers = values
      .filter(({ key }) => key.length <= maxChoiceLength)
      .map(({ key }) => facet.choiceNumbers.get(folded(key)))
    const known = numbers.filter((number) => number !== undefined)
    facet.choicesOfCell[cell] = [...new Set(known)]
    await pause()
  }
  return facet
}

/** Whether numbers have a unit or come in ranges. Other numbers are counts, offered as choices. */
function isQuantity({ unit, cells, cellOfRow }: Label) {
  let rows = 0
  let numericRows = 0
  const isNumeric = cells.map(({ values }) => values.every(({ interval }) => interval !== null))
  for (const cell of cellOfRow) {
    if (cell === noCell) continue
    rows += 1
    if (isNumeric[cell]) numericRows += 1
  }
  const hasRanges = cells.some(({ values }) =>
    values.some(({ interval }) => interval && interval.min < interval.max),
  )
  return numericRows >= minNumericShare * rows && (unit !== '' || hasRanges)
}

function boundsOf({ cells }: Label): Interval | null {
  let bounds: Interval | null = null
  for (const { values } of cells) {
    for (const { interval } of values) {
      if (!interval) continue
      const { min, max }: Interval = bounds ?? interval
      bounds = { min: Math.min(min, interval.min), max: Math.max(max, interval.max) }
    }
  }
  return bounds
}

interface ValueUsage {
  value: SpecValue
  productCount: number
  lastProduct: number
}

/** Lists the values that can be chosen with their product counts, in list order. */
async function valueUsages({ cells, cellOfRow }: Label, { productOfRow }: SpecIndex, pause: Pause) {
  const usages = new Map<string, ValueUsage>()
  const usagesOfCell: ValueUsage[][] = []
  for (const { values } of cells) {
    const choosable = values.filter(
      ({ key, text }) => Math.max(key.length, text.length) <= maxChoiceLength,
    )
    usagesOfCell.push(
      choosable.map((value) => {
        const name = folded(value.key)
        const usage = usages.get(name) ?? { value, productCount: 0, lastProduct: -1 }
        usages.set(name, usage)
        return usage
      }),
    )
    await pause()
  }
  for (const [row, cell] of cellOfRow.entries()) {
    const product = productOfRow[row] ?? 0
    for (const usage of usagesOfCell[cell] ?? []) {
      if (usage.lastProduct === product) continue
      usage.lastProduct = product
      usage.productCount += 1
    }
  }
  return [...usages.values()]
}

/** Orders numbers by size, then words by the language's alphabet. */
function valueOrder(language: Language) {
  const collator = collatorOf(language)
  return (a: SpecValue, b: SpecValue) => {
    if (a.interval && b.interval) return a.interval.min - b.interval.min
    if (a.interval || b.interval) return a.interval ? -1 : 1
    return collator.compare(a.text, b.text)
  }
}

/** A filter of the form: a range, or values to choose from. */
export interface FilterView {
  /** The name of its parameter; a range has one per end. */
  parameter: string
  name: string
  unit: string
  isChosen: boolean
  /** Null for a filter by values. */
  range: RangeView | null
  choices: ChoiceView[]
  /** Values of the parameter without a form field, such as a second range. */
  others: string[]
}

interface RangeView {
  min: string
  max: string
  /** The lowest and highest number in the list. */
  lowest: string
  highest: string
}

interface ChoiceView {
  value: string
  text: string
  /** Number of products that match this value and all other filters. */
  count: number
  isChosen: boolean
}

/** A chosen value or range. */
export interface ChosenView {
  name: string
  value: string
  unit: string
  /** The address of the list without it. */
  to: string
}

/** A filter whose removal shows products again. */
export interface RemovalView {
  name: string
  /** Its chosen values, with their unit. */
  values: string
  /** Number of products that match all other filters. */
  count: number
  /** The address of the list without it. */
  to: string
}

/** Lists what the removal of each filter would show. */
export function removalViewsOf(
  index: SpecIndex,
  selection: Selection,
  matches: Matches,
  hrefOf: (selectors: Selectors) => string,
  separator: string,
): RemovalView[] {
  const counts = countWithout(index, matches)
  return selection.filters.map((filter, at) => {
    const { facet, choices, ranges } = filter
    const texts = choices.map((number) => facet.choices[number]?.text ?? '')
    const values = [...texts, ...ranges.map(intervalText)].join(separator)
    const filters = selection.filters.filter((one) => one !== filter)
    return {
      name: facet.label.name,
      values: `${values} ${facet.label.unit}`.trim(),
      count: counts[at] ?? 0,
      to: hrefOf(pairsOf({ ...selection, filters })),
    }
  })
}

export function filterViewsOf(
  index: SpecIndex,
  facets: readonly Facet[],
  filters: readonly Filter[],
  matches: Matches,
  fits: (choice: ChoiceView) => boolean,
): FilterView[] {
  return facets.map((facet) => {
    const { label, isQuantity, bounds } = facet
    const filter = filters.find((one) => one.facet === facet)
    const ranges = filter?.ranges ?? []
    const counts = countChoices(index, facet, matches)
    return {
      parameter: parameters.spec(label.slug),
      name: label.name,
      unit: label.unit,
      isChosen: filter !== undefined,
      range: isQuantity && bounds ? rangeViewOf(ranges[0], bounds) : null,
      choices: facet.choices
        .map(({ key, text }, number) => ({
          value: key,
          text,
          count: counts[number] ?? 0,
          isChosen: filter?.choices.includes(number) ?? false,
        }))
        .filter((choice) => choice.isChosen || fits(choice)),
      others: ranges.slice(isQuantity ? 1 : 0).map(rangeText),
    }
  })
}

function rangeViewOf(range: Interval | undefined, bounds: Interval): RangeView {
  const [min = '', max = ''] = range ? rangeText(range).split('..') : []
  const { min: lowest, max: highest } = bounds
  return {
    min,
    max,
    lowest: intervalText({ min: lowest, max: lowest }),
    highest: intervalText({ min: highest, max: highest }),
  }
}

/** Lists the chosen values, each with the address of the list without it. */
export function chosenViewsOf(
  selection: Selection,
  hrefOf: (selectors: Selectors) => string,
): ChosenView[] {
  const { filters } = selection
  return filters.flatMap((filter) => {
    const { facet, choices, ranges } = filter
    const without = (changed: Partial<Filter>) =>
      hrefOf(
        pairsOf({
          ...selection,
          filters: filters.map((one) => (one === filter ? { ...one, ...changed } : one)),
        }),
      )
    return [
      ...choices.map((number) => ({
        ...specTextsOf(facet.label, facet.choices[number]?.text ?? ''),
        to: without({ choices: choices.filter((other) => other !== number) }),
      })),
      ...ranges.map((range) => ({
        ...specTextsOf(facet.label, intervalText(range)),
        to: without({ ranges: ranges.filter((other) => other !== range) }),
      })),
    ]
  })
}

function specTextsOf({ name, unit }: Label, value: string) {
  return { name, value, unit }
}
