import {
  columnWords,
  countWords,
  foldLine,
  moneyWords,
  ratingColumns,
  totalWords,
} from '../line/line-words.ts'

/** Kinds of content of a column. */
export type Role = keyof typeof columnWords

/** A column of a table with a heading. */
export interface Column {
  /** The heading as it is written, with that of the group above it. */
  label: string
  /** Undefined for a heading that is not known. */
  role: Role | undefined
  /** Whether all words of its heading may head names, too: "item" is a number or a name. */
  isName: boolean
  /** Whether it counts a quantity of others together, such as "total quantity". */
  isTotal: boolean
  /** Whether it may hold quantities, though its heading does not say so: the visitor is asked. */
  isGuess?: true
  /** Writes a cell of a rating with its unit: "10" under "Current" is "10 A". */
  written: ((cell: string) => string) | undefined
}

const wordsOfRole = Object.entries(columnWords).map(([role, words]): [Role, Set<string>] => [
  role as Role,
  new Set(words.split(/\s+/)),
])
const [money, totals, counts] = [moneyWords, totalWords, countWords].map(
  (words) => new Set(words.split(/\s+/)),
)

/** Words that head names of goods, some of them also numbers or codes. */
const names = new Set(`${columnWords.words} items البند بند بنود البنود`.split(/\s+/))

/** Roles in the order in which they win: "item description" are words, "item no." is a number. */
const order: Role[] = ['other', 'quantity', 'unit', 'code', 'number', 'words']

function columnOf(label: string): Column {
  const folded = foldLine(label).replace(/(?<=\p{L})['’`´](?=\p{L})/gu, '')
  const words = folded.match(/[\p{L}\p{M}/#]+/gu) ?? []
  const isKnown = words.length > 0 && words.length <= 8
  // A cell with a number is a rating itself.
  const isName = isKnown && !/\d/.test(folded.replace(/(?<=mm|مم)2/g, ''))
  const rating = isName ? ratingColumns.find(([pattern]) => pattern.test(folded)) : undefined
  const isMoney = words.some((word) => money?.has(word))
  const isTotal = !isMoney && words.some((word) => totals?.has(word))
  // "4 nos" is a quantity itself.
  const isCount =
    !/\d/.test(folded) && words.every((word) => counts?.has(word)) && words.join() !== 'no'
  const matching = new Map(
    wordsOfRole.map(([role, known]) => [role, words.filter((word) => known.has(word)).length]),
  )
  const count = (role: Role) => matching.get(role) ?? 0
  const best = order.reduce((a, b) => (count(b) > count(a) ? b : a))
  const known = isTotal && count('quantity') > 0 ? 'quantity' : count(best) > 0 ? best : undefined
  const role = isMoney
    ? 'other'
    : rating
      ? 'words'
      : isKnown
        ? isCount
          ? 'quantity'
          : known
        : undefined
  return {
    label,
    role,
    isName: words.length > 0 && words.every((word) => names.has(word)),
    isTotal,
    written: rating?.[1],
  }
}

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
  if (has('words')) return columns
  // "Item | Qty", "No. | Item | Qty", "Order code | Item | Qty": the column of names is headed like one of numbers or codes.
  // A number of the item is in the first column.
  const isNumbered = ({ role }: Column) => role === 'number' || role === 'code'
  const nameAt = columns.findLastIndex(
    (column, at) =>
      column.isName &&
      isNumbered(column) &&
      (columns.slice(0, at).some(isNumbered) ||
        columns.some((one) => column.role === 'code' && one !== column && one.role === 'code')),
  )
  if (nameAt < 0 && has('code')) return columns
  const at = nameAt < 0 ? columns.findIndex(({ role }) => role === 'number') : nameAt
  const names = columns[at]
  return names && (has('quantity') || has('code'))
    ? columns.with(at, { ...names, role: 'words' })
    : undefined
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
