import { plainTextOf } from '@site/arabic-text/characters'
import { headingOf } from './headings.ts'
import { foldLine } from '../line/line-words.ts'
import { unitOf } from '../line/quantities.ts'
import { readLine } from '../line/read-line.ts'
import { amountCell } from './text-rows.ts'

/*
 * Programs that show PDFs copy a table as its cells, each on a line of its own, from the first column to the last one or
 * the other way round; some columns come elsewhere. What is read as a row is what can be no other.
 */

/** A cell; `edge` is a line that belongs to no item, such as a heading. */
interface CopiedCell {
  kind: 'number' | 'unit' | 'words' | 'edge'
  text: string
  /** The place of its line. */
  line: number
  /** Whether it was cut off the beginning of its line. */
  isCut?: boolean
}

interface CopiedRow {
  from: number
  /** The place after its last cell. */
  to: number
  /** The number that it begins with. */
  number: number | undefined
  /** Where its unit is, beside the quantity. */
  unitAt: 'first' | 'last' | undefined
  quantity: number
  /** Whether what follows belongs to another row. */
  isClosed: boolean
}

/** Lines with nothing but a number or a unit make a list one of cells; page numbers do not. */
const minLonely = 0.12
const maxLonely = 30

/** Max. cells of a row; and how many numbers of lines may be missing between two rows. */
const maxCells = 14
const maxSkipped = 3

/** A code by itself; "C16", "32A", "3x150A" and "IP65" may be the end of a description. */
const code = /^(?!ip\d\d$)(?=.*\d)(?:[a-z]{2}|\d[a-z\d]{2}[a-z\d-]{4})[a-z\d]*(?:[-./][a-z\d]+)*$/i

/** Whether a line is a cell with a number, a unit, or both. */
export function isLonely(line: string) {
  return line.length < maxLonely && cellsOf(line, 0, false)[0]?.kind !== 'words'
}

/** Whether a quantity with its unit stands alone, or so many numbers and units that other lines are no whole items. */
export function isOfCells(lines: readonly string[]) {
  const filled = lines.filter((line) => plainTextOf(line) !== '')
  const lonely = filled.filter(isLonely)
  const isPair = (line: string) => cellsOf(line, 0, false).length > 1
  return lonely.length > filled.length * minLonely || lonely.some(isPair)
}

/**
 * Joins the lines that are the cells of one row, where that is sure.
 * @returns rows: number, words, unit, quantity; and each other line by itself
 */
export function rowsOfCells(all: readonly string[]): string[][] {
  const lines = all.filter((line) => plainTextOf(line) !== '')
  const attempts = [false, true].flatMap((isCut) => {
    const cells = lines.flatMap((line, at) => cellsOf(line, at, isCut))
    for (const cell of cells) if (cell.kind === 'words' && isEdge(cell.text)) cell.kind = 'edge'
    markHeadings(cells)
    return [
      { cells, step: 1 },
      { cells: cells.toReversed(), step: -1 },
    ].map((one) => ({ ...one, rows: findRows(one.cells, one.step) }))
  })
  const best = attempts.reduce((a, b) => (b.rows.length > a.rows.length ? b : a))
  const rowOf = new Map<number, string[]>()
  for (const { from, to } of best.rows) {
    const cells = best.cells.slice(from, to)
    const [first = 0] = cells.map(({ line }) => line).sort((a, b) => a - b)
    for (const { line } of cells) rowOf.set(line, [])
    rowOf.set(first, textsOf(cells, best.step))
  }
  return lines.flatMap((line, at) => {
    const row = rowOf.get(at) ?? [line]
    return row.length > 0 ? [row] : []
  })
}

/** Divides a line into cells: "No. 240"; and, if it may be cut, "1 MCB 16A No. 240". */
function cellsOf(line: string, at: number, isCut: boolean): CopiedCell[] {
  const plain = plainTextOf(line)
  const parts = plain.split(/ |(?<=\p{L}\.?)(?=\d)|(?<=\d)(?=\p{L})/u)
  const kinds = parts.length < 3 ? parts.map(kindOf) : ['words' as const]
  if (!kinds.includes('words') && kinds[0] !== kinds[1]) {
    return kinds.map((kind, index) => ({ kind, text: parts[index] ?? '', line: at }))
  }
  const { number, words, unit, amount } = (isCut && cutLine.exec(plain)?.groups) || {}
  if (words === undefined || (unit !== undefined && unitOf(unit) === '')) {
    return [{ kind: 'words', text: line.trim(), line: at }]
  }
  const parted = { number, words, unit, amount }
  return Object.entries(parted).flatMap(([name, text]): CopiedCell[] => {
    const kind = name === 'amount' ? 'number' : (name as CopiedCell['kind'])
    return text === undefined ? [] : [{ kind, text, line: at, isCut: name === 'number' }]
  })
}

