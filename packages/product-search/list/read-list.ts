import { htmlBytes, isReadable, plainTextOf } from '@site/arabic-text/characters'
import { withPlainLetters } from '@site/arabic-text/visual-order'
import { plainSheet, textCell, visibleRows, type Cell, type Sheet } from '@site/tables/sheet'
import { isLonely, isOfCells, rowsOfCells } from './table/copied-cells.ts'
import { mendLetters, seemsNoise } from './line/copied-letters.ts'
import { dividedHeading, headingOf, type Column, type Role } from './table/headings.ts'
import { deductions, dittos, foldLine, type QuantityUnit } from './line/line-words.ts'
import { noQuantity, readQuantity, unitOf, type ReadQuantity } from './line/quantities.ts'
import {
  isNameOfBoard,
  isPrinted,
  isTitleOfPart,
  questionOf,
  readLine,
  statesRating,
  type ReadLine,
} from './line/read-line.ts'
import { withQuantities } from './table/quantity-column.ts'
import { amountCell, rowsOfText } from './table/text-rows.ts'

export {
  isTitleOfPart,
  questionOf,
  readLine,
  readQuantity,
  rowsOfText,
  seemsNoise,
  type QuantityUnit,
  type ReadQuantity,
}

/** A line of a buyer's list. */
export interface ListLine extends ReadLine {
  /** Its cells as the buyer wrote them; one for a line of plain text. */
  cells: string[]
  /** The search query; empty for a note. */
  question: string
  /** The texts of its quantities by heading, if its table has several such columns. */
  quantities?: Record<string, string>
}

/**
 * Why a part of a list is unread: formulas that no program has calculated, Arabic digits lost as question marks, a text
 * that was copied reversed or in pieces, or pages that are pictures.
 */
export type UnreadCause = 'formulas' | 'questionMarks' | 'copied' | 'pictures'

