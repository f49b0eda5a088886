/** A cell of a table. */
export interface Cell {
  /** The text that a reader of the table sees, trimmed: "00123", "1,200.00". */
  text: string
  /** The value behind it: a number with at most fifteen digits, a date in ISO 8601, else the text. */
  value: string
  /** Set for a formula whose value no program has calculated; its text and value are empty. */
  isUncalculated?: true
}

/** A range of cells that are drawn as one; rows and columns count from 0, the last ones are included. */
export interface Merge {
  top: number
  left: number
  bottom: number
  right: number
}

/** A table; rows may have different lengths. */
export interface Sheet {
  /** Empty for a file that has only one. */
  name: string
  rows: Cell[][]
  merges: Merge[]
  /** Rows and columns that a reader of the table does not see; all of a hidden sheet. */
  hidden: { rows: ReadonlySet<number>; columns: ReadonlySet<number>; isWhole: boolean }
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
