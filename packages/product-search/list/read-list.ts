import { parse } from 'csv-parse/sync'
import { htmlBytes, isReadable } from '@site/arabic-text/characters'
import { columnWords, type QuantityUnit } from './line-words.ts'
import { foldLine, quantityOf, questionOf, readLine, unitOf, type ReadLine } from './read-line.ts'

export { questionOf, type QuantityUnit }

/** A line of a buyer's list. */
export interface ListLine extends ReadLine {
  /** Its cells as the buyer wrote them; one for a line of plain text. */
  cells: string[]
  /** The search query; empty for a note. */
  question: string
}

export interface ReadList {
  /** In the buyer's order, without empty lines. */
  lines: ListLine[]
  /** Lines that are over the limits, and not read. */
  left: number
}

/** Items of a list; and its lines, headings and notes among them. */
const maxItems = 300
const maxLines = 900

/** Columns and characters of a line that are kept. */
const maxCells = 30
const maxCellLength = 1_000

/**
 * Max. size of all cells together, bytes: lines, columns and characters within their limits would be 27 MB, of a file of
 * 72 kB in which all cells refer to one text.
 */
const maxBytes = 256 * 1024

type Role = keyof typeof columnWords

/** The columns of a table by what they hold; several may hold words. */
type Columns = (Role | undefined)[]

/** Splits a pasted text into rows: the cells of a table copied from a spreadsheet, or one line each. */
export function rowsOfText(text: string): string[][] {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
  const split = lines.split('\n')
  if (lines.includes('\t')) return parsed(lines, '\t') ?? split.map((line) => line.split('\t'))
  const sign = ['|', ';', ','].find((one) => isTable(split, one))
  return (sign && parsed(lines, sign)) || split.map((line) => [line])
}

/** Whether a sign separates columns: in a heading, or in each line, with a column of numbers. */
function isTable(lines: string[], sign: string) {
  const rows = lines.filter((line) => line.trim() !== '').map((line) => line.split(sign))
  const [first = []] = rows
  if (columnsOf(first) !== undefined) return true
  const isNumeric = (at: number) => rows.every((row) => amount.test((row[at] ?? '').trim()))
  return (
    rows.length > 1 &&
    first.length > 1 &&
    rows.every((row) => row.length === first.length) &&
    (sign === '|' || first.some((_, at) => isNumeric(at)))
  )
}

function parsed(text: string, delimiter: string): string[][] | undefined {
  // A quotation mark begins a cell with line breaks only if it ends there: 3" is an inch.
  const isQuoted = new RegExp(`(?:^|\\n|\\${delimiter === '\t' ? 't' : delimiter})"`).test(text)
  if (!isQuoted) return text.split('\n').map((line) => line.split(delimiter))
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true })
  } catch {
    return undefined
  }
}

/** Reads the rows of a list, in the order in which the buyer wrote them. */
export function readList(rows: readonly (readonly string[])[]): ReadList {
  const { filled, left } = cleanRows(rows)
  const numbered = isCounting(filled)
  let columns: Columns | undefined
  let items = 0
  const lines: ListLine[] = []
  for (const cells of filled) {
    if (items > maxItems || lines.length > maxLines) break
    const heading = columnsOf(cells)
    if (heading) columns = heading
    const line = heading ? noteOf(cells) : lineOf(cells, columns, numbered)
    if (!line.isNote) items += 1
    lines.push(line)
  }
  return joinLists([{ lines, left: left + filled.length - lines.length }])
}

/** Joins lists into one, within the limits. */
export function joinLists(lists: readonly ReadList[]): ReadList {
  const lines = lists.flatMap((list) => list.lines)
  const items = lines.filter(({ isNote }) => !isNote)
  const next = items[maxItems]
  const most = Math.min(
    next ? lines.indexOf(next) : lines.length,
    fitting(lines.map(({ cells }) => cells)),
    maxLines,
  )
  const left = lists.reduce((sum, list) => sum + list.left, lines.length - most)
  return { lines: lines.slice(0, most), left }
}

/** Cleans the cells of the rows that fit, without empty rows, and counts the others. */
function cleanRows(rows: readonly (readonly string[])[]) {
  const readable = rows
    .map((row) => row.slice(0, maxCells).map((cell) => cell.slice(0, 2 * maxCellLength)))
    .filter((row) => row.some(isReadable))
  const filled = readable
    .slice(0, fitting(readable, 2 * maxBytes))
    .map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim().slice(0, maxCellLength)))
    .map((row) => withoutEmptyEnd(row.map((cell) => cell.toWellFormed())))
  return { filled, left: readable.length - filled.length }
}

/** Counts the rows at the start of a list that fit into a size. */
function fitting(rows: readonly (readonly string[])[], most = maxBytes) {
  let size = 0
  const over = rows.findIndex((cells) => (size += htmlBytes(cells.join(''))) > most)
  return over < 0 ? rows.length : over
}

function withoutEmptyEnd(cells: string[]) {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}

const wordsOfRole = Object.entries(columnWords).map(([role, words]): [Role, Set<string>] => [
  role as Role,
  new Set(words.split(/\s+/)),
])

