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
  textOf,
  ancestorsOf,
  hasClass,
} from './html-tree.server'
import { addresses } from '../addresses'
import { markdownHref, type AddressContext } from './markdown-href.server'

/** Whether a part of a list has its own heading. */
function isCard(children: readonly Node[]) {
  return elementsOf(children).some(isHeading)
}

/**
 * Orders a card: its heading first, since nothing else marks where a card begins, and without other
 * links to the heading's target.
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
 * Converts a link to its address in Markdown; keeps only its text if it leads nowhere else, or has
 * nofollow, since such links change what a list shows, unless it is one to a file.
 * @param children its readable content
 */
function readableLink(link: Element, children: Node[], context: AddressContext): Node[] {
  // The link to the page being shown.
  if (attributeOf(link, 'aria-current') !== undefined) return []
  const href = markdownHref(attributeOf(link, 'href') ?? '', context)
  const isFile = attributeOf(link, 'type') !== undefined
  if (href === null || (attributeOf(link, 'rel') === 'nofollow' && !isFile)) return children
  if (isPicture(link, href)) return fullPicture(link, children, href)
  // An icon or a picture is named by hidden text.
  const text = isBlank(children) ? [createText(textOf(link).trim())] : children
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
  const alt = textOf(link).trim()
  if (!isBlank(children) || alt === '') return children
  return [createElement('img', [], { src, alt })]
}

const separator = ' · '
/** Inline elements that are visually separate even without a space between them. */
const apart = new Set(['a', 'time', 'span'])

/** Inserts separators between links, times and labels that only the stylesheet or a space separates. */
function separated(all: readonly Node[]): Node[] {
  const nodes = all.filter((node, at) => !isSpaceBetween(node, all[at - 1], all[at + 1]))
  return nodes.flatMap((node, at) => {
    const before = nodes[at - 1]
    return before && isApart(before, node) ? [createText(separator), node] : [node]
  })
}

/** Whether a node is only the space beside a link or a time. Labels with a space between are parts of one text. */
function isSpaceBetween(node: Node, ...beside: (Node | undefined)[]) {
  const names = beside.map((each) => (each && isElement(each) ? each.tagName : ''))
  const isBetween = names.every((name) => apart.has(name)) && names.some((name) => name !== 'span')
  return isBetween && isText(node) && isBlank([node])
}

function isApart(before: Node, node: Node) {
  if (!isElement(node) || !apart.has(node.tagName)) return false
  if (isElement(before)) return apart.has(before.tagName)
  return node.tagName === 'a' && isText(before) && /\S$/.test(before.value)
}

/** Converts an item of a list made by the site: to one line if it contains only lines. */
function readableItem(children: Node[]): Element {
  const isPicture = children.every((child) => isElement(child) && child.tagName === 'img')
  if (isPicture) return createElement('p', children)
  if (isCard(children)) return createElement('div', readableCard(children))
  const lines = children.some(isBlock) ? linesIn(children) : null
  return createElement('li', lines ? joined(lines) : children)
}

/** Returns the lines of an item; null if it has other blocks. */
function linesIn(nodes: readonly Node[]): Node[][] | null {
  const lines = nodes.map((node) => {
    if (!isBlock(node)) return [[node]]
    if (node.tagName !== 'p' && node.tagName !== 'div') return null
    return node.childNodes.some(isBlock) ? linesIn(node.childNodes) : [node.childNodes]
  })
  return lines.every((line) => line !== null) ? lines.flat() : null
}

/**
 * Converts a list. A list of cards becomes sections with a rule at the end, so that what follows
 * does not seem to belong to the last card.
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
 * Converts a definition list to a list of "name: value".
 * @param isInItem whether it shares a line with the rest of a list item
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

/** Joins parts on one line. */
function joined(parts: readonly (readonly Node[])[], between = separator): Node[] {
  const shown = parts.map(trimmed).filter((part) => part.length > 0)
  return shown.flatMap((part, at) => (at === 0 ? part : [createText(between), ...part]))
}

