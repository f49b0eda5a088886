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
  /** How many are asked for, in the line's own unit; null if that has to be asked. */
  quantity: number | null
  /** The unit of the quantity. Absent if the line does not say, or names another, such as bags. */
  unit?: Unit
}

/**
 * Reads a table beside this file: quantity (1 if a single line does not say, ? if it is unread), unit, products (or none,
 * or note), order codes, and the line, which may have tabs of its own; # begins a heading.
 */
export function readLines(name: 'open' | 'held-out') {
  return rowsOf(name).filter(isLine).map(lineOf)
}

/** Reads whole lists: each is what stands under a heading of `whole.tsv`. */
export function readLists() {
  const lists: { name: string; lines: ListLine[] }[] = []
  for (const row of rowsOf('whole')) {
    if (row.startsWith('# ')) lists.push({ name: row.slice(2), lines: [] })
    else if (isLine(row)) lists.at(-1)?.lines.push(lineOf(row))
  }
  return lists
}

const rowsOf = (name: string) =>
  readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8').split('\n')

const isLine = (row: string) => row !== '' && !row.startsWith('#')

function lineOf(row: string): ListLine {
  const [quantity, written, fitting = '', codes = '', ...line] = row.split('\t')
  const unit = units.find((each) => each === written)
  if (!unit && written !== '') throw new Error(`No unit: ${row}`)
  const isItem = fitting !== 'none' && fitting !== 'note'
  return {
    line: line.join('\t'),
    quantity: quantity === '?' ? null : Number(quantity),
    ...(unit && { unit }),
    ...(isItem ? { products: fitting.split(' ') } : { kind: fitting }),
    ...(codes !== '' && { codes: codes.split(' ') }),
  }
}
