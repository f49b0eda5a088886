import { defaultTreeAdapter } from 'parse5'
import { withLatinDigits } from '../../text/characters.ts'
import {
  attributeOf,
  createElement,
  hasClass,
  isElement,
  nodesIn,
  textOf,
  type Attributes,
  type Element,
  type Node,
  hasAttribute,
  listNames,
} from './elements.ts'
import { styleOf, listTypeOf, withFormatting } from './formatting.ts'
import { addElement, contentOfItem, endParagraph, withId, type Flow } from './flow.ts'
import { nodesOf, startOf, trimAtoms, withoutStart } from './inline.ts'
import {
  addBlock,
  attributesOf,
  flowIn,
  hasRoom,
  maxDepth,
  type Around,
  type Reading,
} from './reading.ts'

/** The marker before a list item. */
interface Marker {
  /** Set for ordered lists. */
  number?: number
  /** The kind of number as in a list's `type`; empty for decimal numbers. */
  type: string
}

/** A list item that is not marked up as one. */
export interface ListItem {
  /** Nesting level; outermost items have the lowest. */
  level: number
  marker: Marker
  attributes?: Attributes | undefined
  nodes: Node[]
}

/** Builds lists from consecutive items; deeper ones are nested in the item before them. */
export function listsOf(items: readonly ListItem[]): Element[] {
  const lists: Element[] = []
  let open: { level: number; marker: Marker; list: Element; next: number }[] = []
  for (const { level, marker, attributes, nodes } of items) {
    open = open.filter((outer) => outer.level <= level)
    const outer = open.at(-1)
    let current = outer?.level === level ? outer : undefined
    if (current && !isSameKind(current.marker, marker)) {
      open.pop()
      current = undefined
    }
    if (!current) {
      current = { level, marker, list: createList(marker), next: marker.number ?? 1 }
      const parent = open.at(-1)?.list.childNodes.at(-1)
      if (parent && isElement(parent)) defaultTreeAdapter.appendChild(parent, current.list)
      else lists.push(current.list)
      open.push(current)
    }
    const { number } = marker
    const value: Attributes =
      number !== undefined && number !== current.next ? { value: String(number) } : {}
    defaultTreeAdapter.appendChild(
      current.list,
      createElement('li', { ...value, ...attributes }, nodes),
    )
    current.next = (number ?? current.next) + 1
  }
  return lists
}

function isSameKind(first: Marker, second: Marker) {
  return (
    (first.number === undefined) === (second.number === undefined) && first.type === second.type
  )
}

function createList({ number, type }: Marker) {
  if (number === undefined) return createElement('ul', {})
  return createElement('ol', {
    ...(number !== 1 && { start: String(number) }),
    ...(type !== '' && { type }),
  })
}

/** Signs that are always bullets at the start of a line, even without a space. */
const bullet = /^\s*([•●○◦▪▫■□‣⁃∙·\uf0b7\uf0a7\uf0d8➢➤►])\s*(?=\S)/
/** Signs that are bullets only in some contexts, since they may begin a sentence or a number. */
const dash = /^\s*([-–—ـ])(?:\s+(?=[^\s\d٠-٩])|(?=\p{L}))|^\s*(\*)\s+(?=\S)/u
const number = /^\s*\(?([\d٠-٩]{1,2})\s?([.)]|[-–](?!\s*[\d٠-٩]))(?![\d٠-٩])\s*(?=\S)/

/** Matches a sign or digit that may begin a marker. */
export const startsLikeItem = /^\s*(?:[^\s\p{L}]|ـ)/u

/** Finds a possible list marker at the start of a line. */
export function lineMarker(
  line: string,
): { sign: string; number: number | undefined; length: number } | null {
  const sign = bullet.exec(line) ?? dash.exec(line)
  if (sign) return { sign: sign[1] ?? sign[2] ?? '', number: undefined, length: sign[0].length }
  const [written, digits, end] = number.exec(line) ?? []
  if (written === undefined || digits === undefined) return null
  return { sign: end ?? '', number: Number(withLatinDigits(digits)), length: written.length }
}

