import type { Selectors } from '../../content/paging.server'
import type { Facet } from './facets.server'
import { countChoices, type Matches } from './matching.server'
import { intervalText } from './quantity-text.server'
import { pairsOf, parameters, rangeText, type Filter, type Selection } from './selection.server'
import type { Label, SpecIndex } from './spec-index.server'
import type { Interval } from './spec-numbers.server'

/** A filter of the form: a range, or values to choose from. */
export interface FilterView {
  /** The name of its parameter; a range has one for each end. */
  parameter: string
  name: string
  unit: string
  isChosen: boolean
  /** null for a filter by values. */
  range: RangeView | null
  choices: ChoiceView[]
  /** Values of the parameter that the form has no field for, such as a second range. */
  others: string[]
}

interface RangeView {
  min: string
  max: string
  /** The lowest and the highest number of the list. */
  lowest: string
  highest: string
}

interface ChoiceView {
  value: string
  text: string
  /** The products that match this value and all other filters. */
  count: number
  isChosen: boolean
}

/** A chosen value or range. */
export interface ChosenView {
  name: string
  value: string
  unit: string
  /** The list without it. */
  to: string
}

export function filterViewsOf(
  index: SpecIndex,
  facets: readonly Facet[],
  filters: readonly Filter[],
  matches: Matches,
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
      choices: facet.choices.map(({ key, text }, number) => ({
        value: key,
        text,
        count: counts[number] ?? 0,
        isChosen: filter?.choices.includes(number) ?? false,
      })),
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

/** What is chosen, each with the address of the list without it. */
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
        ...textOf(facet.label, facet.choices[number]?.text ?? ''),
        to: without({ choices: choices.filter((other) => other !== number) }),
      })),
      ...ranges.map((range) => ({
        ...textOf(facet.label, intervalText(range)),
        to: without({ ranges: ranges.filter((other) => other !== range) }),
      })),
    ]
  })
}

function textOf({ name, unit }: Label, value: string) {
  return { name, value, unit }
}
