import type TurndownService from 'turndown'
import { joinLinks } from './escape-text.server'

/** Wider columns are not aligned: their lines would not fit a window. */
const maxAlignedWidth = 40
/** Merged cells beyond are single: a text may claim any number of columns. */
const maxColumns = 100

type ContentOf = (cell: Element) => string

/**
 * Adds rules for tables, which have no merged cells in Markdown: such a cell is the first of several, of
 * which the others are empty. Columns without content are left out.
 */
export function addTableRules(service: TurndownService) {
  const contents = new WeakMap<Element, string>()

  service.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement: (content, node) => {
      const line = joinLinks(content)
        .replace(/\s*\\?\n\s*/g, ' ')
        .trim()
      // Pipes of code, and of a table in the cell.
      contents.set(node, line.replace(/(?<!\\)\|/g, '\\|'))
      return ''
    },
  })
  service.addRule('table', {
    filter: 'table',
    replacement: (_, table) => `\n\n${tableOf(table, (cell) => contents.get(cell) ?? '')}\n\n`,
  })
}

function tableOf(table: Element, contentOf: ContentOf) {
  const rows = Array.from(table.querySelectorAll('tr')).filter(
    (row) => row.closest('table') === table,
  )
  const grid = gridOf(rows, contentOf)
  const [first = []] = grid
  const caption = Array.from(table.children).find(({ tagName }) => tagName === 'CAPTION')
  const title = caption ? contentOf(caption) : ''
  if (rows[0] && isHeader(rows[0])) return (title && `**${title}**\n\n`) + linesOf(grid)
  // Markdown requires a header.
  return linesOf([[title, ...first.slice(1).map(() => '')], ...grid])
}

function isHeader(row: Element) {
  return (
    row.parentElement?.tagName === 'THEAD' ||
    Array.from(row.children).every(({ tagName }) => tagName === 'TH')
  )
}

/** The contents of all cells by row and column. */
function gridOf(rows: Element[], contentOf: ContentOf): string[][] {
  const grid = rows.map((): string[] => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of Array.from(row.children)) {
      while (grid[at]?.[column] !== undefined) column += 1
      const end = column + spanOf(cell, 'colspan')
      const height = end <= maxColumns ? spanOf(cell, 'rowspan') : 1
      for (const line of grid.slice(at, at + height)) {
        for (let next = column; next < Math.min(end, maxColumns); next += 1) line[next] = ''
      }
      const line = grid[at]
      if (line) line[column] = contentOf(cell)
    }
  }
  return grid
}

function spanOf(cell: Element, name: string) {
  return Math.max(Number(cell.getAttribute(name)) || 1, 1)
}

/** @param grid the header first */
function linesOf(grid: string[][]) {
  const [header = [], ...rows] = grid
  const columnCount = Math.max(...grid.map((row) => row.length))
  const columns = Array.from({ length: columnCount }, (_, at) => at).filter(
    (at) => rows.length === 0 || rows.some((row) => row[at]),
  )
  if (columns.length === 0) return ''
  const widths = columns.map((at) =>
    Math.min(Math.max(3, ...grid.map((row) => widthOf(row[at] ?? ''))), maxAlignedWidth),
  )
  const lineOf = (row: string[], fill = ' ') => {
    const cells = columns.map((at, index) => aligned(row[at] ?? '', widths[index] ?? 0, fill))
    return `| ${cells.join(' | ')} |`
  }
  return [lineOf(header), lineOf([], '-'), ...rows.map((row) => lineOf(row))].join('\n')
}

function aligned(text: string, width: number, fill: string) {
  return text + fill.repeat(Math.max(0, width - widthOf(text)))
}

/** Without marks, which are above or below letters. */
function widthOf(text: string) {
  return text.replace(/\p{M}/gu, '').length
}