/** A whole row on a line, or its beginning. */
const cutLine =
  /^(?:(?<number>\d{1,3})[.)]? )?(?<words>.*?\p{L}.*?)(?: (?<unit>\p{L}+\.?) (?<amount>[\d,]+))?$/u

function kindOf(text: string) {
  const plain = foldLine(text)
  if (amountCell.test(plain) || /^\d{1,4}[.)]$/.test(plain)) return 'number'
  return unitOf(text) === '' ? 'words' : 'unit'
}

function isEdge(line: string) {
  return /\p{L}{3}/u.test(line) && readLine(line).isNote
}

/** Marks the cells of headings: several beside each other, each of which is known. */
function markHeadings(cells: CopiedCell[]) {
  for (let at = 0; at < cells.length; at += 1) {
    for (let count = Math.min(8, cells.length - at); count > 1; count -= 1) {
      const some = cells.slice(at, at + count)
      const columns = headingOf(some.map(({ text }) => text))
      if (!columns?.every(({ role, written, label }) => role && !written && !/\d/.test(label)))
        continue
      for (const cell of some) cell.kind = 'edge'
      break
    }
  }
}

/**
 * Finds the rows that are sure.
 * @param step -1 for cells that were copied from the last column to the first one, and are given in reverse order
 */
function findRows(cells: readonly CopiedCell[], step: number): CopiedRow[] {
  const found: CopiedRow[] = []
  for (let at = 0; at < cells.length;) {
    const before = found.findLast(({ number }) => number !== undefined)?.number
    const row = numberedRow(cells, at, before, step) ?? plainRow(cells, at, before, step)
    if (row) found.push(row)
    at = row?.to ?? at + 1
  }
  // The rows of a table are alike: in a table with units, or with numbers, what has neither is no row.
  const needsUnit =
    cells.some(({ kind }) => kind === 'unit') || found.some(({ number }) => number !== undefined)
  const unitsFirst = found.filter(({ unitAt }) => unitAt === 'first').length
  const unitAt = unitsFirst * 2 > found.filter(({ unitAt: one }) => one).length ? 'first' : 'last'
  const rows = found.filter((row) =>
    row.unitAt ? row.unitAt === unitAt : row.number !== undefined || !needsUnit,
  )
  const isEnd = (at: number) => at < 0 || at >= cells.length || cells[at]?.kind === 'edge'
  // Cells that follow a row, or stand before it, may belong to it.
  const closed = rows
    .reduceRight<CopiedRow[]>((after, row, at) => {
      const next = rows[at + 1]
      const isJoined = next?.from === row.to && (next.number !== undefined || next === after.at(-1))
      return row.isClosed || isEnd(row.to) || isJoined ? [...after, row] : after
    }, [])
    .toReversed()
  const sure: CopiedRow[] = []
  for (const row of closed) {
    const isOpened = isEnd(row.from - 1) || sure.at(-1)?.to === row.from
    if (row.number !== undefined || isOpened) sure.push(row)
  }
  return isOneReading(cells, sure) ? sure : []
}

/** Whether rows can be no others: by their numbers, or since no number or unit is left, and the numbers do not count them. */
function isOneReading(cells: readonly CopiedCell[], rows: readonly CopiedRow[]) {
  if (rows.filter(({ number }) => number !== undefined).length > 1) return true
  const left = cells.filter(
    ({ kind }, at) =>
      (kind === 'number' || kind === 'unit') && !rows.some(({ from, to }) => from <= at && at < to),
  )
  const isCount = rows.every(
    ({ quantity }, at) => at === 0 || Math.abs(quantity - (rows[at - 1]?.quantity ?? 0)) === 1,
  )
  return left.length === 0 && (rows.every(({ unitAt }) => unitAt) || !isCount)
}