/** Strips spaces at both ends. */
function trimmed(nodes: readonly Node[]) {
  const isShown = (node: Node) => !isBlank([node])
  const last = nodes.findLastIndex(isShown)
  return nodes
    .slice(nodes.findIndex(isShown), last + 1)
    .map((node, at, { length }) =>
      isText(node) && at === length - 1 ? createText(node.value.trimEnd()) : node,
    )
}

/** Interactive elements, useless outside a browser. */
const controls = new Set([
  ...['form', 'button', 'input', 'select', 'textarea', 'label', 'fieldset', 'dialog', 'svg'],
  ...['script', 'style', 'template', 'noscript', 'iframe', 'canvas', 'audio', 'video'],
])
/** Attributes of elements that are hidden, or change only in a browser. */
const browserOnly = ['hidden', 'popover', 'aria-live']
/** Visually hidden elements that a table needs. */
const tableParts = new Set(['thead', 'caption', 'th'])
/** Elements of emphasis by kind. */
const emphasis = new Map(
  Object.entries({ b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', code: '`' }),
)
/** Elements that are meaningful without content. */
const emptyElements = new Set(['a', 'br', 'hr', 'tr', 'td', 'th'])

/** Blocks whose lines are all marked: beyond a nesting depth they become plain blocks. */
const nesting = new Set(['blockquote', 'ul', 'ol'])
const maxNested = 8

interface ReadingContext extends AddressContext {
  /** Number of enclosing quotations and lists. */
  nested?: number
  /** Whether this is inside an editor's text, whose lists stay as they are. */
  isWritten?: boolean
  /** Whether this is preformatted: spaces and line breaks are kept. */
  isCode?: boolean
}

/**
 * Extracts the content of a page for readers without a browser: text, pictures and links, without
 * navigation, forms and decoration. Links and pictures have their addresses in Markdown.
 * @param main the page's main element
 */
export function readable(main: Element, context: AddressContext): Element {
  return createElement('main', readChildren(main, context))
}

function readChildren({ childNodes }: Element, context: ReadingContext) {
  const nodes = joinEmphasis(childNodes.flatMap((child) => readNode(child, context)))
  return context.isWritten ? nodes : separated(nodes)
}

/** Joins adjacent emphasis of one kind, since the markers between them would be read as text. */
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
  if (node.tagName === 'br' && context.isCode) return [createText('\n')]
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

/** Replaces spaces that only affect display, such as no-break spaces. */
function lineIn(text: string) {
  return text.replace(/\s+/g, ' ')
}

/** Strips invisible spaces, and limits runs of others. */
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

/** Keeps only prev/next links of a nav. */
function nextLinks(nav: Element, context: ReadingContext): Node[] {
  return elementsIn(nav)
    .filter((link) => ['prev', 'next'].includes(attributeOf(link, 'rel') ?? ''))
    .map((link) => createElement('p', readNode(link, context)))
}

/** Converts a picture; one without alternative text is decoration. */
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

/** Numbers the items of an ordered list as browsers do. */
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

/** Gives a section without a heading its label as one. */
function readableSection(node: Element, children: Node[]) {
  const name = isCard(children) ? '' : (attributeOf(node, 'aria-label') ?? '')
  const heading = name === '' ? [] : [createElement('h2', [createText(name)])]
  return createElement('section', [...heading, ...children])
}

/** Whether a definition list shares the line of a list item; in a card it has its own. */
function isInItem(list: Element) {
  const [parent] = ancestorsOf(list)
  return parent?.tagName === 'li' && !hasClass(parent, 'card')
}

/**
 * Whether only style separates an element from the text before it: a post's language, a column's
 * unit.
 */
function isAside(node: Element) {
  const isUnit =
    hasClass(node, 'spec-unit') && ancestorsOf(node).some(({ tagName }) => tagName === 'th')
  return isUnit || hasClass(node, 'language-mark')
}

/** Unwraps <details>; a menu of controls has nothing left but its summary. */
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