/** The marker of a list item as a word processor wrote it. */
interface WrittenMarker {
  level: number
  /** The element with the marker; null if the marker is the start of the text. */
  element: Element | null
}

/** @returns null for a paragraph that is not a word processor's list item */
function wordListItem(paragraph: Element): WrittenMarker | null {
  const style = styleOf(paragraph)
  const list = style.get('mso-list') ?? ''
  const isItem =
    /\blevel\d/.test(list) || hasClass(paragraph, /^Mso(?:ListParagraph|ListBullet|ListNumber)/)
  if (!isItem) return null
  const level = Number(/\blevel(\d)/.exec(list)?.[1] ?? indentOf(style))
  for (const node of nodesIn(paragraph)) {
    if (isElement(node) && isIgnored(node)) return { level, element: node }
  }
  return { level, element: null }
}

/** Whether an element only displays the marker. */
export function isIgnored(element: Element) {
  return styleOf(element).get('mso-list') === 'ignore'
}

/** Returns the level by indentation: Word indents each level by half an inch. */
function indentOf(style: ReadonlyMap<string, string>) {
  const margins = ['margin-left', 'margin-right'].map((name) => style.get(name))
  const all = style.get('margin')?.split(/\s+/) ?? []
  const inches = [...margins, all[1], all[3]].map((length) => {
    const [, value, unit] = /^([\d.]+)(in|cm|mm|pt|px)/.exec(length ?? '') ?? []
    const perInch = { in: 1, cm: 2.54, mm: 25.4, pt: 72, px: 96 }[unit ?? ''] ?? 1
    return value === undefined ? 0 : Number(value) / perInch
  })
  return Math.max(1, Math.min(9, Math.round(Math.max(...inches) / 0.5)))
}

/** A marker without an element of its own, followed by no-break spaces. */
const leadingMarker = /^\s*(\S{1,8}?)[ \n]*\u00a0[\s\u00a0]*/

/**
 * Parses the marker of a word processor.
 * @param previous the previous item's marker, which tells whether "i" is a letter or a number
 * @returns null for numbers that a list cannot show, such as "1.2" and Arabic letters
 */
function markerOf(text: string, previous: Marker | undefined): Marker | null {
  const [, written = '', end] = /^\(?([\p{L}\d]+)([.)\]:-]*)$/u.exec(text.trim()) ?? []
  // A bullet of any font, such as "·", "§" and the letter "o".
  if (written === '' || (end === '' && /^[ovqün]$/i.test(written))) {
    return /[\p{L}\d]/u.test(text.trim()) && written === '' ? null : { type: '' }
  }
  const digits = withLatinDigits(written)
  if (/^\d{1,5}$/.test(digits)) return { type: '', number: Number(digits) }
  const lower = written.toLowerCase()
  const isUpper = lower !== written
  const roman = romanNumber(lower)
  const isRoman =
    roman > 0 &&
    (lower.length > 1 || (previous ? previous.type.toLowerCase() === 'i' : lower === 'i'))
  if (isRoman) return { type: isUpper ? 'I' : 'i', number: roman }
  if (/^[a-z]$/.test(lower)) return { type: isUpper ? 'A' : 'a', number: lower.charCodeAt(0) - 96 }
  return null
}

const romanDigits = [...'ivxlc'].map(
  (letter, at) => [letter, [1, 5, 10, 50, 100][at] ?? 0] as const,
)

