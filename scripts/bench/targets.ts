/** What a figure is to be, and whether it is. */
export interface Target {
  text: string
  met: boolean
}

export function atLeast(bound: number, value: number, unit = ''): Target {
  return { text: `≥ ${bound}${unit}`, met: value >= bound }
}

export function atMost(bound: number, value: number, unit = ''): Target {
  return { text: `≤ ${bound}${unit}`, met: value <= bound }
}

/** One line of the report. */
export interface Row {
  what: string
  figure: string
  /** The same against its peer of the same run. */
  ratio?: string
  target?: Target
}

/** A row that this build has no figure for. */
export function missingRow(what: string, why: string): Row {
  return { what, figure: `not to be had: ${why}` }
}

/** The rows of one part of the report, and everything that they were made of. */
export interface Section {
  title: string
  rows: Row[]
  measured: unknown
}
