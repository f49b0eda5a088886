import { foldLine, columnWords, moneyWords, ratingColumns, totalWords } from './line-words.ts'

/** Kinds of content of a column. */
export type Role = keyof typeof columnWords

/** A column of a table with a heading. */
export interface Column {
  /** The heading as it is written, with that of the group above it. */
  label: string
  /** Undefined for a heading that is not known. */
  role: Role | undefined
  /** Whether it counts a quantity of others together, such as "total quantity". */
  isTotal: boolean
  /** Writes a cell of a rating with its unit: "10" under "Current" is "10 A". */
  written: ((cell: string) => string) | undefined
}

const wordsOfRole = Object.entries(columnWords).map(([role, words]): [Role, Set<string>] => [
  role as Role,
  new Set(words.split(/\s+/)),
])
const [money, totals] = [moneyWords, totalWords].map((words) => new Set(words.split(/\s+/)))

/** Roles in the order in which they win: "item description" are words, "item no." is a number. */
const order: Role[] = ['other', 'quantity', 'unit', 'code', 'number', 'words']

function columnOf(label: string): Column {
  const folded = foldLine(label)
  const words = folded.match(/[\p{L}\p{M}/#]+/gu) ?? []
  const isKnown = words.length > 0 && words.length <= 8
  // A cell with a number is a rating itself.
  const isName = isKnown && !/\d/.test(folded.replace(/(?<=mm|مم)2/g, ''))
  const rating = isName ? ratingColumns.find(([pattern]) => pattern.test(folded)) : undefined
  const isMoney = words.some((word) => money?.has(word))
  const isTotal = !isMoney && words.some((word) => totals?.has(word))
  const counts = new Map(
    wordsOfRole.map(([role, known]) => [role, words.filter((word) => known.has(word)).length]),
  )
  const count = (role: Role) => counts.get(role) ?? 0
  const best = order.reduce((a, b) => (count(b) > count(a) ? b : a))
  const known = isTotal && count('quantity') > 0 ? 'quantity' : count(best) > 0 ? best : undefined
  const role = isMoney ? 'other' : rating ? 'words' : isKnown ? known : undefined
  return { label, role, isTotal, written: rating?.[1] }
}

/** Headings of goods, as of numbers: "Item" alone. */
const goodsHeading = /^\s*(?:items?|(?:ال)?(?:بند|بنود))\s*$/u

/**
 * Reads the heading of a table.
 * @param cells the texts of a row
 * @returns undefined for a row that is no heading
 */
export function headingOf(cells: readonly string[]): Column[] | undefined {
  // "MCB type C | No. | 5" has words of headings, too.
  if (cells.some((cell) => /^[\d\s.,]*\d[\d\s.,]*$/.test(foldLine(cell)))) return undefined
  const columns = cells.map(columnOf)
  const named = columns.filter(({ role }) => role !== undefined)
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length < 2 || named.length < 2 || named.length * 2 < filled.length) return undefined
  const has = (role: Role) => columns.some((column) => column.role === role)
  // "Item | Qty" or "No. | Item | Qty": the column of items is headed like one of numbers.
  const numbers = columns.flatMap(({ role }, at) => (role === 'number' ? [at] : []))
  const at =
    numbers.findLast((place) => goodsHeading.test(foldLine(columns[place]?.label ?? ''))) ??
    numbers[0]
  const items = at === undefined ? undefined : columns[at]
  const isOfGoods = items !== undefined && goodsHeading.test(foldLine(items.label))
  if (has('words') || (has('code') && !(numbers.length > 1 && isOfGoods))) return columns
  if (at === undefined || !items || !has('quantity')) return undefined
  return columns.with(at, { ...items, role: 'words' })
}

/**
 * Reads a heading together with a second row that divides some of its columns: "Quantities" above "Planned" and
 * "Revised".
 * @param first the heading
 * @returns undefined if the second row is no part of it
 */
export function dividedHeading(
  first: readonly string[],
  second: readonly string[],
): Column[] | undefined {
  const filled = second.flatMap((cell, at) => (cell === '' || cell === first[at] ? [] : [at]))
  if (filled.length === 0 || second.some((cell) => /\d/.test(foldLine(cell)))) return undefined
  // A group is named in its first column, or, where it is merged, in each.
  const width = Math.max(first.length, second.length)
  const places = Array.from({ length: width }, (_, at) => at)
  const groups = places.map((at) => first.slice(0, at + 1).findLast((cell) => cell !== '') ?? '')
  const isDivided = (at: number) =>
    (first[at] ?? '') === '' || [at - 1, at + 1].some((next) => groups[next] === groups[at])
  if (!filled.every(isDivided)) return undefined
  const labels = places.map((at) => {
    const own = second[at] ?? ''
    const group = filled.includes(at) ? (groups[at] ?? '') : (first[at] ?? '')
    return [group, own === group ? '' : own].filter((part) => part !== '').join(' ')
  })
  return headingOf(labels)
}
