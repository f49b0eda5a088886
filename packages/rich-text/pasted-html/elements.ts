import { html } from 'parse5'
import { attributeOf, type Element } from '../tree.ts'

export function isHtml(element: Element) {
  return element.namespaceURI === html.NS.HTML
}

/** Whether one of the classes of an element matches; mail programs put "x_" before them. */
export function hasClass(element: Element, pattern: RegExp) {
  return attributeOf(element, 'class')
    .split(/\s+/)
    .some((name) => pattern.test(name.replace(/^(?:x_)+/, '')))
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
  ...['p', 'div', 'section', 'article', 'main', 'header', 'footer', 'nav', 'aside', 'center'],
  ...['form', 'fieldset', 'legend', 'address', 'details', 'summary', 'hgroup', 'dialog', 'search'],
  ...['option', 'body', 'figcaption', 'caption', 'tr', 'td', 'th', 'marquee', 'frameset'],
  ...['noscript', 'object'],
])

export const headings = new Map(
  Object.entries({ h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' }),
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
    ...{ 'lower-alpha': 'a', 'lower-latin': 'a', 'upper-alpha': 'A', 'upper-latin': 'A' },
    ...{ 'lower-roman': 'i', 'upper-roman': 'I' },
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
