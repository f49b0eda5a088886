import mammoth from 'mammoth'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { unpack } from './archive.ts'
import { plainSheet, textCell, type Cell, type Merge, type Sheet } from './sheet.ts'

/** The tables and texts of a Word file. */
export interface WordText {
  /** Paragraphs and tables in their order; a line of a paragraph has a cell for each of its tabs. */
  sheet: Sheet
  hasTables: boolean
  /** Texts that are hidden, and left out. */
  hidden: number
  hasPictures: boolean
}

/** A Word file that cannot be read. */
export class WordError extends Error {
  override name = 'WordError'

  constructor(readonly fault: 'broken' | 'large') {
    super(fault)
  }
}

const mainPart = /^word\/document\d*\.xml$/

/** The parts of a Word file that are read: its pictures and sounds are not. */
const isRead = (path: string) => /\.(?:xml|rels)$/.test(path)

/**
 * Reads the paragraphs and tables of a .docx file, as its reader sees them: without deleted and hidden texts.
 * @param unpackedBytes max. size when it is unpacked
 * @throws WordError
 */
export async function readWord(bytes: Buffer, unpackedBytes: number): Promise<WordText> {
  const archive = await unpack(bytes, unpackedBytes, isRead).catch(() => null)
  if (archive && archive.size > unpackedBytes) throw new WordError('large')
  const main = [...(archive?.entries ?? [])].find(([path]) => mainPart.test(path))
  if (!archive || !main) throw new WordError('broken')
  const [path, part] = main
  const { xml, hidden } = withoutHidden(part.toString())
  const html = await htmlOf(archive.entries.set(path, Buffer.from(xml)))
  const { childNodes } = parseFragment(html)
  const content: Content = { rows: [], merges: [], hasTables: false, hasPictures: false }
  addBlocks(content, childNodes)
  const { rows, merges, hasTables, hasPictures } = content
  return { sheet: plainSheet('', rows, merges), hasTables, hidden, hasPictures }
}

/** @throws WordError */
async function htmlOf(parts: ReadonlyMap<string, Buffer>) {
  const file = {
    exists: (path: string) => parts.has(path),
    read: async (path: string, encoding?: 'utf-8') => {
      const part = parts.get(path) ?? Buffer.alloc(0)
      return encoding ? part.toString() : part
    },
  }
  try {
    // The library opens archives itself, without a limit of their size; parts that are unpacked it takes as well.
    const { value } = await mammoth.convertToHtml({ file } as unknown as { buffer: Buffer }, {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      includeEmbeddedStyleMap: false,
    })
    return value
  } catch {
    throw new WordError('broken')
  }
}

const runStart = /<w:r(?=[\s>])/g
const vanish = /<w:vanish(?:\s*\/>|\s+w:val="(?:1|true|on)")/

/** Empties the texts that are formatted as hidden, which the library does not tell from others. */
function withoutHidden(xml: string) {
  let hidden = 0
  const pieces = xml.split('</w:r>').map((piece) => {
    const start = [...piece.matchAll(runStart)].at(-1)?.index
    if (start === undefined || !vanish.test(piece.slice(start))) return piece
    const run = piece.slice(start)
    if (run.includes('<w:t')) hidden += 1
    return `${piece.slice(0, start)}<w:r>`
  })
  return { xml: pieces.join('</w:r>'), hidden }
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

interface Content {
  rows: Cell[][]
  merges: Merge[]
  hasTables: boolean
  hasPictures: boolean
}

const isElement = (node: Node): node is Element => 'tagName' in node
const attributeOf = ({ attrs }: Element, wanted: string) =>
  attrs.find(({ name }) => name === wanted)?.value ?? ''
const isParagraph = ({ tagName }: Element) => /^(?:p|li|h\d)$/.test(tagName)

/** Adds the rows of paragraphs and tables. */
function addBlocks(content: Content, nodes: readonly Node[]) {
  for (const node of nodes) {
    if (!isElement(node)) continue
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
    if (!isElement(node)) return 'value' in node ? node.value : ''
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
