import { parseFragment } from 'parse5'
import {
  maxRun,
  plainOf,
  type Inline,
  type StyledText,
  type TextBlock,
} from '../../server/files/sheets/sheet'
import {
  elementsIn,
  isElement,
  isText,
  textOf,
  type Element,
  type Node,
} from '@site/rich-text/tree'

/** Limits of the text of one post, characters and blocks: four pages hold no more. */
const limits = {
  html: 80_000,
  text: 16_000,
  paragraph: 4_000,
  blocks: 40,
  rows: 60,
  columns: 8,
  cell: 300,
}

const blockTags = new Set([
  ...['p', 'div', 'ul', 'ol', 'li', 'dl', 'table', 'section', 'article', 'header', 'aside'],
  ...['blockquote', 'pre', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

function isBlock(node: Node): node is Element {
  return isElement(node) && blockTags.has(node.tagName)
}

const styles: Partial<Record<string, StyledText['style']>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', sub: 'sub', sup: 'super' },
  bdi: 'ltr',
}

/**
 * Converts the text of a post, as its page shows it, to the blocks of a sheet: paragraphs, headings, lists and tables.
 * Pictures and videos are left out.
 * @returns the blocks, and whether some did not fit the limits
 */
export function blocksOf(html: string): { blocks: TextBlock[]; isShortened: boolean } {
  const start = html.slice(0, limits.html)
  const all = blocksIn(parseFragment(start).childNodes)
  const blocks: TextBlock[] = []
  let length = 0
  for (const block of all.slice(0, limits.blocks)) {
    length += JSON.stringify(block).length
    if (length > limits.text && blocks.length > 0) break
    blocks.push(block)
  }
  return { blocks, isShortened: all.length > blocks.length || start.length < html.length }
}

function blocksIn(nodes: readonly Node[]): TextBlock[] {
  const blocks: TextBlock[] = []
  let line: Node[] = []
  function endLine() {
    const parts = inlinesOf(line, limits.paragraph)
    if (parts.length > 0) blocks.push({ type: 'paragraph', parts })
    line = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      line.push(node)
      continue
    }
    endLine()
    blocks.push(...blocksOfElement(node))
  }
  endLine()
  return blocks
}

function blocksOfElement(element: Element): TextBlock[] {
  const { tagName, childNodes } = element
  if (/^h[1-6]$/.test(tagName)) {
    const parts = inlinesOf(childNodes, limits.cell)
    return parts.length > 0 ? [{ type: 'heading', parts }] : []
  }
  if (tagName === 'ul' || tagName === 'ol') {
    const items = childNodes
      .map((item) => inlinesOf([item], limits.paragraph))
      .filter((item) => item.length > 0)
    return items.length > 0 ? [{ type: 'list', ordered: tagName === 'ol', items }] : []
  }
  if (tagName === 'table') return tableOf(element)
  return blocksIn(childNodes)
}

function tableOf(element: Element): TextBlock[] {
  const rows = elementsIn(element)
    .filter(({ tagName }) => tagName === 'tr')
    .slice(0, limits.rows)
    .map((row) =>
      row.childNodes
        .filter(isElement)
        .slice(0, limits.columns)
        .map((cell) => inlinesOf(cell.childNodes, limits.cell)),
    )
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return []
  const [head = [], ...body] = rows.map((row) => [
    ...row,
    ...Array.from({ length: width - row.length }, () => ''),
  ])
  return [{ type: 'table', head, rows: body, widths: head.map(() => 1) }]
}

/** Deeper styles are left out, since the layout calls itself for each, and so are deeper texts. */
const maxDepth = { styles: 6, elements: 200 }

/** Returns the text of nodes with its styles, up to a length; empty for none. */
function inlinesOf(nodes: readonly Node[], limit: number): Inline[] {
  let left = limit
  function inlinesOf(node: Node, depth: number, styleDepth: number): Inline[] {
    if (left <= 0 || depth > maxDepth.elements) return []
    if (isText(node)) {
      const text = plainOf(node.value.slice(0, left))
      left -= text.length
      return [text]
    }
    if (!isElement(node)) return []
    if (node.tagName === 'br') return [' ']
    const style = styleDepth < maxDepth.styles ? styles[node.tagName] : undefined
    const isLong = style === 'ltr' && textOf(node).length > maxRun
    const below = styleDepth + (style ? 1 : 0)
    const inner = node.childNodes.flatMap((child) => inlinesOf(child, depth + 1, below))
    return style ? [{ style: isLong ? 'latin' : style, parts: inner }] : inner
  }
  const parts = nodes.flatMap((node) => inlinesOf(node, 0, 0))
  return nodes.some((node) => textOf(node).trim() !== '') ? parts : []
}
