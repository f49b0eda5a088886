import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { textCell, type Cell, type Merge } from '../sheet.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** The paragraphs and tables of a page, in their order. */
interface Content {
  /** A line of a paragraph has a cell for each of its tabs. */
  rows: Cell[][]
  merges: Merge[]
  hasTables: boolean
  hasPictures: boolean
  /** The places of rows that are not displayed. */
  hiddenRows: Set<number>
}

/** Reads the paragraphs and tables of an HTML text as its reader sees them. */
export function rowsOfHtml(html: string): Content {
  const content: Content = {
    ...{ rows: [], merges: [], hiddenRows: new Set() },
    ...{ hasTables: false, hasPictures: false },
  }
  addBlocks(content, parse(html).childNodes)
  return content
}

const isElement = (node: Node): node is Element => 'tagName' in node
const attributeOf = ({ attrs }: Element, wanted: string) =>
  attrs.find(({ name }) => name === wanted)?.value ?? ''
const isParagraph = ({ tagName }: Element) => /^(?:p|li|h\d)$/.test(tagName)

/** Adds the rows of paragraphs and tables. */
function addBlocks(content: Content, nodes: readonly Node[]) {
  for (const node of nodes) {
    if (!isElement(node) || node.tagName === 'head') continue
    if (node.tagName === 'table') addTable(content, node)
    else if (isParagraph(node)) {
      const lines = textIn(content, node.childNodes).split('\n')
      for (const line of lines) content.rows.push(line.split('\t').map(textCell))
    } else addBlocks(content, node.childNodes)
  }
}

/** The text of nodes; a line ends with each break and paragraph. Tables in it are left out. */
function textIn(content: Content, nodes: readonly Node[]): string {
  const parts = nodes.map((node) => {
    // A line of the source, with what indents the next one, is a space.
    if (!isElement(node)) return 'value' in node ? node.value.replace(/[\r\n]\s*/g, ' ') : ''
    if (node.tagName === 'img') content.hasPictures = true
    if (node.tagName === 'br') return '\n'
    const isNoteMark = node.tagName === 'a' && /^#(?:foot|end)note/.test(attributeOf(node, 'href'))
    if (node.tagName === 'table' || isNoteMark) return ''
    const text = textIn(content, node.childNodes)
    return isParagraph(node) ? `${text}\n` : text
  })
  return parts.join('').replace(/\n+$/, '')
}

/** Max. columns over which a cell is merged. */
const maxSpan = 100

/** Adds the rows of a table, and of the tables in its cells below it. */
function addTable(content: Content, table: Element) {
  const { rows, merges } = content
  content.hasTables = true
  const inner: Element[] = []
  /** The row below the last one that a cell above covers, for each column. */
  const covered: number[] = []
  for (const row of elementsIn(table, 'tr')) {
    const cells: Cell[] = []
    const top = rows.length
    if (/display:\s*none/i.test(attributeOf(row, 'style'))) content.hiddenRows.add(top)
    let left = 0
    for (const cell of elementsIn(row, 'td', 'th')) {
      while ((covered[left] ?? 0) > top) left += 1
      const span = (name: string) =>
        Math.min(Math.max(Number(attributeOf(cell, name)) || 1, 1), maxSpan)
      const [right, bottom] = [left + span('colspan') - 1, top + span('rowspan') - 1]
      if (right > left || bottom > top) merges.push({ top, left, bottom, right })
      while (cells.length < left) cells.push(textCell(''))
      cells[left] = textCell(textIn(content, cell.childNodes).replace(/\s+/g, ' '))
      covered.splice(
        left,
        right - left + 1,
        ...Array.from({ length: right - left + 1 }, () => bottom + 1),
      )
      inner.push(...elementsIn(cell, 'table'))
      left = right + 1
    }
    rows.push(cells)
  }
  for (const one of inner) addTable(content, one)
}

/** The elements with a name, without those within them. */
function elementsIn({ childNodes }: Element, ...names: string[]): Element[] {
  return childNodes.filter(isElement).flatMap((child) => {
    if (names.includes(child.tagName)) return [child]
    return child.tagName === 'table' ? [] : elementsIn(child, ...names)
  })
}