export interface ReadList {
  /** In the buyer's order, without empty lines. */
  lines: ListLine[]
  /** Lines that are over the limits, and not read. */
  left: number
  /** Hidden rows and columns with content, which are left out. */
  hidden: number
  /** The headings of columns with quantities, where the visitor has to choose one; else empty. */
  quantityColumns: string[]
  causes: UnreadCause[]
  /** Set if a table has units, and no column with quantities: they are missing. */
  lacksQuantities?: boolean
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

/** Reads a pasted text. */
export function readText(copied: string): ReadList {
  const { text, isDamaged } = mendLetters(copied)
  const rows = rowsOfText(text)
  const lines = rows.map(([first = '']) => first)
  const isPieces = rows.every((row) => row.length === 1) && isOfCells(lines)
  const cells = (isPieces ? rowsOfCells(lines) : rows).map((row) => row.map(textCell))
  const list = readSheet(plainSheet('', isPieces ? cells : withNumbers(cells)))
  return joinLists([isPieces || isDamaged ? withoutGuesses(list, isDamaged) : list])
}

/** Divides lines that begin with their number, and no sign behind it: "1 MCB 16A", "2 MCB 20A" and so on. */
function withNumbers(rows: Cell[][]): Cell[][] {
  const divided = rows.map((row) => {
    const [, number, words = ''] = /^(\d{1,3}) (?=.*\p{L})(.*)/u.exec(row[0]?.text ?? '') ?? []
    return row.length === 1 && number !== undefined ? [textCell(number), textCell(words)] : row
  })
  const count = divided.filter((row, at) => row !== rows[at]).length
  return count > 3 && count * 2 > rows.length && isCounting(divided) ? divided : rows
}

/** Leaves the quantities open that a list in pieces, or in a wrong order, does not surely state. */
function withoutGuesses(list: ReadList, isDamaged: boolean): ReadList {
  const isPiece = ({ cells: [first = '', ...others] }: ListLine) =>
    others.length === 0 && isLonely(first)
  const lines = list.lines.map((line, at) => {
    const beside = [list.lines[at - 1], list.lines[at + 1]].filter((one) => one && isPiece(one))
    const isStated = line.cells.length > 1 || (line.unit !== '' && beside.length === 0)
    if (isPiece(line)) return noteOf(line.cells)
    if (line.isNote || (isStated && !isDamaged)) return line
    const pieces = beside.flatMap((one) => one?.cells.map(plainTextOf) ?? []).join(' · ')
    return { ...line, quantity: null, quantityText: pieces }
  })
  const items = lines.filter(({ isNote }) => !isNote)
  const isCopied =
    isDamaged || items.filter((one) => !list.lines.includes(one)).length * 4 > items.length
  return { ...list, lines, causes: isCopied ? [...list.causes, 'copied'] : list.causes }
}

/** Reads the tables of a list, in the order in which the buyer wrote them. */
export function readList(sheets: readonly Sheet[]): ReadList {
  return joinLists(sheets.map(readSheet))
}

function readSheet(sheet: Sheet): ReadList {
  const { rows, hidden } = visibleRows(sheet)
  const { filled, left } = cleanRows(rows)
  const tables = tablesIn(filled)
  const lines: ListLine[] = []
  let isUncalculated = false
  let items = 0
  for (const table of tables) {
    /** The name of the last row, which rows without one share. */
    let name = ''
    let above: ListLine | undefined
    for (const [at, row] of table.rows.entries()) {
      if (items > maxItems || lines.length > maxLines) break
      const isHeading = at < table.headingRows
      const line = isHeading ? noteOf(shownIn(row)) : spelledOut(lineOf(row, table, name), above)
      const named = row[table.nameAt]?.text
      if (named && at >= table.headingRows) name = named
      if (!line.isNote) items += 1
      above = line.isNote ? above : line
      isUncalculated ||= !line.isNote && row.some((cell) => cell.isUncalculated)
      lines.push(line)
    }
  }
  const quantityColumns = [...new Set(lines.flatMap((line) => Object.keys(line.quantities ?? {})))]
  const causes: UnreadCause[] = isUncalculated ? ['formulas'] : []
  const lacksQuantities = tables.some(({ columns }) => {
    const has = (role: Role) => columns?.some((column) => column.role === role) === true
    return has('unit') && !has('quantity')
  })
  return {
    ...{ lines, left: left + filled.length - lines.length, hidden, quantityColumns, causes },
    lacksQuantities,
  }
}

/** Joins lists into one, within the limits. */
export function joinLists(lists: readonly ReadList[]): ReadList {
  const all = lists.flatMap((list) => list.lines)
  const items = all.filter(({ isNote }) => !isNote)
  const next = items[maxItems]
  const most = Math.min(
    next ? all.indexOf(next) : all.length,
    fitting(all.map(({ cells }) => cells)),
    maxLines,
  )
  const sum = (key: 'left' | 'hidden') => lists.reduce((total, list) => total + list[key], 0)
  const isCounted =
    items.some(({ quantity, quantityText }) => quantity !== null || quantityText !== '') ||
    lists.some(({ causes: of, lacksQuantities }) => lacksQuantities || of.includes('copied'))
  // Only a list without any quantity asks for one of each.
  const lines = isCounted
    ? all
        .slice(0, most)
        .map((line, at) => (isTitleOfItems(line, at, all) ? noteOf(line.cells) : line))
    : all.slice(0, most).map((line) => (line.isNote ? line : { ...line, quantity: 1 }))
  const causes = new Set(lists.flatMap((list) => list.causes))
  if (hasLostDigits(lines)) causes.add('questionMarks')
  return {
    lines,
    left: sum('left') + all.length - most,
    hidden: sum('hidden'),
    quantityColumns: [...new Set(lists.flatMap((list) => list.quantityColumns))],
    causes: [...causes],
    lacksQuantities: lists.some((list) => list.lacksQuantities),
  }
}

/** Whether all unread quantities are question marks, which programs write for Arabic digits that an encoding lacks. */
function hasLostDigits(lines: readonly ListLine[]) {
  const unread = lines.filter(({ quantityText }) => quantityText !== '')
  return unread.length > 1 && unread.every(({ quantityText }) => /^[?؟\s.,]+$/.test(quantityText))
}

/** Cleans the cells of the rows that fit, without empty rows, and counts the others. */
function cleanRows(rows: readonly (readonly Cell[])[]) {
  const readable = rows
    .map((row) => row.slice(0, maxCells))
    .filter((row) => row.some(({ text, isUncalculated }) => isUncalculated || isReadable(text)))
  const sizes = readable.map((row) => row.map(({ text }) => text.slice(0, 2 * maxCellLength)))
  const filled = readable.slice(0, fitting(sizes, 2 * maxBytes)).map((row) => {
    const cells = row.map((cell) => ({ ...cell, text: cleanText(cell.text) }))
    return cells.slice(0, cells.findLastIndex(({ text }) => text !== '') + 1)
  })
  return { filled, left: readable.length - filled.length }
}

function cleanText(text: string) {
  const start = withPlainLetters(text.slice(0, 2 * maxCellLength))
    .replace(/\s+/g, ' ')
    .trim()
  return start.slice(0, maxCellLength).toWellFormed()
}

/** Counts the rows at the start of a list that fit into a size. */
function fitting(rows: readonly (readonly string[])[], most = maxBytes) {
  let size = 0
  const over = rows.findIndex((cells) => (size += htmlBytes(cells.join(''))) > most)
  return over < 0 ? rows.length : over
}

/** Rows under one heading. */
interface Table {
  /** The rows of the heading first. */
  rows: readonly Cell[][]
  headingRows: number
  /** Undefined for rows without a heading. */
  columns: Column[] | undefined
  /** The first column of words; -1 for none. */
  nameAt: number
  /** Whether a table with a heading follows, so that these rows are no items. */
  isAbove: boolean
  /** Whether the first cells count the lines: 1, 2, 3 are no quantities. */
  isNumbered: boolean
  /** Whether a heading says where the quantities are. */
  isSure: boolean
  /** Whether its items have quantities, so that a row without one is a heading. */
  isCounted: boolean
}

const textsOf = (row: readonly Cell[] = []) => row.map(({ text }) => text)

/** The texts of a row, once each where cells are merged. */
function shownIn(row: readonly Cell[]) {
  const texts = row.map(({ text, isRepeated }) => (isRepeated ? '' : text))
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** Divides rows into tables, each with a heading; rows above the first one are a table without. */
function tablesIn(rows: readonly Cell[][]): Table[] {
  const isNumbered = isCounting(rows)
  const starts: { at: number; columns: Column[] | undefined; headingRows: number }[] = [
    { at: 0, columns: undefined, headingRows: 0 },
  ]
  for (let at = 0; at < rows.length; at += 1) {
    const texts = textsOf(rows[at])
    const plain = headingOf(texts)
    const divided = plain && dividedHeading(texts, textsOf(rows[at + 1]))
    const columns = divided ?? plain
    if (!columns) continue
    starts.push({ at, columns, headingRows: divided ? 2 : 1 })
    if (divided) at += 1
  }
  return starts.map(({ at, columns: named, headingRows }, index) => {
    const own = rows.slice(at, starts[index + 1]?.at)
    const below = own.slice(headingRows)
    const columns =
      named &&
      withQuantities(
        named.map((column, place) => withRole(column, below, place)),
        below.map(textsOf),
      )
    const nameAt = columns?.findIndex(({ role, written }) => role === 'words' && !written) ?? -1
    const isAbove = columns === undefined && starts.length > 1
    const isSure = columns?.some(({ role, isGuess }) => role === 'quantity' && !isGuess) === true
    const isCounted = isSure || hasAmounts(own, columns, isNumbered)
    return { rows: own, headingRows, columns, nameAt, isAbove, isNumbered, isSure, isCounted }
  })
}

/** Whether most rows of a table whose heading does not say so, or that has none, have a quantity. */
function hasAmounts(
  rows: readonly Cell[][],
  columns: Column[] | undefined,
  isNumbered: boolean,
): boolean {
  const wide = rows.map(textsOf).filter((cells) => cells.length > 2)
  const counted = wide.filter((cells) => {
    const roles = columns?.map(({ role }) => role) ?? guessRoles(cells, isNumbered)
    return cells.some((cell, at) => roles[at] === 'quantity' && cell !== '')
  })
  return counted.length > 1 && counted.length * 2 > wide.length
}

/** A column with an unknown heading belongs to the words if its cells are ratings. */
function withRole(column: Column, rows: readonly Cell[][], at: number): Column {
  if (column.role !== undefined || column.label === '') return column
  const cells = rows.flatMap((row) => row[at]?.text || [])
  const ratings = cells.filter((text) => statesRating(foldLine(text)))
  return ratings.length * 2 > cells.length
    ? { ...column, role: 'words', written: (cell) => cell }
    : column
}

/** Whether the first cells count the lines. */
function isCounting(rows: readonly Cell[][]) {
  const numbers = rows.flatMap(([first]) => {
    const plain = foldLine(first?.text ?? '').trim()
    return /^\d{1,4}$/.test(plain) ? [Number(plain)] : []
  })
  const rising = numbers.filter((number, at) => number === (numbers[at - 1] ?? number - 1) + 1)
  return numbers.length > 1 && rising.length * 3 >= numbers.length * 2
}

/** Whether a line without a quantity is the name of the board of which the items below it are counted. */
function isTitleOfItems(
  { isNote, quantity, quantityText, unit, words }: ListLine,
  at: number,
  lines: readonly ListLine[],
) {
  const isUncounted = !isNote && quantity === null && quantityText === '' && unit === ''
  return (
    isUncounted &&
    isNameOfBoard(words) &&
    lines.slice(at + 1).some((one) => !one.isNote && one.quantity !== null)
  )
}

function noteOf(cells: string[]): ListLine {
  const words = cells.filter((cell) => cell !== '').join(' ')
  return { ...noQuantity, number: '', unit: '', question: '', cells, isNote: true, words }
}

/**
 * Reads a row of a table, or a line of text.
 * @param name what rows above it share, if it has no name of its own
 */
function lineOf(row: readonly Cell[], table: Table, name: string): ListLine {
  const { columns, isAbove, isNumbered, isSure } = table
  const cells = shownIn(row)
  if (isAbove) return noteOf(cells)
  /** Whether words without a quantity are a heading: those with a number may be an item that lacks it. */
  const isBare = (text: string) => isSure || (table.isCounted && !/\d/.test(foldLine(text)))
  if (cells.length === 1) {
    const read = readLine(cells[0] ?? '')
    // A table gives each of its items a quantity; a row without one is a heading.
    const isTitle = isBare(read.words) && read.quantity === null && read.quantityText === ''
    return withQuestion(cells, { ...read, isNote: read.isNote || isTitle })
  }
  const roles = columns?.map(({ role }) => role) ?? guessRoles(cells, isNumbered)
  const inRole = (role: Role) => cells.filter((cell, at) => roles[at] === role && cell !== '')
  const [code = ''] = inRole('code')
  const described = wordsOf(cells, roles, table, code === '' ? name : '')
  const words = [described, /\p{L}|\d/u.test(code) && !described.includes(code) ? code : '']
    .filter((part) => part !== '')
    .join(' ')
  const unit = inRole('unit').map(unitOf).find(Boolean) ?? ''
  const stated = quantityIn(row, roles, columns, unit)
  const isCounted = stated.quantity !== null || stated.quantityText !== ''
  const read = readLine(words, isCounted || isSure)
  const isTitle = isBare(words) && !isCounted && unit === '' && code === ''
  const isOfPage = stated.quantity === null && code === '' && isPrinted(foldLine(words))
  return withQuestion(cells, {
    ...read,
    ...(isCounted && stated),
    unit: stated.unit || unit || read.unit,
    words: read.words === '' ? words : read.words,
    number: inRole('number')[0] ?? read.number,
    isNote: words === '' || (read.isNote && !/^[\p{L}\d]+-/u.test(code)) || isTitle || isOfPage,
  })
}

/** Joins the cells that describe an item; one without a name has that of the rows above. */
function wordsOf(
  cells: readonly string[],
  roles: readonly (Role | undefined)[],
  { columns, nameAt }: Table,
  name: string,
) {
  const places = cells.flatMap((cell, at) => (roles[at] === 'words' && cell !== '' ? [at] : []))
  const texts = places.map((at) => {
    const cell = cells[at] ?? ''
    const isBare = /^[\d.,\s]+$|^[a-z]$/i.test(foldLine(cell))
    return (isBare && columns?.[at]?.written?.(cell)) || cell
  })
  const hasName = places.some((at) => !columns?.[at]?.written && /\p{L}{3}/u.test(cells[at] ?? ''))
  const isUnnamed = nameAt >= 0 && (cells[nameAt] ?? '') === '' && !hasName
  const isItem = cells.some(
    (cell, at) => cell !== '' && ['quantity', 'unit'].includes(roles[at] ?? ''),
  )
  return [...(isUnnamed && isItem && name !== '' ? [name] : []), ...texts].join(' ')
}

/**
 * Reads the quantity of a row. Of several columns, one of totals wins; else the visitor chooses, unless all agree.
 * @param columns undefined for rows without a heading
 */
function quantityIn(
  row: readonly Cell[],
  roles: readonly (Role | undefined)[],
  columns: Column[] | undefined,
  unit: QuantityUnit | '',
): ReadQuantity & Pick<ListLine, 'unit' | 'quantities'> {
  const all = roles.flatMap((role, at) => (role === 'quantity' ? [at] : []))
  const totals = all.filter((at) => columns?.[at]?.isTotal)
  const places = totals.length === 1 ? totals : all
  const texts = places.map((at) => quantityText(row[at], unit))
  const [first = '', ...others] = texts
  const [cell] = places.map((at) => row[at])
  const isGuess = places.some((at) => columns?.[at]?.isGuess)
  if (!isGuess && texts.every((text) => text === first)) {
    if (first === '') return { ...noQuantity, unit: '' }
    if (cell?.isUncalculated) return { quantity: null, quantityText: first, unit: '' }
    return readQuantity(first, unit)
  }
  const quantities = Object.fromEntries(
    places.map((at, index) => [columns?.[at]?.label || String(at + 1), texts[index] ?? '']),
  )
  const shown = [first, ...others].filter((text) => text !== '')
  return { quantity: null, quantityText: shown.join(' · '), unit: '', quantities }
}

/** The text of a quantity: its value where a number is shown in a format of its own. A dash is none. */
function quantityText(cell: Cell | undefined, unit: QuantityUnit | '') {
  const { text = '', value = '' } = cell ?? {}
  if (unit === '' && /^[\s.–—-]*$/.test(text)) return ''
  return value !== text && /^\d+(?:\.\d+)?$/.test(value) ? value : text
}

const deduction = new RegExp(`^(?:${deductions})(?!\\p{L})`, 'u')
const ditto = new RegExp(
  `^(?:${dittos})(?!\\p{L})[\\s,،:-]*(?:(?:but|except|with|لكن|ولكن|بس)(?!\\p{L}))?`,
  'u',
)
const ratings = /\d+(?:[.,]\d+)*\s?(?<unit>[\p{L}²]+)/gu

/** An item that is taken off is nothing to order: its quantity is unread. */
function withQuestion(cells: string[], read: Omit<ListLine, 'cells' | 'question'>): ListLine {
  const { quantity, isNote, words } = read
  const isTakenOff = quantity !== null && deduction.test(foldLine(words))
  return {
    ...read,
    ...(isTakenOff && { quantity: null, quantityText: `-${quantity}` }),
    cells,
    question: isNote ? '' : questionOf(words),
  }
}

/** Writes out "ditto": the words of the item above, but for the ratings that the line states itself. */
function spelledOut(line: ListLine, above: ListLine | undefined): ListLine {
  const [sign] = ditto.exec(foldLine(line.words)) ?? []
  if (sign === undefined || !above || line.isNote) return line
  const own = line.words.slice(sign.length).trim()
  const stated = new Set([...foldLine(own).matchAll(ratings)].map(({ groups }) => groups?.unit))
  const same = foldLine(above.words).replaceAll(ratings, (rating, unit: string) =>
    stated.has(unit) ? ' '.repeat(rating.length) : rating,
  )
  const kept = [...above.words].map((letter, at) => (same[at] === ' ' ? ' ' : letter)).join('')
  const words = `${kept} ${own}`.replace(/\s+/g, ' ').trim()
  return { ...line, words, question: questionOf(words) }
}

const lineNumber =
  /^\(?(?:\d{1,4}(?:\.\d{1,3})*|[a-z]|[ivx]{2,5}|[أ-ي])[.):-]?$|^[a-z]{1,3}[./-]?\d{1,3}(?:\.\d{1,3})*$/

/** Tells what the cells of a row hold where no heading says it. */
function guessRoles(cells: readonly string[], numbered: boolean): (Role | undefined)[] {
  const plain = cells.map((cell) => foldLine(cell).trim())
  const isLost = (cell: string) => /^[?؟]+$/.test(cell)
  const roles = plain.map((cell): Role | undefined =>
    cell === '' || amountCell.test(cell) || isLost(cell)
      ? undefined
      : unitOf(cell) === ''
        ? 'words'
        : 'unit',
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
  const isAmount = (at: number) =>
    roles[at] === undefined && (amountCell.test(plain[at] ?? '') || isLost(plain[at] ?? ''))
  const unit = roles.indexOf('unit')
  const words = roles.indexOf('words')
  const places = cells.map((_, at) => at)
  const beside = unit < 0 ? [] : [unit + 1, unit - 1]
  const quantity = [...beside, ...places.filter((at) => at > words), ...places].find(isAmount)
  if (quantity !== undefined) roles[quantity] = 'quantity'
  return roles
}
