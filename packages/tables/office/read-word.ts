import mammoth from 'mammoth'
import { unpack } from './archive.ts'
import { rowsOfHtml } from './html-rows.ts'
import { plainSheet, type Sheet } from '../sheet.ts'

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
  const { rows, merges, hasTables, hasPictures } = rowsOfHtml(html)
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
