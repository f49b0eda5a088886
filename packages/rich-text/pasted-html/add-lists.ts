import { listNames, listTypeOf, styleOf } from './elements.ts'
import {
  type Element,
  type Attributes,
  createElement,
  isElement,
  attributeOf,
  hasAttribute,
  type Node,
} from '../tree.ts'
import {
  type Reading,
  type Around,
  flowIn,
  attributesOf,
  hasRoom,
  addBlock,
  maxDepth,
} from './reading.ts'
import { contentOfItem, withId, type Flow, endParagraph, addElement } from './flow.ts'
import { defaultTreeAdapter } from 'parse5'
import { withFormatting } from './formatting.ts'
import { startOf, trimAtoms, withoutStart, nodesOf } from './inline.ts'
import {
  type ListItem,
  quillItem,
  type Marker,
  wordListItem,
  leadingMarker,
  writtenMarkerOf,
  markerOf,
} from './lists.ts'

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

export function listOf(element: Element, reading: Reading, inner: Around): Element | null {
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
export const wholeNumber = /^-?\d{1,5}$/

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

export const boxes = new Map(Object.entries({ checked: '☑ ', unchecked: '☐ ' }))

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
