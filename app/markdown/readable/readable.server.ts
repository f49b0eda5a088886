import { markdownHref, type AddressContext } from '../markdown-href.server'
import {
  ancestorsOf,
  attributeOf,
  createElement,
  createText,
  elementsIn,
  hasClass,
  isBlank,
  isElement,
  isText,
  type Element,
  type Node,
} from '../html-tree.server'
import { isCard, readableCard } from './readable-card.server'
import { readableLink } from './readable-link.server'
import { readableDefinitions, readableItem, readableList, separated } from './readable-list.server'

/** Elements that only a browser can use. */
const controls = new Set([
  ...['form', 'button', 'input', 'select', 'textarea', 'label', 'fieldset', 'dialog', 'svg'],
  ...['script', 'style', 'template', 'noscript', 'iframe', 'canvas', 'audio', 'video'],
])
/** Attributes of elements that are not shown, or that only change in a browser. */
const browserOnly = ['hidden', 'popover', 'aria-live']
/** What a table needs although only screen readers have it. */
const tableParts = new Set(['thead', 'caption', 'th'])
/** Elements of emphasis by kind. */
const emphasis = new Map(
  Object.entries({ b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', code: '`' }),
)
/** They mean something without content. */
const emptyElements = new Set(['a', 'br', 'hr', 'tr', 'td', 'th'])

/** Quotations and lists mark each of their lines: in this many others they are plain blocks. */
const nesting = new Set(['blockquote', 'ul', 'ol'])
const maxNested = 8

interface ReadingContext extends AddressContext {
  /** The number of quotations and lists around it. */
  nested?: number
  /** Whether this is inside a text that an editor wrote: its lists stay as they are. */
  isWritten?: boolean
  /** Whether this is preformatted: its spaces and lines stay as they are. */
  isCode?: boolean
}

/**
 * What a reader without a browser needs of a page: text, pictures and links, without navigation, forms and
 * decoration. Links and pictures have the addresses that they have in Markdown.
 * @param main the page's main element
 */
export function readable(main: Element, context: AddressContext): Element {
  return createElement('main', readChildren(main, context))
}

function readChildren({ childNodes }: Element, context: ReadingContext) {
  const nodes = joinEmphasis(childNodes.flatMap((child) => readNode(child, context)))
  return context.isWritten ? nodes : separated(nodes)
}

/** Joins adjacent emphasis of one kind: the signs between two would be read as text. */
function joinEmphasis(nodes: readonly Node[]): Node[] {
  const runs: { sign: string | undefined; nodes: Node[] }[] = []
  for (const node of nodes) {
    const sign = emphasis.get(node.nodeName)
    const run = runs.at(-1)
    if (sign && run?.sign === sign) run.nodes.push(node)
    else runs.push({ sign, nodes: [node] })
  }
  return runs.flatMap((run) => {
    const [first, second] = run.nodes
    if (!first || !second) return run.nodes
    const children = run.nodes.filter(isElement).flatMap(({ childNodes }) => childNodes)
    return [createElement(first.nodeName, joinEmphasis(children))]
  })
}

function readNode(node: Node, context: ReadingContext): Node[] {
  if (isText(node)) return [createText(context.isCode ? codeIn(node.value) : lineIn(node.value))]
  if (!isElement(node) || isSkipped(node)) return []
  if (node.tagName === 'nav') return nextLinks(node, context)
  if (node.tagName === 'img') return picture(node, context)
  const nested = (context.nested ?? 0) + (nesting.has(node.tagName) ? 1 : 0)
  const children = readChildren(node, {
    ...context,
    nested,
    isWritten: context.isWritten || hasClass(node, 'rich-text'),
    isCode: context.isCode || node.tagName === 'pre',
  })
  if (isBlank(children) && !emptyElements.has(node.tagName)) return []
  const isTooDeep = nested > maxNested && (nesting.has(node.tagName) || node.tagName === 'li')
  return isTooDeep ? [createElement('div', children)] : readElement(node, children, context)
}

/** Without spaces that are for display only, such as those that must not break. */
function lineIn(text: string) {
  return text.replace(/\s+/g, ' ')
}

/** Without spaces that cannot be seen, and without any number of others. */
function codeIn(text: string) {
  return text
    .replace(/\s{100,}/g, (spaces) => spaces.slice(0, 100))
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
}

function isSkipped(node: Element) {
  if (controls.has(node.tagName) || attributeOf(node, 'aria-hidden') === 'true') return true
  if (browserOnly.some((name) => attributeOf(node, name) !== undefined)) return true
  if (attributeOf(node, 'data-markdown') === 'skip') return true
  return hasClass(node, 'visually-hidden') && !tableParts.has(node.tagName)
}

/** Of navigation only what leads on in a list. */
function nextLinks(nav: Element, context: ReadingContext): Node[] {
  return elementsIn(nav)
    .filter((link) => ['prev', 'next'].includes(attributeOf(link, 'rel') ?? ''))
    .map((link) => createElement('p', readNode(link, context)))
}

/** A picture without a text of its own is decoration. */
function picture(image: Element, context: ReadingContext): Node[] {
  const alt = attributeOf(image, 'alt') ?? ''
  const src = markdownHref(attributeOf(image, 'src') ?? '', context)
  return alt === '' || src === null ? [] : [createElement('img', [], { src, alt })]
}

function readElement(node: Element, children: Node[], { isWritten, ...context }: ReadingContext) {
  const { tagName } = node
  if (tagName === 'a') return readableLink(node, children, context)
  if (tagName === 'dl') return [readableDefinitions(children, isInItem(node))]
  if (tagName === 'details') return openDetails(children)
  if (!isWritten) {
    if (tagName === 'section') return [readableSection(node, children)]
    if (tagName === 'li') return [readableItem(children)]
    if (tagName === 'ul' || tagName === 'ol') return [readableList(children)]
    if (hasClass(node, 'card')) return [createElement('div', readableCard(children))]
    if (isAside(node)) return [createText('('), ...children, createText(')')]
  }
  if (tagName === 'ol') return [createElement('ol', numbered(node, children.filter(isElement)))]
  if (tagName === 'li') {
    const value = attributeOf(node, 'value')
    return [createElement('li', children, value === undefined ? {} : { value })]
  }
  const isCell = tagName === 'td' || tagName === 'th'
  return [createElement(tagName, children, isCell ? spansOf(node) : {})]
}

/** The items of an ordered list with their numbers, as a browser counts them. */
function numbered(list: Element, items: Element[]) {
  const isReversed = attributeOf(list, 'reversed') !== undefined
  let next = numberIn(list, 'start') ?? (isReversed ? items.length : 1)
  return items.map((item) => {
    const value = numberIn(item, 'value') ?? next
    next = value + (isReversed ? -1 : 1)
    return createElement('li', item.childNodes, { value: String(value) })
  })
}

function numberIn(element: Element, name: string) {
  const value = attributeOf(element, name)
  return value === undefined ? undefined : Number(value)
}

/** A section without a heading of its own has its name as one. */
function readableSection(node: Element, children: Node[]) {
  const name = isCard(children) ? '' : (attributeOf(node, 'aria-label') ?? '')
  const heading = name === '' ? [] : [createElement('h2', [createText(name)])]
  return createElement('section', [...heading, ...children])
}

/** Whether a definition list shares the line of a list's item; in a card it has its own. */
function isInItem(list: Element) {
  const [parent] = ancestorsOf(list)
  return parent?.tagName === 'li' && !hasClass(parent, 'card')
}

/** What only its style sets apart from the text before it: a post's language, the unit of a column. */
function isAside(node: Element) {
  const isUnit =
    hasClass(node, 'spec-unit') && ancestorsOf(node).some(({ tagName }) => tagName === 'th')
  return isUnit || hasClass(node, 'language-mark')
}

/** A menu of controls has nothing left but its summary. */
function openDetails(children: Node[]): Node[] {
  const isSummary = (child: Node) => isElement(child) && child.tagName === 'summary'
  if (isBlank(children.filter((child) => !isSummary(child)))) return []
  return children.map((child) =>
    isElement(child) && isSummary(child) ? createElement('p', child.childNodes) : child,
  )
}

function spansOf(cell: Element) {
  const spanOf = (name: string) => attributeOf(cell, name) ?? '1'
  return { colspan: spanOf('colspan'), rowspan: spanOf('rowspan') }
}
