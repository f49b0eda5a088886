import {
  attributeOf,
  elementsIn,
  isElement,
  isHeading,
  type Element,
  type Node,
  createElement,
  createText,
  isBlank,
  isBlock,
  isText,
  ancestorsOf,
  hasClass,
} from './html-tree.server'
import { addresses } from '../addresses'
import { markdownHref, type AddressContext } from './markdown-href.server'

/** Whether a part of a list has a heading of its own. */
function isCard(children: readonly Node[]) {
  return elementsOf(children).some(isHeading)
}

/**
 * The parts of a card: its heading first, since nothing else shows where a card begins, and no other link
 * to where the heading leads.
 */
function readableCard(children: Node[]): Node[] {
  const elements = elementsOf(children)
  const titleLinks = elements.filter(isHeading).flatMap(elementsIn)
  const targets = new Set(titleLinks.map((link) => attributeOf(link, 'href')))

  function parts(nodes: Node[]) {
    const wanted = nodes.filter((node) => !isElement(node) || !isRepeated(node))
    return [...wanted.filter(isHeading), ...wanted.filter((node) => !isHeading(node))]
  }
  function isRepeated(node: Element) {
    return node.tagName === 'a' && targets.has(attributeOf(node, 'href'))
  }

  for (const element of elements) {
    if (!isHeading(element)) element.childNodes = parts(element.childNodes)
  }
  return parts(children)
}

function elementsOf(nodes: readonly Node[]) {
  return nodes.filter(isElement).flatMap((node) => [node, ...elementsIn(node)])
}

const imageFolder = addresses.image('')

/**
 * A link with the address that it has in Markdown; only its text if it leads nowhere else, or if search
 * engines are not to follow it: such links change what a list shows.
 * @param children what is readable in it
 */
function readableLink(link: Element, children: Node[], context: AddressContext): Node[] {
  // The one of several links that leads to what is shown already.
  if (attributeOf(link, 'aria-current') !== undefined) return []
  const href = markdownHref(attributeOf(link, 'href') ?? '', context)
  if (href === null || attributeOf(link, 'rel') === 'nofollow') return children
  if (isPicture(link, href)) return fullPicture(link, children, href)
  const text = isBlank(children) ? [createText(attributeOf(link, 'aria-label') ?? '')] : children
  if (isBlank(text)) return []
  const line = [...text.filter(isElement), ...text.filter(isElement).flatMap(elementsIn)].find(
    (element) =>
      isBlock(element) && !isBlank(element.childNodes) && !elementsIn(element).some(isBlock),
  )
  if (!line) return [createElement('a', text, { href })]
  // A link has one line in Markdown.
  line.childNodes = [createElement('a', line.childNodes, { href })]
  return text
}

/** Whether a link shows a picture and leads to its file. */
function isPicture(link: Element, href: string) {
  const isOfImage = elementsIn(link).some(({ tagName }) => tagName === 'img')
  return isOfImage && new URL(href).pathname.startsWith(imageFolder)
}

function fullPicture(link: Element, children: Node[], src: string) {
  const alt = attributeOf(link, 'aria-label') ?? ''
  if (!isBlank(children) || alt === '') return children
  return [createElement('img', [], { src, alt })]
}

const separator = ' · '
/** They are shown apart from each other even without a space between them. */
const apart = new Set(['a', 'time', 'span'])

/** Puts a separator between links, times and labels that only the stylesheet keeps apart. */
function separated(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, at) => {
    const before = nodes[at - 1]
    return before && isApart(before, node) ? [createText(separator), node] : [node]
  })
}

function isApart(before: Node, node: Node) {
  if (!isElement(node) || !apart.has(node.tagName)) return false
  if (isElement(before)) return apart.has(before.tagName)
  return node.tagName === 'a' && isText(before) && /\S$/.test(before.value)
}

/** An item of a list that the site makes: on one line if it has nothing but lines. */
function readableItem(children: Node[]): Element {
  const isPicture = children.every((child) => isElement(child) && child.tagName === 'img')
  if (isPicture) return createElement('p', children)
  if (isCard(children)) return createElement('div', readableCard(children))
  const lines = children.some(isBlock) ? linesIn(children) : null
  return createElement('li', lines ? joined(lines) : children)
}

/** The lines of an item; null if it has other blocks. */
function linesIn(nodes: readonly Node[]): Node[][] | null {
  const lines = nodes.map((node) => {
    if (!isBlock(node)) return [[node]]
    if (node.tagName !== 'p' && node.tagName !== 'div') return null
    return node.childNodes.some(isBlock) ? linesIn(node.childNodes) : [node.childNodes]
  })
  return lines.every((line) => line !== null) ? lines.flat() : null
}

/**
 * A list. One of cards is a row of sections, with a rule at its end: what follows would seem to belong to
 * the last one.
 */
function readableList(children: Node[]): Element {
  const items = children.filter(isElement)
  if (items.every(({ tagName }) => tagName === 'p')) return createElement('div', items)
  if (!items.some(({ tagName }) => tagName === 'div')) return createElement('ul', items)
  const titles = items.map(({ childNodes }) => childNodes).filter(isOnlyHeading)
  return titles.length === items.length
    ? createElement(
        'ul',
        titles.map(([{ childNodes }]) => createElement('li', childNodes)),
      )
    : createElement('div', [...items, createElement('hr', [])])
}

function isOnlyHeading(nodes: Node[]): nodes is [heading: Element, ...blank: Node[]] {
  return nodes[0] !== undefined && isHeading(nodes[0]) && isBlank(nodes.slice(1))
}

/**
 * A definition list as a list of "name: value".
 * @param isInItem whether it is a part of a list's item, which it shares a line with
 */
function readableDefinitions(children: readonly Node[], isInItem: boolean): Element {
  const rows = children
    .filter(isElement)
    .flatMap((child) => (child.tagName === 'div' ? child.childNodes.filter(isElement) : [child]))
  const pairs: { name: Node[]; values: Node[][] }[] = []
  for (const { tagName, childNodes } of rows) {
    if (tagName === 'dt') pairs.push({ name: childNodes, values: [] })
    else pairs.at(-1)?.values.push(childNodes)
  }
  const lines = pairs.map(({ name, values }) => joined([name, joined(values, ', ')], ': '))
  if (isInItem) return createElement('p', joined(lines))
  return createElement(
    'ul',
    lines.map((line) => createElement('li', line)),
  )
}

/** Joins what is on one line. */
function joined(parts: readonly (readonly Node[])[], between = separator): Node[] {
  const shown = parts.map(trimmed).filter((part) => part.length > 0)
  return shown.flatMap((part, at) => (at === 0 ? part : [createText(between), ...part]))
}

/** Without spaces at its ends. */
function trimmed(nodes: readonly Node[]) {
  const isShown = (node: Node) => !isBlank([node])
  const last = nodes.findLastIndex(isShown)
  return nodes
    .slice(nodes.findIndex(isShown), last + 1)
    .map((node, at, { length }) =>
      isText(node) && at === length - 1 ? createText(node.value.trimEnd()) : node,
    )
}

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
