import { parse, type DefaultTreeAdapterTypes } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
export type Element = DefaultTreeAdapterTypes.Element

/** Its text is not text of the page. */
const unread = ['script', 'style', 'template', 'noscript']

/** The elements of an HTML document, in their order. */
export function elementsOf(html: string): Element[] {
  return elementsIn(parse(html))
}

/** The elements below a node, in their order. */
export function elementsIn(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : []
  return children.flatMap((child) =>
    isElement(child) ? [child, ...elementsIn(child)] : elementsIn(child),
  )
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node
}

/** @returns undefined without the attribute */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}

/** Whether a class name is among an element's. */
export function hasClass(element: Element, name: string) {
  return attributeOf(element, 'class')?.split(/\s+/).includes(name) ?? false
}

/** Whether nothing of a text can be seen: it has only spaces and direction marks. */
export function isBlank(text: string) {
  return !/[^\s\p{Cf}]/u.test(text)
}

/** The text of a node that a visitor may see, without what only orders it or keeps its lines. */
export function textOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) {
    return node.value.replaceAll('\u00A0', ' ').replace(/[\u2066-\u2069]/g, '')
  }
  if (isElement(node) && unread.includes(node.tagName)) return ''
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** The accessible name of a link, a button or a heading. */
export function nameOf(element: Element): string {
  return (attributeOf(element, 'aria-label') ?? contentName(element)).trim()
}

function contentName(node: Node): string {
  if (!isElement(node)) return textOf(node)
  if (unread.includes(node.tagName) || attributeOf(node, 'aria-hidden') === 'true') return ''
  const own = attributeOf(node, 'aria-label') ?? attributeOf(node, 'alt')
  return own ?? node.childNodes.map(contentName).join('')
}

/** The start tag of an element, to name it in a failure. */
export function startTagOf(element: Element) {
  const attributes = element.attrs.map(({ name, value }) => ` ${name}="${value}"`)
  return `<${element.tagName}${attributes.join('')}>`.slice(0, 160)
}

/** All texts of a page and its data: what is shown, what attributes say, and what scripts contain. */
export function stringsOf(html: string): string[] {
  const collect = (node: Node): string[] => {
    const own = node.nodeName === '#text' && 'value' in node ? [node.value] : []
    const attributes = isElement(node) ? node.attrs.map(({ value }) => value) : []
    const children = 'childNodes' in node ? node.childNodes.flatMap(collect) : []
    return [...own, ...attributes, ...children]
  }
  return collect(parse(html)).filter((text) => text.trim() !== '')
}
