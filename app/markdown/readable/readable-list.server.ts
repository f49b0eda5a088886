import {
  createElement,
  createText,
  isBlank,
  isBlock,
  isElement,
  isHeading,
  isText,
  type Element,
  type Node,
} from '../html-tree.server'
import { isCard, readableCard } from './readable-card.server'

const separator = ' · '
/** They are shown apart from each other even without a space between them. */
const apart = new Set(['a', 'time', 'span'])

/** Puts a separator between links, times and labels that only the stylesheet keeps apart. */
export function separated(nodes: readonly Node[]): Node[] {
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
export function readableItem(children: Node[]): Element {
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
export function readableList(children: Node[]): Element {
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
export function readableDefinitions(children: readonly Node[], isInItem: boolean): Element {
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
