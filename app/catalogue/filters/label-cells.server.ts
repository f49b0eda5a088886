import type { Spec } from '../../content/content.server'
import type { LabelUsage } from './common-labels.server'
import { valuesOf, type SpecValue } from './spec-values.server'

/** What products state under a label; equal ones share one. */
export interface Cell {
  /** As the page shows it, without its unit. */
  text: string
  unit: string
  values: SpecValue[]
}

/** Finds the cell of each specification of one label. */
export function createLabelCells({ unit: usualUnit }: LabelUsage) {
  const cells: Cell[] = []
  const numbers = new Map<string, Map<string, number>>()

  /** Numbers in another unit cannot be compared with the others, so they are words. */
  function valuesIn({ value, unit }: Spec, english: Spec): SpecValue[] {
    if (english.unit === usualUnit) return valuesOf(value, english.value)
    const key = `${english.value} ${english.unit}`.trim()
    return [{ key, text: `${value} ${unit}`.trim(), interval: null }]
  }

  return {
    cells,
    /** @returns the number of its cell */
    numberOf(spec: Spec, english: Spec): number {
      const isUsual = english.unit === usualUnit
      const name = isUsual ? english.value : `${english.value}\n${english.unit}`
      const number = numbers.get(name)?.get(spec.value)
      if (number !== undefined) return number
      const added = numbers.get(name) ?? new Map<string, number>()
      numbers.set(name, added.set(spec.value, cells.length))
      return cells.push({ text: spec.value, unit: spec.unit, values: valuesIn(spec, english) }) - 1
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
