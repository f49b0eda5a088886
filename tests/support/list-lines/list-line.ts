import { readFileSync } from 'node:fs'

const units = ['each', 'metre', 'roll', 'set', 'lot'] as const
type Unit = (typeof units)[number]

/** One line of a bill of quantities as a buyer pastes it, and what a salesman of the sample company would read in it. */
export interface ListLine {
  /** The line, typos and tabs and all. */
  line: string
  /** What the line is if no item of the catalogue: something else to buy, or nothing to buy. */
  kind?: 'none' | 'note'
  /** Ids of the products that fit, the best first; each of them counts. More than one: the line leaves a choice. */
  products?: string[]
  /** Order codes that fit. Absent if the product has none or the line leaves several. */
  codes?: string[]
  /** How many are asked for, in the line's own unit; 1 if the line does not say. */
  quantity: number
  /** The unit of the quantity. Absent if the line does not say, or names another, such as bags. */
  unit?: Unit
}

/**
 * Reads a table beside this file: quantity, unit, products (or none, or note), order codes, and the line, which may
 * have tabs of its own; # begins a heading.
 */
export function readLines(name: 'open' | 'held-out') {
  const rows = readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8').split('\n')
  return rows
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row): ListLine => {
      const [quantity, written, fitting = '', codes = '', ...line] = row.split('\t')
      const unit = units.find((each) => each === written)
      if (!unit && written !== '') throw new Error(`No unit: ${row}`)
      const isItem = fitting !== 'none' && fitting !== 'note'
      return {
        line: line.join('\t'),
        quantity: Number(quantity),
        ...(unit && { unit }),
        ...(isItem ? { products: fitting.split(' ') } : { kind: fitting }),
        ...(codes !== '' && { codes: codes.split(' ') }),
      }
    })
}
