import { plainTextOf } from '@site/arabic-text/characters'
import type { Cell } from '@site/tables/sheet'
import type { Column } from './headings.ts'

/** Names what is wrong with a cell. */
interface Fault {
  message: string
  /** Whether the cell has nothing that is worth reading. */
  isLeftOut: boolean
}

const changed: Fault = {
  message:
    'looks like a number or date that a spreadsheet has made of a code: format the column as text, and write it again',
  isLeftOut: false,
}
const dated: Fault = {
  message:
    'is a date among sizes, and is left out: a spreadsheet makes dates of texts such as 3/4 and 5-10; format the column as text, and write it again',
  isLeftOut: true,
}
const failed: Fault = {
  message:
    'is an error of a formula, and is left out; a text that begins with = + - or @ belongs into a column that is formatted as text',
  isLeftOut: true,
}
const uncalculated: Fault = {
  message:
    'is a formula without its value, and is left out: open the file in a spreadsheet program, and save it again',
  isLeftOut: true,
}

/**
 * Finds the cells of a column that a spreadsheet has changed while somebody typed or opened them.
 * @param cells those of the filled rows
 * @returns the fault of each cell, if it has one
 */
export function faultsOf({ key, heading }: Column, cells: readonly Cell[]): (Fault | undefined)[] {
  const shown = cells.map(({ text }) => plainTextOf(text))
  const isCode = key === 'code' || key === 'name' ? madeOfCode(cells, shown) : () => false
  const isShort = key === 'code' ? withoutZeros(shown) : () => false
  const isDated = key === null ? dateAmongSizes(heading, cells, shown) : () => false
  return cells.map((cell, at) => {
    const text = shown[at] ?? ''
    if (cell.isUncalculated) return uncalculated
    if (text === '') return undefined
    if (formulaError.test(text)) return failed
    if (isDated(cell, text)) return dated
    return isCode(cell, text) || isShort(cell, text) ? changed : undefined
  })
}

type Test = (cell: Cell, shown: string) => boolean

/** Matches errors of formulas, also those of LibreOffice, and what stands in too narrow columns. */
const formulaError =
  /^(?:#(?:NAME\?|N\/A|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)|Err:\d{3}|#{4,})$/

/** Matches a large number as spreadsheets show it: "1.00E+05", "4,05E+12". An order code may be "1E10". */
const scientific = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$|^-?\d[.,]\d+E-\d{2,3}$/

const months =
  'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر'

/** Matches dates as spreadsheets show them. */
const dateForms = [
  /^(?:19|20)\d\d[-/](?<month>\d\d?)[-/](?<day>\d\d?)(?:[T ][\d:.]+Z?)?$/,
  /^(?<day>\d\d?)\/(?<month>\d\d?)\/(?:\d\d|(?:19|20)\d\d)$/,
  /^(?<day>\d\d?)[-.](?<month>\d\d?)[-.](?:19|20)\d\d$/,
  new RegExp(`^(?:\\d\\d?[-/ ])?(?:${months})(?:[-/ ]\\d\\d(?:\\d\\d)?)?$`),
]

/** Whether a text is a date; its day and month may have changed places. */
function isDateText(text: string) {
  return dateForms.some((form) => {
    const found = form.exec(text)
    if (!found || (!found.groups && !/\d/.test(text))) return false
    const parts = [Number(found.groups?.['day'] ?? 1), Number(found.groups?.['month'] ?? 1)]
    return Math.min(...parts) >= 1 && Math.min(...parts) <= 12 && Math.max(...parts) <= 31
  })
}

/** Whether the spreadsheet itself has a cell as a date, or shows it as one. */
const isDate: Test = ({ text, value }, shown) =>
  isDateText(shown) || (value !== text && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value))

/** The form of a code: "2026-05-03" and "2026-17-44" have the same. */
const formOf = (text: string) => text.replace(/\d/g, '0').replace(/\p{L}/gu, 'a')

/** Finds numbers, dates and logical values among codes; codes of a form that not all can be dates are none. */
function madeOfCode(cells: readonly Cell[], shown: readonly string[]): Test {
  const isPlain = (text: string, at: number) => {
    const cell = cells[at]
    return cell !== undefined && !isDate(cell, text)
  }
  const forms = new Set(shown.filter(isPlain).map(formOf))
  return (cell, text) =>
    scientific.test(text) ||
    /^(?:TRUE|FALSE)$/.test(text) ||
    (isDate(cell, text) && (cell.text !== cell.value || !forms.has(formOf(text))))
}

/** Finds numbers that are shorter than their neighbours with leading zeros: 7 among 005 and 006. */
function withoutZeros(shown: readonly string[]): Test {
  const lengths = shown.filter((text) => /^0\d+$/.test(text)).map((text) => text.length)
  const [length = 0] = lengths
  const areAlike = lengths.length > 1 && lengths.every((one) => one === length)
  return (_, text) => areAlike && /^[1-9]\d*$/.test(text) && text.length < length
}

/** Finds dates in a column of other values, such as fractions and ranges. */
function dateAmongSizes(heading: string, cells: readonly Cell[], shown: readonly string[]): Test {
  const others = shown.filter((text, at) => {
    const cell = cells[at]
    return cell !== undefined && text !== '' && !isDate(cell, text)
  })
  // A year may stand among dates.
  const isSize = (text: string) => /^[<>≤≥±]?\d/.test(text) && !/^(?:19|20)\d\d$/.test(text)
  const hasSizes = others.some(isSize) && !/\bdate|تاريخ/i.test(heading)
  return (cell, text) => hasSizes && isDate(cell, text)
}
