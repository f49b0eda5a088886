import { defaultSchema, sanitize, type Schema } from 'hast-util-sanitize'
import { parseInElement, plainTextOf, TooManyElements } from './parse.ts'
import { isBlock } from './pasted-html/elements.ts'
import { readPastedHtml } from './pasted-html/read-pasted-html.ts'
import type { TextContext } from './pasted-html/reading.ts'
import { isElement, isText, type Element, type Parent } from './tree.ts'
import { truncateSource, type SourceSize, type TruncatedText } from './truncate-source.ts'
import { writeHtml, type TextSize, type Tree, type WrittenText } from './write-html.ts'

export type { TextContext } from './pasted-html/reading.ts'
export { truncateSource } from './truncate-source.ts'

/** The remaining budget for a response's texts, as written and as received. */
interface TextBudget {
  written: TextSize
  source: SourceSize
}

/**
 * Normalises and sanitises rich text from editors and word processors, so that it is harmless, and
 * browsers parse exactly its elements, all inside their parent. Done once, when a response is
 * parsed.
 */
export function sanitiseRichText(html: string, context: TextContext = {}): string {
  return stable(writeHtml(read(html, context).tree)).html
}

/** Sanitises a text in one pass, for counting its words. */
export function sanitiseOnce(html: string): string {
  return html === '' ? '' : writeHtml(read(html, {}, maxDepth).tree).html
}

/**
 * Truncates and sanitises any text, however long or malformed. It is truncated first, so that
 * sanitising takes bounded time.
 * @param budget remaining budget of the response; spends what the text uses
 * @param note appended to a truncated text; sanitised
 * @returns a text that would not be truncated again
 */
export function truncateRichText(
  html: string,
  budget: TextBudget,
  note: string,
  context: TextContext,
): TruncatedText {
  const source = truncateSource(html, budget.source, context.onDrop)
  const { tree, isCut: isTooDeep } = read(source.html, context, maxDepth)
  let text = writeHtml(tree, budget.written)
  const isCut = source.isCut || isTooDeep || text.isCut
  if (isCut) {
    spend(budget.written, writeHtml(treeOf(parseInElement(note))))
    text = writeHtml(asBlocks(tree), budget.written)
  }
  text = stable(text, budget.written)
  spend(budget.written, text)
  return { html: isCut ? text.html + note : text.html, isCut }
}

/** Makes a line a paragraph, as it is read again where the note follows it. */
function asBlocks(tree: Tree): Tree {
  const nodes = tree.type === 'root' ? tree.children : [tree]
  const children = nodes.filter((node) => node.type === 'element' || node.type === 'text')
  const isLine = !children.some((node) => node.type === 'element' && isBlock(node.tagName))
  if (!isLine || children.length === 0) return tree
  return { type: 'element', tagName: 'p', properties: {}, children }
}

function spend(budget: TextSize, used: TextSize) {
  budget.bytes -= used.bytes
  budget.bytesInPage -= used.bytesInPage
  budget.tags -= used.tags
}

/** Maximum nesting of elements in a received text. */
const maxDepth = 64

/** IDs reserved for the targets of a text's own links; the page's IDs never start like this. */
const ownId = /^text-[\p{L}\p{N}_-]{0,200}$/u

/**
 * Allows what an article needs, and nothing that runs, loads from another site, or affects the page
 * outside its element: no styles, classes, frames or forms, and no IDs except reserved ones.
 * Headings start at h2, below the page's h1. Properties are named as HTML's attributes.
 */
const schema: Schema = {
  tagNames: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'code', 'pre', 'bdi', 'span'],
    ...['a', 'img', 'figure', 'figcaption'],
    ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  // Elsewhere, they would close elements of the surrounding page.
  ancestors: { ...defaultSchema.ancestors, li: ['ul', 'ol'], dt: ['dl'], dd: ['dl'] },
  attributes: {
    a: [
      ['href', /^(?:https?:|mailto:|tel:|#|\/(?![/\\]))/i],
      ['rel', 'noopener nofollow'],
    ],
    img: [['src', /^\/(?![/\\])/], 'alt', ['loading', 'lazy']],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start', 'reversed', ['type', 'a', 'A', 'i', 'I']],
    li: ['value'],
    '*': ['dir', 'lang', ['id', ownId]],
  },
  strip: ['script', 'style'],
  clobber: [],
  protocols: {},
  required: {},
}

/** Builds a safe tree: of plain text, if the text would become too many elements. */
function read(html: string, context: TextContext, maxDepth = Infinity) {
  let isCut = false
  const tree = treeOrText(html, () => {
    const read = readPastedHtml(html, context, maxDepth)
    isCut = read.isCut
    return read.text
  })
  return { tree: sanitize(tree, schema), isCut }
}

function treeOrText(html: string, parse: () => Parent): Tree {
  try {
    return treeOf(parse())
  } catch (error) {
    if (error instanceof TooManyElements) return { type: 'text', value: plainTextOf(html) }
    throw error
  }
}

function treeOf(parent: Parent): Tree {
  return { type: 'root', children: childrenOf(parent) }
}

function childrenOf({ childNodes }: Parent): TreeElement['children'] {
  const children: TreeElement['children'] = []
  for (const node of childNodes) {
    if (isText(node)) children.push({ type: 'text', value: node.value })
    else if (isElement(node)) {
      const properties = node.attrs.length === 0 ? {} : propertiesOf(node)
      const { tagName } = node
      children.push({ type: 'element', tagName, properties, children: childrenOf(node) })
    }
  }
  return children
}

type TreeElement = Extract<Tree, { type: 'element' }>

function propertiesOf({ tagName, attrs }: Element): Record<string, string> {
  const { id, ...others } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  const isExternal = tagName === 'a' && /^https?:/i.test(others['href'] ?? '')
  return {
    ...(id !== undefined && { id }),
    ...others,
    ...(isExternal && { rel: 'noopener nofollow' }),
  }
}

/** Ordinary texts are stable at once; crafted ones may need a few passes. */
const maxPasses = 5

/**
 * Parses and sanitises a text until browsers parse it as it is written, and reduces it to plain
 * text if they never do.
 */
function stable(text: WrittenText, limits?: TextSize): WrittenText {
  let current = text
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const { html } = current
    const parsed = treeOrText(html, () => parseInElement(html))
    if (writeHtml(parsed).html === html) return current
    current = writeHtml(sanitize(parsed, schema), limits)
  }
  return writeHtml({ type: 'text', value: plainTextOf(current.html) }, limits)
}
