import { defaultTreeAdapter, html, type DefaultTreeAdapterTypes } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

export function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node)
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return defaultTreeAdapter.isTextNode(node)
}

/** Lists the elements below a node in document order. */
export function elementsIn(parent: Parent): Element[] {
  const found: Element[] = []
  addElements(parent, found)
  return found
}

function addElements({ childNodes }: Parent, found: Element[]) {
  for (const child of childNodes.filter(isElement)) {
    found.push(child)
    addElements(child, found)
  }
}

/**
 * Finds the first element of a name below a node.
 * @throws Error when there is none
 */
export function firstIn(parent: Parent, tagName: string): Element {
  const first = elementsIn(parent).find((element) => element.tagName === tagName)
  if (!first) throw new Error(`The page has no ${tagName}`)
  return first
}

/** Lists the ancestors of a node, innermost first. */
export function ancestorsOf({ parentNode }: Node): Element[] {
  return parentNode && 'tagName' in parentNode ? [parentNode, ...ancestorsOf(parentNode)] : []
}

/** Returns the text of a node and its descendants. */
export function textOf(node: Node): string {
  if (isText(node)) return node.value
  return isElement(node) ? node.childNodes.map(textOf).join('') : ''
}

/** @returns undefined if the attribute is absent */
export function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}

export function hasClass(element: Element, name: string) {
  return attributeOf(element, 'class')?.split(' ').includes(name) ?? false
}

const blocks = new Set([
  ...['p', 'div', 'ul', 'ol', 'li', 'dl', 'table', 'section', 'article', 'header', 'aside'],
  ...['blockquote', 'pre', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

export function isBlock(node: Node): node is Element {
  return isElement(node) && blocks.has(node.tagName)
}

export function isHeading(node: Node): boolean {
  return isElement(node) && /^h[1-6]$/.test(node.tagName)
}

/** Whether nodes show neither text nor a picture. */
export function isBlank(nodes: readonly Node[]): boolean {
  return nodes.every((node) => {
    if (!isElement(node)) return !isText(node) || node.value.trim() === ''
    return node.tagName !== 'img' && isBlank(node.childNodes)
  })
}

export function createText(value: string): Node {
  return defaultTreeAdapter.createTextNode(value)
}

export function createElement(
  tagName: string,
  children: readonly Node[],
  attributes: Record<string, string> = {},
): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const element = defaultTreeAdapter.createElement(tagName, html.NS.HTML, attrs)
  for (const child of children) defaultTreeAdapter.appendChild(element, child)
  return element
}
