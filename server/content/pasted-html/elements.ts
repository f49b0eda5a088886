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

export function isHtml(element: Element) {
  return element.namespaceURI === html.NS.HTML
}

/** @returns empty if the attribute is absent */
export function attributeOf(element: Element, name: string): string {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? ''
}

export function hasAttribute(element: Element, name: string) {
  return element.attrs.some((attribute) => attribute.name === name)
}

/** Whether one of the classes of an element matches; mail programs put "x_" before them. */
export function hasClass(element: Element, pattern: RegExp) {
  return attributeOf(element, 'class')
    .split(/\s+/)
    .some((name) => pattern.test(name.replace(/^(?:x_)+/, '')))
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

export function textOf(parent: Parent): string {
  let text = ''
  for (const node of nodesIn(parent)) if (isText(node)) text += node.value
  return text
}

/** Finds the first element of a name below a node. */
export function findIn(parent: Parent, tagName: string): Element | undefined {
  for (const node of nodesIn(parent)) if (isElement(node) && node.tagName === tagName) return node
  return undefined
}

/** Void elements without visible content, which any text may contain. */
export const ignoredTags = new Set(['meta', 'link', 'base', 'param', 'source', 'track', 'wbr'])

/** Elements without readable text, dropped with their content. */
export const dropped = new Set([
  ...['script', 'style', 'title', 'template', 'select', 'textarea', 'noembed', 'noframes', 'head'],
  ...['xml', 'w:worddocument', 'w:latentstyles', 'o:officedocumentsettings', 'm:mathpr', 'svg'],
  ...['canvas', 'annotation', 'annotation-xml', 'datalist'],
])

/** Block elements that end a paragraph and are themselves not kept. */
export const blocks = new Set([
  ...[
    'p',
    'div',
    'section',
    'article',
    'main',
    'header',
    'footer',
    'nav',
    'aside',
    'center',
    'form',
  ],
  ...[
    'fieldset',
    'legend',
    'address',
    'details',
    'summary',
    'hgroup',
    'dialog',
    'search',
    'option',
  ],
  ...[
    'body',
    'figcaption',
    'caption',
    'tr',
    'td',
    'th',
    'marquee',
    'frameset',
    'noscript',
    'object',
  ],
])

export const headings = new Map(
  Object.entries({
    h1: 'h2',
    h2: 'h2',
    h3: 'h3',
    h4: 'h4',
    h5: 'h4',
    h6: 'h4',
  }),
)

export const codeBlocks = new Set(['pre', 'xmp', 'listing', 'plaintext'])

export const listNames = new Map(Object.entries({ ul: 'ul', ol: 'ol', menu: 'ul', dir: 'ul' }))

export function isBlock(tagName: string) {
  return (
    blocks.has(tagName) ||
    codeBlocks.has(tagName) ||
    headings.has(tagName) ||
    listNames.has(tagName) ||
    ['li', 'dl', 'dt', 'dd', 'table', 'figure', 'blockquote', 'hr'].includes(tagName)
  )
}

/** Parses the style attribute of an element: values by property, in lower case. */
export function styleOf(element: Element): ReadonlyMap<string, string> {
  const written = attributeOf(element, 'style')
  if (written === '') return none
  const declarations = new Map<string, string>()
  for (const declaration of written.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':')
    if (colon < 0) continue
    declarations.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
  }
  return declarations
}

export const none: ReadonlyMap<string, string> = new Map()

/** The meaning of formatting. */
export type Meaning = 'bold' | 'italic' | 'underlined' | 'struck' | 'raised' | 'lowered'

/** The formatting that a style adds (true) or removes (false). */
export function meaningsOf(style: ReadonlyMap<string, string>): Partial<Record<Meaning, boolean>> {
  if (style.size === 0) return {}
  const weight = style.get('font-weight') ?? ''
  const slant = style.get('font-style') ?? ''
  const lines = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const raising = style.get('vertical-align') ?? ''
  return {
    ...(/^(?:bold|bolder|[6-9]00)/.test(weight) && { bold: true }),
    ...(/^(?:normal|lighter|[1-5]00)/.test(weight) && { bold: false }),
    ...(/^(?:italic|oblique)/.test(slant) && { italic: true }),
    ...(/^normal/.test(slant) && { italic: false }),
    ...(/\bline-through\b/.test(lines) && { struck: true }),
    ...(/\bunderline\b/.test(lines) && { underlined: true }),
    ...(/^super/.test(raising) && { raised: true }),
    ...(/^sub/.test(raising) && { lowered: true }),
  }
}

/** The `type` attribute of a list by its list-style-type. */
const listTypes = new Map(
  Object.entries({
    'lower-alpha': 'a',
    'lower-latin': 'a',
    'upper-alpha': 'A',
    'upper-latin': 'A',
    'lower-roman': 'i',
    'upper-roman': 'I',
  }),
)

/** @returns empty for decimal numbers */
export function listTypeOf(list: Element): string {
  const type = attributeOf(list, 'type')
  if (/^[aAiI]$/.test(type)) return type
  const style = styleOf(list)
  const name = style.get('list-style-type') ?? style.get('list-style') ?? ''
  return listTypes.get(name.split(/\s/)[0] ?? '') ?? ''
}
