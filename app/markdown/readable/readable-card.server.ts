import {
  attributeOf,
  elementsIn,
  isElement,
  isHeading,
  type Element,
  type Node,
} from '../html-tree.server'

/** Whether a part of a list has a heading of its own. */
export function isCard(children: readonly Node[]) {
  return elementsOf(children).some(isHeading)
}

/**
 * The parts of a card: its heading first, since nothing else shows where a card begins, and no other link
 * to where the heading leads.
 */
export function readableCard(children: Node[]): Node[] {
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