/** @returns 0 for anything else */
function romanNumber(text: string) {
  if (!/^(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(text)) return 0
  const values = [...text].map((letter) => romanDigits.find(([name]) => name === letter)?.[1] ?? 0)
  return values.reduce(
    (sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value),
    0,
  )
}

/**
 * Returns the level and kind of a Quill item: Quill writes one flat list, with classes for the
 * rest.
 */
function quillItem(item: Element): { level: number; kind: string } | null {
  const kind = attributeOf(item, 'data-list')
  const indent = /\bql-indent-(\d)\b/.exec(attributeOf(item, 'class'))?.[1]
  if (kind === '' && indent === undefined) return null
  return { level: Number(indent ?? 0), kind }
}

/** Returns the marker as displayed. */
function writtenMarkerOf(element: Element) {
  return textOf(element)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}

/** Builds an item, cell or caption; null if it is empty. */
export function itemOf(
  tagName: string,
  element: Element,
  reading: Reading,
  inner: Around,
  attributes: Attributes = {},
): Element | null {
  const flow = flowIn(element, reading, inner, 1)
  const { nodes, attributes: ofText } = contentOfItem(flow, reading.budget)
  if (nodes.length === 0) return null
  const own = { ...ofText, ...attributesOf(element, reading), ...attributes }
  return createElement(tagName, withId(own, flow), nodes)
}

export function addList(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 3)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const items = quillItemsOf(element, reading, inner)
  if (items) {
    for (const item of items) flow.blocks.push({ kind: 'item', ...item })
    return
  }
  const list = listOf(element, reading, inner)
  if (list) addElement(flow, list)
}

function listOf(element: Element, reading: Reading, inner: Around): Element | null {
  const tagName = listNames.get(element.tagName) ?? 'ul'
  const items: Element[] = []
  /** List content that is in no item. */
  let stray = createElement('li', {})
  function addStray() {
    const item = itemOf('li', stray, reading, { ...inner, depthWritten: inner.depthWritten + 1 })
    if (item) items.push(item)
    stray = createElement('li', {})
  }
  for (const child of element.childNodes) {
    const name = isElement(child) ? child.tagName : ''
    if (isElement(child) && name === 'li') {
      addStray()
      const item = itemOfList(child, tagName, reading, inner)
      if (item) items.push(item)
    } else if (isElement(child) && listNames.has(name) && hasRoom(inner, 6)) {
      addStray()
      // A nested list beside the item that it belongs to.
      const nested = listOf(child, reading, {
        ...inner,
        depth: inner.depth + 1,
        depthWritten: inner.depthWritten + 2,
      })
      const last = items.at(-1)
      if (nested && last) defaultTreeAdapter.appendChild(last, nested)
      else if (nested) for (const item of nested.childNodes.filter(isElement)) items.push(item)
    } else {
      // Moved out of its parent, which is dropped.
      stray.childNodes.push(child)
    }
  }
  addStray()
  if (items.length === 0) return null
  const [first] = element.childNodes.filter(isElement)
  const type = tagName === 'ol' ? listTypeOf(element) || (first ? listTypeOf(first) : '') : ''
  const attributes = tagName === 'ol' ? numbersOf(element) : {}
  return createElement(
    tagName,
    { ...attributesOf(element, reading), ...attributes, ...(type !== '' && { type }) },
    items,
  )
}

/** A whole number that browsers accept for counting. */
const wholeNumber = /^-?\d{1,5}$/

function numbersOf(list: Element): Attributes {
  const start = attributeOf(list, 'start').trim()
  return {
    ...(wholeNumber.test(start) && start !== '1' && { start }),
    ...(hasAttribute(list, 'reversed') && { reversed: '' }),
  }
}

function itemOfList(item: Element, list: string, reading: Reading, inner: Around) {
  const value = attributeOf(item, 'value').trim()
  const around = withFormatting(item, styleOf(item), reading, inner)
  return itemOf(
    'li',
    item,
    reading,
    { ...around, depth: inner.depth + 1, depthWritten: inner.depthWritten + 1 },
    list === 'ol' && wholeNumber.test(value) ? { value } : {},
  )
}

const boxes = new Map(Object.entries({ checked: '☑ ', unchecked: '☐ ' }))

/**
 * Returns the items that Quill wrote into one list regardless of level and kind; null for any other
 * list.
 */
