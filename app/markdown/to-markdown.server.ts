import TurndownService from 'turndown'
import { escapeLine, escapeText, inlineLink, joinLinks, linkOf } from './escape-text.server'
import { addTableRules } from './table-rules.server'

const raised = [...'⁰¹²³⁴⁵⁶⁷⁸⁹']
const lowered = [...'₀₁₂₃₄₅₆₇₈₉']

/** @param html its links and pictures have absolute addresses; see `readable` */
export function toMarkdown(html: string): string {
  return (
    joinLinks(service.turndown(html))
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      // A heading is enough.
      .replace(/\n\n---(?=\n\n#|$)/g, '')
  )
}

const service = createService()

function createService() {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    hr: '---',
    // Two spaces at the end of a line would not be seen.
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
  turndown.addRule('struck', { filter: ['s', 'del'], replacement: (content) => `~~${content}~~` })
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
  // Signs at the end would close the heading.
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

/** Without the signs where they would not be read as such: inside a word, next to punctuation. */
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
