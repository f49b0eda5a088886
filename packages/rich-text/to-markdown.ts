import TurndownService from 'turndown'
import { stripUnprintable } from '@site/arabic-text/characters'
import { sanitiseRichText } from './sanitise.ts'

/**
 * Converts HTML from any editor to Markdown that a content folder shows as the same text, with links, lists, headings and
 * tables. Pictures are left out, and so are links to places in the text.
 */
export function markdownOf(html: string): string {
  const clean = sanitiseRichText(html)
    .replace(unmarked, '')
    .replace(/<a href="#[^"]*"[^>]*>([^]*?)<\/a>/g, '$1')
  return stripUnprintable(service.turndown(clean))
}

/**
 * Tags without a sign in Markdown: a text that they divide could begin a list, or continue an address, in its second part.
 * Of raised and lowered text, digits have signs. An end tag without its start means nothing.
 */
const unmarked = /<\/?(?:small|u|bdi|span)(?:\s[^>]*)?>|<su[bp](?:\s[^>]*)?>(?!\d+<\/su[bp]>)/g

/** Matches addresses that Markdown makes links of, signs included. */
const bareAddress = /(?:(?:https?|ftp):\/\/|www\.)(?=(\S{1,2000}))/gi

/**
 * Signs with a meaning in Markdown. The signs of code and tags are written as entities, since `marked` looks for them before
 * it looks for backslashes.
 */