/** Reads a row that begins with its number, and ends with a quantity. */
function numberedRow(
  cells: readonly CopiedCell[],
  from: number,
  before: number | undefined,
  step: number,
): CopiedRow | undefined {
  const number = countOf(cells[from])
  if (number === undefined || cells[from + 1]?.kind !== 'words') return undefined
  if (before !== undefined && !isAhead(before, number, step)) return undefined
  for (let at = from + 2; at < Math.min(cells.length, from + maxCells); at += 1) {
    const cell = cells[at]
    if (!cell || cell.kind === 'edge' || cell.isCut) return undefined
    if (cell.kind === 'words') continue
    const amount = amountAt(cells, at)
    if (!amount) return undefined
    const { quantity, unitAt, to } = amount
    const inner = cells.slice(from + 1, at)
    const next = cells[to]
    const follower = cells[to + 1]?.kind === 'words' ? countOf(next) : undefined
    const isNext = follower === number + step
    // Another row may be among these cells, or its number may be taken for the quantity.
    const isPlain = isDescription(inner) && (isNext || quantity !== number + step)
    const isOne =
      unitAt !== undefined &&
      inner.filter(({ text }) => code.test(text)).length < 2 &&
      !inner.some((one) => countOf(one) === number + step)
    const isLast = (!next || next.kind === 'edge') && (isPlain || (isOne && before !== undefined))
    const isSkipped = isPlain && isAhead(number, follower, step)
    const isClosed = isLast || isSkipped || (isNext && (isPlain || isOne))
    if (isClosed || (isPlain && unitAt && next?.kind === 'words')) {
      return { from, number, isClosed, ...amount }
    }
    // Without a unit, a number is one of the words.
    if (unitAt) return undefined
  }
  return undefined
}

/** Reads a row of words, perhaps with a code before them, and a quantity. */
function plainRow(
  cells: readonly CopiedCell[],
  from: number,
  before: number | undefined,
  step: number,
): CopiedRow | undefined {
  const count = cells.slice(from, from + 3).findIndex(({ kind }) => kind !== 'words')
  const amount = isDescription(cells.slice(from, from + count)) && amountAt(cells, from + count)
  // The number of a line may be taken for the quantity; and no table has its units before the quantity and the words.
  if (!amount || (before !== undefined && isAhead(before, amount.quantity, step))) return undefined
  if (step < 0 && amount.unitAt === 'last') return undefined
  return { from, number: undefined, isClosed: false, ...amount }
}

/** Whether cells are those of one item: its words, perhaps with a code before them. */
function isDescription(cells: readonly CopiedCell[]) {
  const [first, second] = cells.map(({ text }) => code.test(text))
  const isPair = cells.length === 2 && first === true && second === false
  return (cells.length === 1 || isPair) && cells.every(({ kind }) => kind === 'words')
}

/** Whether a number may be that of a later row. */
function isAhead(before: number, number: number | undefined, step: number) {
  const ahead = ((number ?? before) - before) * step
  return ahead > 0 && ahead <= maxSkipped
}

/** Reads a number, and the unit before or behind it. */
function amountAt(cells: readonly CopiedCell[], at: number) {
  const [first, second] = cells.slice(at)
  const number = first?.kind === 'unit' ? second : first
  if (number?.kind !== 'number') return undefined
  const unitAt = first?.kind === 'unit' ? 'first' : second?.kind === 'unit' ? 'last' : undefined
  const quantity = Number(foldLine(number.text).replace(/[, )]/g, ''))
  return { quantity, unitAt, to: at + (unitAt ? 2 : 1) } as const
}

/** The number of a line; undefined for another cell, or a larger number. */
function countOf(cell: CopiedCell | undefined) {
  const [, count] = /^(\d{1,3})[.)]?$/.exec(cell?.kind === 'number' ? cell.text : '') ?? []
  return count === undefined ? undefined : Number(count)
}

/** Returns the cells of a row in order: a code that is broken at a hyphen is one. */
function textsOf(cells: readonly CopiedCell[], step: number) {
  const { kind } = cells[0] ?? {}
  const end = cells.findLastIndex(({ kind: one }) => one === 'words') + 1
  const [first, last] = [kind === 'number' ? cells.slice(0, 1) : [], cells.slice(end)]
  const middle = cells.slice(first.length, end)
  const words = (step < 0 ? middle.toReversed() : middle).map(({ text }) => text)
  const joined = words.join(' ').replace(/(?<=[A-Z\d]-) (?=[A-Z\d])/gu, '')
  return [...first.map(({ text }) => text), joined, ...last.map(({ text }) => text)]
}
