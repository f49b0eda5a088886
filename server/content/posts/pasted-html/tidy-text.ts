import { defaultTreeAdapter } from 'parse5'
import {
  attributeOf,
  headings,
  isElement,
  isText,
  nodesIn,
  type Element,
  type Node,
  type Parent,
} from './elements.ts'
import { meaningOfTag } from './formatting.ts'

/** Removes links to places of the text that it does not have after all, and ids that it has twice. */
export function removeDeadLinks(text: Parent) {
  const ids = new Set<string>()
  const links: Element[] = []
  for (const node of nodesIn(text)) {
    if (!isElement(node)) continue
    if (attributeOf(node, 'href').startsWith('#')) links.push(node)
    const id = attributeOf(node, 'id')
    if (id === '') continue
    if (ids.has(id)) node.attrs = node.attrs.filter(({ name }) => name !== 'id')
    ids.add(id)
  }
  unwrap(text, new Set(links.filter((link) => !ids.has(attributeOf(link, 'href').slice(1)))))
}

/** Removes bold type that the whole of a text has, and that therefore says nothing. */
export function removeBoldOfAll(text: Parent) {
  const paragraphs = text.childNodes
    .filter(isElement)
    .filter(({ tagName }) => !headings.has(tagName))
  const bold = new Set<Element>()
  for (const node of nodesIn(text)) {
    if (isElement(node) && meaningOfTag.get(node.tagName) === 'bold') bold.add(node)
    else if (isText(node) && /\S/.test(node.value) && !isInBold(node)) return
  }
  if (paragraphs.length > 1) unwrap(text, bold)
}

function isInBold(node: Node): boolean {
  for (let { parentNode } = node; parentNode && 'tagName' in parentNode;) {
    const { tagName } = parentNode
    if (
      meaningOfTag.get(tagName) === 'bold' ||
      headings.has(tagName) ||
      /^(?:th|caption)$/.test(tagName)
    )
      return true
    parentNode = parentNode.parentNode
  }
  return false
}

/** Puts the content of some elements in their places. */
function unwrap(parent: Parent, elements: ReadonlySet<Element>) {
  if (elements.size === 0) return
  const children = parent.childNodes.splice(0)
  for (const child of children) {
    if (isElement(child)) unwrap(child, elements)
    const isGone = isElement(child) && elements.has(child)
    for (const node of isGone ? child.childNodes.splice(0) : [child]) {
      defaultTreeAdapter.appendChild(parent, node)
    }
  }
}