const escapes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/&(?=#?\w+;)/g, '&amp;'],
  [/[\\[\]|~*]/g, '\\$&'],
  [/`/g, '&#96;'],
  [/</g, '&lt;'],
  [/(?<=\])\(/g, '\\('],
  // Those inside a word are plain.
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  // Headings, quotations, lists, rules, tables.
  [/^(\s*)(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|:?-[-:\s]*$|=+\s*$)/, '$1\\'],
  [/^(\s*\d{1,9})([.)])(?=\s|$)/, '$1\\$2'],
  // Before a link, it would make a picture of it.
  [/!$/, '\\!'],
]

function escapeText(text: string): string {
  // In an address that becomes a link, a backslash would be shown.
  const plain = text.replace(bareAddress, (start: string, rest: string) =>
    escapeSigns(rest) === rest ? start : start + noLink,
  )
  return escapeSigns(plain).replace(linkStart, (start) =>
    start.slice(0, -1).replace(/[:.]/, '\\$&'),
  )
}

/** Marks an address that is to stay text until its signs are escaped; no sanitised text has it. */
const noLink = '\u0001'
const linkStart = new RegExp(`(?:://|www\\.)${noLink}`, 'gi')

function escapeSigns(text: string) {
  return escapes.reduce((part, [pattern, sign]) => part.replace(pattern, sign), text)
}

function createService() {
  const turndown = new TurndownService({ headingStyle: 'atx', bulletListMarker: '-', hr: '---' })
  turndown.escape = escapeText
  // A line break of the folder's Markdown is one, without two spaces before it.
  turndown.addRule('break', { filter: 'br', replacement: () => '\n' })
  turndown.addRule('heading', {
    filter: ['h2', 'h3', 'h4'],
    replacement: (content, { tagName }) =>
      `\n\n${'#'.repeat(Number(tagName.slice(1)))} ${onOneLine(content).replace(/(?<=\s)#+$/, '\\$&')}\n\n`,
  })
  turndown.addRule('item', { filter: 'li', replacement: itemOf })
  turndown.addRule('list', { filter: ['ul', 'ol'], replacement: listOf })
  turndown.addRule('term', { filter: 'dt', replacement: (content) => `\n\n${bold(content)}\n\n` })
  turndown.addRule('link', { filter: 'a', replacement: linkOf })
  for (const [name, sign, tags] of emphases) {
    turndown.addRule(name, {
      filter: tags,
      replacement: (content, node) => emphasised(content, node, sign),
    })
  }
  turndown.addRule('raised', {
    filter: 'sup',
    replacement: (content) => digitsOf(content, '⁰¹²³⁴⁵⁶⁷⁸⁹'),
  })
  turndown.addRule('lowered', {
    filter: 'sub',
    replacement: (content) => digitsOf(content, '₀₁₂₃₄₅₆₇₈₉'),
  })
  turndown.addRule('code', {
    filter: (node) => node.nodeName === 'CODE',
    replacement: (_, node) => codeOf(node),
  })
  turndown.addRule('block of code', { filter: 'pre', replacement: (_, node) => codeBlock(node) })
  turndown.addRule('table', { filter: 'table', replacement: (_, table) => tableOf(table) })
  // The table's rule writes its cells.
  turndown.addRule('cell', {
    filter: ['td', 'th', 'caption'],
    replacement: (content, cell) => {
      const line = content
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/(?<!\\)\|/g, '\\|')
      contents.set(cell, line)
      return isInCell(cell) ? ` ${line} ` : ''
    },
  })
  // A cell is one line, without blocks.
  turndown.addRule('block in a cell', {
    filter: (node) => isInCell(node) && blocksInCells.has(node.nodeName),
    replacement: (content, { nodeName }) => (nodeName === 'LI' ? ` • ${content} ` : ` ${content} `),
  })
  return turndown
}

const emphases = [
  ['strong', '**', ['strong', 'b']],
  ['emphasis', '*', ['em', 'i']],
  ['struck', '~~', ['s']],
] as const satisfies [string, string, (keyof HTMLElementTagNameMap)[]][]

const blocksInCells = new Set([
  ...['H2', 'H3', 'H4', 'P', 'HR', 'UL', 'OL', 'LI', 'DT', 'DD', 'DL', 'BLOCKQUOTE', 'PRE'],
  ...['TABLE', 'FIGURE', 'FIGCAPTION', 'BR'],
])

function isInCell(node: Node) {
  return node.parentElement?.closest('td, th, caption') != null
}

function onOneLine(content: string) {
  return content.replace(/\s*\n\s*/g, ' ').trim()
}

function bold(content: string) {
  const line = onOneLine(content)
  return line === '' || line.includes('**') ? line : `**${line}**`
}

/** The lists before each one that follow each other. */
const places = new WeakMap<Element, number>()

/** Lists that follow each other have different signs, since they would be one list. */
function signOf(list: Element | null, signs: string) {
  const before = list?.previousElementSibling
  const place = before && before.tagName === list.tagName ? (places.get(before) ?? 0) + 1 : 0
  if (list) places.set(list, place)
  return signs[place % signs.length] ?? ''
}

/** The numbers of the items that were written. */
const numbers = new WeakMap<Element, number>()

function itemOf(content: string, item: HTMLElement) {
  const list = item.parentElement
  const before = item.previousElementSibling
  const next = before ? (numbers.get(before) ?? 0) + 1 : Number(list?.getAttribute('start') ?? 1)
  const number = Math.max(Number(item.getAttribute('value') ?? next), 0)
  numbers.set(item, number)
  const mark = list?.tagName === 'OL' ? `${number}${signOf(list, '.)')} ` : `${signOf(list, '-*')} `
  const lines = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
  return lines === '' ? '' : `${mark}${lines}\n${lines.includes('\n\n') ? '\n' : ''}`
}

function listOf(content: string, { parentElement, nextSibling }: HTMLElement) {
  const lines = content.replace(/^\n+|\n+$/g, '')
  const isLast = parentElement?.tagName === 'LI' && nextSibling === null
  return parentElement?.tagName === 'LI' ? `\n${lines}\n${isLast ? '' : '\n'}` : `\n\n${lines}\n\n`
}

/** The signs that end the address of a link, or escape in it. */
const endOfAddress = /[\s\p{Cc}()<>\\*`]/gu

const brackets: Partial<Record<string, string>> = { '\\[': '&#91;', '\\]': '&#93;' }

function linkOf(content: string, link: HTMLElement) {
  const text = content.trim()
  const address = (link.getAttribute('href') ?? '').replace(
    endOfAddress,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  // Escaped brackets would not be found as those of one link.
  const plain = text.replace(/`[^`]*`|\\[[\]]/g, (part) => brackets[part] ?? part)
  return text === ''
    ? ''
    : content.replace(text, () => `${spaceBefore(link)}[${plain}](${address})`)
}

/** Returns a space for an inline element that follows an address without one: it would be a part of that. */
function spaceBefore(node: Node) {
  return /(?:\/\/|www\.)\S*$/i.test(neighbourOf(node, 'previousSibling').slice(-2000)) ? ' ' : ''
}

/**
 * Adds emphasis, except where Markdown would not read it: inside a word, next to punctuation, or inside other emphasis, where
 * `marked` confuses the ends of the two.
 */
function emphasised(content: string, node: HTMLElement, sign: string) {
  const text = content.trim()
  const before = neighbourOf(node, 'previousSibling')
  const after = neighbourOf(node, 'nextSibling')
  const isUnread =
    (isOfWord(before.at(-1)) && !isOfWord(Array.from(text).at(0))) ||
    (isOfWord(Array.from(after).at(0)) && !isOfWord(Array.from(text).at(-1)))
  return text === '' || isUnread || isInEmphasis(node) || isMarked(node.previousSibling)
    ? spaceBefore(node) + content
    : content.replace(text, () => spaceBefore(node) + sign + text + sign)
}

function isInEmphasis({ parentElement }: Node) {
  return parentElement?.closest('b, strong, em, i, s') != null
}

const inline = new Set(['A', 'B', 'STRONG', 'EM', 'I', 'S', 'SUB', 'SUP'])
const marked = new Set(['B', 'STRONG', 'EM', 'I', 'S'])

function isMarked(node: Node | null) {
  return node !== null && marked.has(node.nodeName)
}

/** Returns the text beside an inline element, which may be outside of the one around it. */
function neighbourOf(node: Node, side: 'previousSibling' | 'nextSibling'): string {
  let at: Node = node
  while (at[side] === null && at.parentNode && inline.has(at.parentNode.nodeName))
    at = at.parentNode
  return at[side]?.textContent ?? ''
}

function isOfWord(letter = '') {
  return /[^\s\p{P}\p{S}]/u.test(letter)
}

function digitsOf(content: string, digits: string) {
  return content.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
}

/** Writes code; as text, if `marked` would take signs in it for those around it. */
function codeOf(node: Node) {
  const code = onOneLine(node.textContent ?? '')
  const isUnread = isInEmphasis(node) ? /^$|[`*~]/ : /^$|`/
  return spaceBefore(node) + (isUnread.test(code) ? escapeText(code) : `\`${code}\``)
}

function codeBlock({ textContent }: HTMLElement) {
  const code = (textContent ?? '').replace(/\n$/, '')
  const longest = (code.match(/`+/g) ?? []).reduce((max, run) => Math.max(max, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `\n\n${fence}\n${code}\n${fence}\n\n`
}

/** The Markdown of the cells that were read. */
const contents = new WeakMap<Node, string>()
/** Max. columns of a table: a cell may claim any number. */
const maxColumns = 100

/** Writes a table. Cells that span several are followed by empty ones. */
function tableOf(table: HTMLElement) {
  const rows = Array.from(table.querySelectorAll('tr')).filter(
    (row) => row.closest('table') === table,
  )
  const grid = gridOf(rows)
  const width = Math.max(...grid.map((row) => row.length))
  const lines = grid.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
  )
  const rule = `|${' --- |'.repeat(width)}`
  const [first] = rows
  const hasHeader =
    first?.parentElement?.tagName === 'THEAD' ||
    Array.from(first?.children ?? []).every(({ tagName }) => tagName === 'TH')
  const header = hasHeader ? lines.splice(0, 1) : [`|${'  |'.repeat(width)}`]
  const caption = Array.from(table.children).find(({ tagName }) => tagName === 'CAPTION')
  const title = caption ? bold(contents.get(caption) ?? '') : ''
  return `\n\n${title && `${title}\n\n`}${[...header, rule, ...lines].join('\n')}\n\n`
}

function gridOf(rows: Element[]): string[][] {
  const grid = rows.map((): string[] => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of Array.from(row.children)) {
      while (grid[at]?.[column] !== undefined) column += 1
      const width = Math.min(spanOf(cell, 'colspan'), Math.max(1, maxColumns - column))
      const height = spanOf(cell, 'rowspan')
      for (const line of grid.slice(at, at + height)) {
        for (let next = column; next < column + width; next += 1) line[next] = ''
      }
      const line = grid[at]
      if (line) line[column] = contents.get(cell) ?? ''
    }
  }
  return grid
}

function spanOf(cell: Element, name: string) {
  return Math.max(Number(cell.getAttribute(name)) || 1, 1)
}

const service = createService()
