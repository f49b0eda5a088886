/** A cell of a table. */
export interface Cell {
  /** The text that a reader of the table sees, trimmed: "00123", "1,200.00". */
  text: string
  /** The value behind it: a number with at most fifteen digits, a date in ISO 8601, else the text. */
  value: string
  /** Set for a formula whose value no program has calculated; its text is the formula, its value empty. */
  isUncalculated?: true
  /** Set where a cell that is merged over columns repeats its first one. */
  isRepeated?: true
}

/** A range of cells that are drawn as one; rows and columns count from 0, the last ones are included. */
export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

/** Rows and columns of a table that its reader does not see, counted from 0. */
export interface HiddenParts {
  rows: ReadonlySet<number>
  columns: ReadonlySet<number>
  /** Whether the table itself is hidden. */
  isWhole: boolean
}

/** A table; rows may have different lengths. */
export interface Sheet {
  /** Empty for a file that has only one. */
  name: string
  rows: Cell[][]
  merges: Merge[]
  hidden: HiddenParts
}

/** A cell that is only a text. */
export function textCell(text: string): Cell {
  const trimmed = text.trim()
  return { text: trimmed, value: trimmed }
}

/** A table in which nothing is merged or hidden. */
export function plainSheet(name: string, rows: Cell[][], merges: Merge[] = []): Sheet {
  return { name, rows, merges, hidden: { rows: new Set(), columns: new Set(), isWhole: false } }
}

/**
 * Returns what a reader of a table sees: without its hidden parts, and with the text of merged cells in each of them.
 * @returns the rows, and the number of hidden rows and columns that had content
 */
export function visibleRows({ rows, merges, hidden }: Sheet): { rows: Cell[][]; hidden: number } {
  const filled = rows.map((row) => [...row])
  const width = Math.max(0, ...rows.map((row) => row.length))
  for (const { top, left, bottom, right } of merges) {
    const cell = rows[top]?.[left]
    if (!cell) continue
    for (const row of filled.slice(top, bottom + 1)) {
      while (row.length < left) row.push(textCell(''))
      row[left] = cell
      for (let at = left + 1; at <= Math.min(right, width - 1); at += 1) {
        row[at] = { ...cell, isRepeated: true }
      }
    }
  }
  const isFilled = ({ text }: Cell) => text !== ''
  if (hidden.isWhole) return { rows: [], hidden: rows.filter((row) => row.some(isFilled)).length }
  const seen = filled.filter((_, at) => !hidden.rows.has(at))
  const columns = [...hidden.columns].filter((at) =>
    seen.some((row) => row[at] && isFilled(row[at])),
  )
  const leftOut = rows.filter((row, at) => hidden.rows.has(at) && row.some(isFilled))
  return {
    rows: seen.map((row) => row.filter((_, at) => !hidden.columns.has(at))),
    hidden: leftOut.length + columns.length,
  }
}
