import TurndownService from 'turndown'
import { joinLinks, escapeLine, escapeText, inlineLink, linkOf } from './markdown-href.server'

/** Wider columns are not aligned, since their lines would not fit a window. */
const maxAlignedWidth = 40
/** Maximum colspan; a text may claim any number of columns. */
const maxColumns = 100

type ContentOf = (cell: Element) => string

/**
 * Adds rules for tables. Markdown has no merged cells: such a cell becomes several, all but the
 * first empty. Empty columns are dropped.
 */
function addTableRules(service: TurndownService) {
  const contents = new WeakMap<Element, string>()

  service.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement: (content, node) => {
      const line = joinLinks(content)
        .replace(/\s*\\?\n\s*/g, ' ')
        .trim()
      // Escapes pipes in code, and those of a nested table.
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

/** Returns the contents of all cells by row and column. */
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

/** Returns the width of a text without combining marks. */
function widthOf(text: string) {
  return text.replace(/\p{M}/gu, '').length
}

const raised = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const lowered = [...'₀₁₂₃₄₅₆₇₈₉']

/**
 * Converts HTML to Markdown.
 * @param html its links and pictures have absolute addresses; see `readable`
 */
export function toMarkdown(html: string): string {
  return (
    joinLinks(service.turndown(html))
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      // A heading needs no rule before it.
      .replace(/\n\n---(?=\n\n#|$)/g, '')
  )
}

const service = createService()

function createService() {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    hr: '---',
    // A backslash, since two spaces at the end of a line are invisible.
    br: '\\',
  })
  turndown.escape = escapeText
  turndown.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: headingOf,
  })
  turndown.addRule('item', { filter: 'li', replacement: itemOf })
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, link) => inlineLink(onOneLine(content), link.getAttribute('href') ?? ''),
  })
  turndown.addRule('picture', {
    filter: 'img',
    replacement: (_, image) =>
      `!${linkOf(escapeLine(image.getAttribute('alt') ?? ''), image.getAttribute('src') ?? '')}`,
  })
  turndown.addRule('emphasis', {
    filter: ['em', 'i'],
    replacement: (content, node) => emphasised(content, node, '*', 'em, i'),
  })
  turndown.addRule('strong', {
    filter: ['strong', 'b'],
    replacement: (content, node) => emphasised(content, node, '**', 'strong, b'),
  })
  turndown.addRule('struck', {
    filter: ['s', 'del'],
    replacement: (content, node) => emphasised(content, node, '~~', 's, del'),
  })
  turndown.addRule('raised', {
    filter: 'sup',
    replacement: (content) => script(content, '^', raised),
  })
  turndown.addRule('lowered', {
    filter: 'sub',
    replacement: (content) => script(content, '_', lowered),
  })
  turndown.addRule('block of code', { filter: 'pre', replacement: (_, node) => codeBlock(node) })
  addTableRules(turndown)
  return turndown
}

function onOneLine(content: string) {
  return content.replace(/\s*\\?\n\s*/g, ' ').trim()
}

function headingOf(content: string, { tagName }: HTMLElement) {
  // Trailing number signs would close the heading.
  const line = onOneLine(content).replace(/(?<=\s)#+$/, '\\$&')
  return `\n\n${'#'.repeat(Number(tagName.slice(1)))} ${line}\n\n`
}

/** Items of ordered lists have a value. */
function itemOf(content: string, item: HTMLElement) {
  const value = item.getAttribute('value')
  const mark = value === null ? '- ' : `${value}. `
  const lines = content.trim().replace(/\n/g, `\n${' '.repeat(mark.length)}`)
  const isLong = lines.includes('\n\n')
  return mark + lines + (item.nextSibling ? '\n' : '') + (isLong ? '\n' : '')
}

/** Adds emphasis, except where Markdown would not parse it: inside a word, next to punctuation. */
function emphasised(content: string, node: HTMLElement, sign: string, same: string) {
  const isNested = node.parentElement?.closest(same)
  const before = node.previousSibling?.textContent?.at(-1) ?? ''
  const after = node.nextSibling?.textContent?.at(0) ?? ''
  const isUnread =
    (isLetter(before) && !isLetter(content.at(0))) || (isLetter(after) && !isLetter(content.at(-1)))
  return isNested || isUnread ? content : sign + content + sign
}

function isLetter(text = '') {
  return /[\p{L}\p{N}]/u.test(text)
}

/** @param digits the raised or lowered digits, from 0 */
function script(content: string, sign: string, digits: string[]) {
  return /^\d+$/.test(content)
    ? content.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
    : sign + content
}

function codeBlock({ textContent }: HTMLElement) {
  const code = (textContent ?? '').replace(/\n$/, '')
  const longest = (code.match(/`+/g) ?? []).reduce((max, run) => Math.max(max, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}\n${code}\n${fence}\n\n`
}
