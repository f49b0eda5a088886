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

export type LabelCells = ReturnType<ReturnType<typeof labelCells>>

/** The lists in the cells of an index have so many values together; further lists are one value each. */
const maxListed = 50_000

/** The cells of the labels of one index. */
export function labelCells() {
  let listed = 0

  /** Finds the cell of each specification of one label. */
  return ({ unit: usualUnit }: LabelUsage) => {
    const cells: Cell[] = []
    const numbers = new Map<string, number>()

    /** Numbers in another unit cannot be compared with the others, so they are words. */
    function valuesIn({ value, unit }: Spec, english: Spec): SpecValue[] {
      if (english.unit !== usualUnit) {
        const key = `${english.value} ${english.unit}`.trim()
        return [{ key, text: `${value} ${unit}`.trim(), interval: null }]
      }
      const values = valuesOf(value, english.value)
      if (values.length <= 1) return values
      listed += values.length
      return listed <= maxListed ? values : [{ key: english.value, text: value, interval: null }]
    }

    return {
      cells,
      /** @returns the number of its cell */
      numberOf(spec: Spec, english: Spec): number {
        const texts = [spec.value]
        if (english.value !== spec.value) texts.push(english.value)
        if (english.unit !== usualUnit) texts.push('', english.unit)
        // No text of the content has this character.
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
