import type { Row, Section } from './targets.ts'

const columns = ['', 'Figure', 'Against its peer', 'Target', 'Met']

/** The whole report for a terminal: a heading and aligned columns for each section. */
export function textTable(sections: readonly Section[]) {
  const lines = sections.flatMap(({ rows }) => rows.map(cellsOf))
  const widths = columns.map((column, at) =>
    Math.max(column.length, ...lines.map((cells) => cells[at]?.length ?? 0)),
  )
  const aligned = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    aligned(columns),
    ...sections.flatMap(({ title, rows }) => ['', title, ...rows.map(cellsOf).map(aligned)]),
  ].join('\n')
}

/** The same in Markdown, for the README. */
export function markdownTable(sections: readonly Section[]) {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...sections.flatMap(({ title, rows }) => [
      line([`**${title}**`, '', '', '', '']),
      ...rows.map(cellsOf).map(line),
    ]),
  ].join('\n')
}

/** The number of targets that are met, and of all targets. */
export function countMet(sections: readonly Section[]) {
  const targets = sections.flatMap(({ rows }) => rows).flatMap(({ target }) => target ?? [])
  return { met: targets.filter(({ met }) => met).length, of: targets.length }
}

function cellsOf({ what, figure, ratio, target }: Row) {
  return [what, figure, ratio ?? '', target?.text ?? '', target ? (target.met ? 'yes' : 'no') : '']
}
