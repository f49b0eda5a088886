import { defaultTreeAdapter, html, type DefaultTreeAdapterTypes } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type Node = DefaultTreeAdapterTypes.ChildNode
export type Parent = DefaultTreeAdapterTypes.ParentNode

/** Attribute values by name. */
export type Attributes = Readonly<Record<string, string>>

export function isElement(node: Node): node is Element {
  return defaultTreeAdapter.isElementNode(node)
}

export function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return defaultTreeAdapter.isTextNode(node)
}

/** @returns empty if the attribute is absent */
export function attributeOf(element: Element, name: string): string {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? ''
}

export function hasAttribute(element: Element, name: string) {
  return element.attrs.some((attribute) => attribute.name === name)
}

export function createElement(
  tagName: string,
  attributes: Attributes,
  children: readonly Node[] = [],
): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const element = defaultTreeAdapter.createElement(tagName, html.NS.HTML, attrs)
  for (const child of children) defaultTreeAdapter.appendChild(element, child)
  return element
}

/**
 * Generates all nodes below a node in document order. Iterative, since texts may nest without
 * limit.
 */
export function* nodesIn(parent: Parent): Generator<Node> {
  const waiting: Node[] = [...parent.childNodes].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    if (!isElement(node)) continue
    for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
      const child = node.childNodes[at]
      if (child) waiting.push(child)
    }
  }
}

/** Lists the elements below a node in document order. */
export function elementsIn(parent: Parent): Element[] {
  return [...nodesIn(parent)].filter(isElement)
}

/** Finds the first element of a name below a node. */
export function findIn(parent: Parent, tagName: string): Element | undefined {
  for (const node of nodesIn(parent)) if (isElement(node) && node.tagName === tagName) return node
  return undefined
}

/** Returns the text of a node and its descendants. */
export function textOf(node: Node | Parent): string {
  if ('value' in node) return node.value
  let text = ''
  if ('childNodes' in node)
    for (const below of nodesIn(node)) if (isText(below)) text += below.value
  return text
}
