import { foldLine, moneyWords } from '../line/line-words.ts'
import { unitOf } from '../line/quantities.ts'
import type { Column } from './headings.ts'
import { amountCell } from './text-rows.ts'

const money = new Set(moneyWords.split(/\s+/))

/** "Amount" is a sum of money beside prices, and else may be a number of pieces. */
const isAmount = ({ label }: Column) => foldLine(label).trim() === 'amount'

const isPrice = (column: Column) =>
  !isAmount(column) &&
  (foldLine(column.label).match(/\p{L}+/gu) ?? []).some((one) => money.has(one))

const isNumber = (cell: string) => amountCell.test(foldLine(cell).trim())

/** Whether cells number the rows: 1, 2, 3. */
const isRising = (cells: readonly string[]) =>
  cells.length > 1 && cells.every((cell, at) => Number(foldLine(cell)) === at + 1)

/**
 * Finds the quantities of a table whose heading does not name them: a column of numbers in front of the units; without
 * one, the visitor is asked whether another column of numbers has them.
 * @param rows the texts below the heading
 */
export function withQuantities(columns: Column[], rows: readonly (readonly string[])[]): Column[] {
  if (columns.some(({ role }) => role === 'quantity')) return columns
  const filledIn = (at: number) => rows.flatMap((row) => row[at] || [])
  const areMost = (at: number, is: (cell: string) => boolean) => {
    const filled = filledIn(at)
    return filled.length > 0 && filled.filter(is).length * 3 >= filled.length * 2
  }
  const isPriced = columns.some(isPrice)
  const open = columns.flatMap((column, at) => {
    const isUnknown = column.role === undefined || (isAmount(column) && !isPriced)
    return isUnknown && areMost(at, isNumber) && !isRising(filledIn(at)) ? [at] : []
  })
  const isUnit = (at: number) =>
    columns[at]?.role === 'unit' ||
    (columns[at]?.role === undefined && areMost(at, (cell) => unitOf(cell) !== ''))
  const beside = open.find((at) => isUnit(at + 1))
  return columns.map((column, at): Column => {
    if (beside === undefined)
      return open.includes(at) ? { ...column, role: 'quantity', isGuess: true } : column
    if (at === beside) return { ...column, role: 'quantity' }
    return at === beside + 1 ? { ...column, role: 'unit' } : column
  })
}
