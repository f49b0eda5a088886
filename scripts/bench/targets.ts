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
  /** The figure relative to that of its peer in the same run. */
  ratio?: string
  target?: Target
}

/** A row without a figure. */
export function missingRow(what: string, reason: string): Row {
  return { what, figure: `not available: ${reason}` }
}

/** The rows of one part of the report, and the measurements behind them. */
export interface Section {
  title: string
  rows: Row[]
  measured: unknown
}