/** Tells what the columns of a table hold, if a row is its heading. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const roles = cells.map((cell) => {
    const words = foldLine(cell).match(/[\p{L}\p{M}/#]+/gu) ?? []
    if (words.length === 0 || words.length > 5) return undefined
    // "Item description" are words, "item no." is a number.
    const counts = wordsOfRole.map(([role, known]): [Role, number] => [
      role,
      words.filter((word) => known.has(word)).length,
    ])
    const order: Role[] = ['other', 'quantity', 'unit', 'code', 'number', 'words']
    const best = order
      .map((role): [Role, number] => [role, counts.find(([one]) => one === role)?.[1] ?? 0])
      .reduce((a, b) => (b[1] > a[1] ? b : a))
    return best[1] > 0 ? best[0] : undefined
  })
  const named = roles.filter((role) => role !== undefined)
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length < 2 || named.length < 2 || named.length * 2 < filled.length) return undefined
  if (!named.includes('words') && !named.includes('code')) {
    // "Item | Qty": the column of items is headed like one of numbers.
    const at = roles.indexOf('number')
    if (at === -1 || !named.includes('quantity')) return undefined
    roles[at] = 'words'
  }
  return roles
}

/** Whether the first cells count the lines: 1, 2, 3 are no quantities. */
function isCounting(rows: readonly string[][]) {
  const numbers = rows.flatMap(([first = '']) => {
    const plain = foldLine(first).trim()
    return /^\d{1,4}$/.test(plain) ? [Number(plain)] : []
  })
  const rising = numbers.filter((number, at) => number === (numbers[at - 1] ?? number - 1) + 1)
  return numbers.length > 1 && rising.length * 3 >= numbers.length * 2
}

function noteOf(cells: string[]): ListLine {
  const words = cells.filter((cell) => cell !== '').join(' ')
  const none = { number: '', quantity: 1, hasQuantity: false, unit: '', question: '' } as const
  return { ...none, cells, isNote: true, words }
}

const amount = /^(?:[\d,]+|\d{1,3}(?: \d{3})+)(?:\.\d+)?$/
const lineNumber =
  /^\(?(?:\d{1,4}(?:\.\d{1,3})*|[a-z]|[أ-ي])[.):-]?$|^[a-z]{1,3}[./-]?\d{1,3}(?:\.\d{1,3})*$/

/** Reads a row of a table, or a line of text. */
function lineOf(cells: string[], columns: Columns | undefined, numbered: boolean): ListLine {
  // A table gives each of its items a quantity; a row without one is a heading.
  const hasQuantities = columns?.includes('quantity') === true
  if (cells.length === 1) {
    const read = readLine(cells[0] ?? '')
    const isNote = read.isNote || (hasQuantities && !read.hasQuantity)
    return withQuestion(cells, { ...read, isNote })
  }
  const roles = columns ?? guessRoles(cells, numbered)
  const inRole = (role: Role) => cells.filter((cell, at) => roles[at] === role && cell !== '')
  const [code = ''] = inRole('code')
  const described = inRole('words').join(' ')
  const words = [described, /\p{L}|\d/u.test(code) && !described.includes(code) ? code : '']
    .filter((part) => part !== '')
    .join(' ')
  const plain = (text: string) => foldLine(text).replace(/\s/g, '')
  const written = inRole('quantity')
    .map(plain)
    .find((one) => /\d/.test(one))
  const unit =
    [...inRole('unit'), written?.replace(/[\d,.]+/, '') ?? '']
      .map(unitOf)
      .find((one) => one !== '') ?? ''
  const stated = written === undefined ? undefined : /[\d,]+(?:\.\d+)?/.exec(written)?.[0]
  const read = readLine(words, stated !== undefined)
  const number = inRole('number')[0] ?? read.number
  const hasQuantity = stated !== undefined || read.hasQuantity
  const isHeading = hasQuantities && !hasQuantity && unit === ''
  return withQuestion(cells, {
    ...read,
    words: read.words === '' ? words : read.words,
    number,
    quantity: stated === undefined ? read.quantity : quantityOf(stated),
    hasQuantity,
    unit: unit || read.unit,
    isNote: words === '' || (read.isNote && !/^[\p{L}\d]+-/u.test(code)) || isHeading,
  })
}

function withQuestion(cells: string[], read: ReadLine): ListLine {
  return { ...read, cells, question: read.isNote ? '' : questionOf(read.words) }
}

/** Tells what the cells of a row hold where no heading says it. */
function guessRoles(cells: readonly string[], numbered: boolean): Columns {
  const plain = cells.map((cell) => foldLine(cell).trim())
  const roles: Columns = plain.map((cell) =>
    cell === '' || amount.test(cell) ? undefined : unitOf(cell) === '' ? 'words' : 'unit',
  )
  const first = plain.findIndex((cell) => cell !== '')
  const hasWords = roles.indexOf('words', first + 1) > 0
  if (
    hasWords &&
    lineNumber.test(plain[first] ?? '') &&
    (numbered || !/^\d+$/.test(plain[first] ?? ''))
  ) {
    roles[first] = 'number'
  }
  const isAmount = (at: number) => roles[at] === undefined && amount.test(plain[at] ?? '')
  const unit = roles.indexOf('unit')
  const words = roles.indexOf('words')
  const places = cells.map((_, at) => at)
  const beside = unit < 0 ? [] : [unit + 1, unit - 1]
  const quantity = [...beside, ...places.filter((at) => at > words), ...places].find(isAmount)
  if (quantity !== undefined) roles[quantity] = 'quantity'
  return roles
}