function quillItemsOf(list: Element, reading: Reading, inner: Around): ListItem[] | null {
  const children = list.childNodes.filter(isElement)
  if (!children.some((child) => quillItem(child))) return null
  const next: number[] = []
  return children.flatMap((child): ListItem[] => {
    const { level, kind } = quillItem(child) ?? { level: 0, kind: '' }
    const item = itemOf('li', child, reading, { ...inner, depthWritten: inner.depthWritten + 1 })
    if (!item) return []
    const isOrdered = kind === '' ? list.tagName === 'ol' : kind === 'ordered'
    const number = (next[level] ?? 0) + 1
    next.splice(level, next.length, isOrdered ? number : 0)
    const box = boxes.get(kind)
    const sign = box === undefined ? [] : [defaultTreeAdapter.createTextNode(box)]
    const marker: Marker = { type: '', ...(isOrdered && { number }) }
    return [{ level, marker, nodes: [...sign, ...item.childNodes] }]
  })
}

/** Adds a list item outside a list, and puts adjacent ones in one list. */
export function addStrayItem(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 3)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const item = itemOfList(element, 'ul', reading, inner)
  if (!item) return
  const attributes = attributesOf(element, reading)
  flow.blocks.push({
    kind: 'item',
    level: 1,
    marker: { type: '' },
    attributes,
    nodes: item.childNodes,
  })
}

/**
 * Adds a word processor's paragraph that is a list item.
 * @returns false for any other paragraph
 */
export function addWordItem(
  element: Element,
  flow: Flow,
  reading: Reading,
  inner: Around,
): boolean {
  const written = wordListItem(element)
  if (!written || !hasRoom(inner, 3)) return false
  endParagraph(flow)
  const content = flowIn(element, reading, inner, 2, 'line').atoms
  const start = written.element ? null : leadingMarker.exec(startOf(content, 60))
  const text = written.element ? writtenMarkerOf(written.element) : start?.[1]
  if (text === undefined) return false
  const atoms = trimAtoms(start ? withoutStart(content, start[0].length) : content)
  if (atoms.length === 0) return true
  const last = flow.blocks.at(-1)
  const marker = markerOf(text, last?.kind === 'item' ? last.marker : undefined)
  const attributes = { ...inner.attributes, ...attributesOf(element, reading) }
  if (marker) {
    const nodes = nodesOf(atoms, reading.budget)
    flow.blocks.push({ kind: 'item', level: written.level, marker, attributes, nodes })
  } else {
    flow.blocks.push({
      kind: 'paragraph',
      atoms: [{ kind: 'text', text: `${text} `, marks: [] }, ...atoms],
      attributes,
      isLoose: false,
    })
  }
  return true
}

export function addTerms(element: Element, flow: Flow, reading: Reading, inner: Around) {
  if (!hasRoom(inner, 3)) return addBlock(element, flow, reading, inner)
  endParagraph(flow)
  const last = flow.blocks.at(-1)
  const isStray = element.tagName !== 'dl'
  const terms: Element[] = []
  if (isStray) addTerm(element, terms, reading, inner)
  else for (const child of element.childNodes) addTerm(child, terms, reading, inner)
  if (terms.length === 0) return
  if (isStray && last?.kind === 'element' && last.element.tagName === 'dl') {
    for (const term of terms) defaultTreeAdapter.appendChild(last.element, term)
    return
  }
  addElement(flow, createElement('dl', isStray ? {} : attributesOf(element, reading), terms))
}

function addTerm(node: Node, terms: Element[], reading: Reading, inner: Around) {
  const around = { ...inner, depth: inner.depth + 1, depthWritten: inner.depthWritten + 1 }
  if (isElement(node) && node.tagName === 'dt') {
    const atoms = trimAtoms(flowIn(node, reading, around, 1, 'line').atoms)
    if (atoms.length === 0) return
    terms.push(createElement('dt', attributesOf(node, reading), nodesOf(atoms, reading.budget)))
  } else if (isElement(node) && node.tagName === 'div' && around.depth < maxDepth) {
    for (const child of node.childNodes) addTerm(child, terms, reading, around)
  } else {
    const isItem = isElement(node) && node.tagName === 'dd'
    const box = isItem ? node : createElement('dd', {})
    if (!isItem) box.childNodes.push(node)
    const item = itemOf('dd', box, reading, around)
    if (item) terms.push(item)
  }
}
