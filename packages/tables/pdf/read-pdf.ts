import { readingOrder, withPairs } from '@site/arabic-text/visual-order'
import { plainSheet, textCell, type Cell, type Merge, type Sheet } from '../sheet.ts'
import { readSpreadsheet } from '../office/read-sheets.ts'
import { rowsOfPage, type PlacedCell, type PlacedRow } from './page-rows.ts'
import { PdfFile, type Glyph, type PdfLimits, type PdfPage } from './pdf-page.ts'
import { runningGlyphs } from './running-lines.ts'

export { PdfError, type PdfFault, type PdfLimits } from './pdf-page.ts'

/** The tables and texts of a PDF. */
export interface PdfText {
  /** All pages one below the other; in a file in Arabic the first cell of a row is its right one. */
  sheet: Sheet
  pages: number
  /** Pages that are pictures, such as scans, from 1. */
  pictures: number[]
  /** Whether the file does not say what its letters are. */
  isNoise: boolean
}

/** The part of unknown and unusual letters from which a text is noise: then the file does not say what they are. */
const noisePart = 0.3

/** The part of Arabic letters from which a file runs from right to left. */
const arabicPart = 0.35

/** Letters and signs that lists in Arabic and English have; other languages add some. */
const usual = /^[\p{Script=Arabic}\p{Nd}\p{P}\p{M}\p{Zs}A-Za-z+<=>|$^×÷°²³½¼¾µμΩ€£±≤≥√Ø®™]+$/u

const arabicLetter = /\p{Script=Arabic}/u
const countOf = (glyphs: readonly Glyph[], pattern: RegExp) =>
  glyphs.filter(({ text }) => pattern.test(text)).length

/**
 * Reads the table that a PDF carries as a file, or its tables by the places of its glyphs and drawn lines: the order in
 * which it stores Arabic text is its writer's.
 * @param onPage called after each page, with the number of pages that are read
 * @throws PdfError
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: PdfLimits,
  onPage: (done: number, pages: number) => void = () => undefined,
): Promise<PdfText> {
  const file = await PdfFile.open(bytes, limits)
  const attached = await attachedTable(file)
  if (attached) return { sheet: attached, pages: file.pageCount, pictures: [], isNoise: false }
  const rows: PlacedRow[] = []
  const glyphs: Glyph[] = []
  const pictures: number[] = []
  let unknown = 0
  const all: PdfPage[] = []
  for (let at = 0; at < file.pageCount; at += 1) {
    const page = file.page(at)
    all.push(page)
    for (const glyph of page.glyphs) glyphs.push(glyph)
    unknown += page.unknown
    if (page.hasPicture && !page.glyphs.some(({ text }) => /[\p{L}\d]/u.test(text))) {
      pictures.push(at + 1)
    }
    onPage(at + 1, file.pageCount)
  }
  const running = runningGlyphs(all.map((page) => page.glyphs))
  let columns: ReturnType<typeof rowsOfPage>['columns'] = []
  for (const page of all) {
    const own = page.glyphs.filter((glyph) => !running.has(glyph))
    const read = rowsOfPage({ ...page, glyphs: own }, columns)
    rows.push(...read.rows)
    columns = read.columns
  }
  const arabic = countOf(glyphs, arabicLetter)
  const isArabic = arabic > arabicPart * countOf(glyphs, /\p{L}/u)
  const isTurned = hasTurnedLigatures(glyphs)
  const cells = rows.flatMap((row) => row.cells)
  const base = isArabic && !isLeftAligned(cells) ? 'rtl' : 'ltr'
  const write = (cell: PlacedCell) => textOf(cell, base, isTurned)
  return {
    sheet: sheetOf(rows, isArabic, write),
    pages: file.pageCount,
    pictures,
    isNoise: unknown + glyphs.length - countOf(glyphs, usual) > noisePart * glyphs.length,
  }
}

/** The file that lists of this site carry. One with 5,000 lines has half of the size, bytes. */
const ownTable = { name: 'list.csv', pages: 'ListPages', maxBytes: 1024 * 1024 }

/**
 * Reads the table that a list of this site carries: it states what the pages show. Other programs attach files with other
 * contents, of several lists in one file some may have none, and pages may have been added: it states how many there were.
 */
async function attachedTable(file: PdfFile) {
  const [bytes, ...others] = file.findAttachments(ownTable.name, ownTable.maxBytes)
  const isWhole = file.findInfo(ownTable.pages) === String(file.pageCount)
  if (!bytes || others.length > 0 || !isWhole) return null
  const [sheet] = await readSpreadsheet(ownTable.name, bytes).catch(() => [])
  return sheet && sheet.rows.length > 1 ? sheet : null
}

const lamAlef = /ل[اأإآ]/
const alefLam = /[اأإآ]ل/

/** Whether the letters of a ligature are stored from left to right: lam and alef are the usual ones. */
function hasTurnedLigatures(glyphs: readonly Glyph[]) {
  const ligatures = glyphs.filter(({ text }) => text.length > 1)
  return countOf(ligatures, alefLam) > countOf(ligatures, lamAlef)
}

/** Returns the letters of a glyph in order: one of a lam and an alef is always lam-alef. */
function ligature(text: string, isTurned: boolean) {
  const isLamAlef = text.length === 2 && (lamAlef.test(text) || alefLam.test(text))
  const isReversed = isLamAlef ? alefLam.test(text) : isTurned && arabicLetter.test(text)
  return isReversed ? [...text].toReversed().join('') : text
}

/** Whether Arabic texts begin at the left side of their cells, as where paragraphs run from left to right. */
function isLeftAligned(cells: readonly PlacedCell[]) {
  const sides = cells.flatMap(({ left, right, lines }) => {
    const [line = []] = lines
    const [first, last] = [line[0], line.at(-1)]
    if (!first || !last || countOf(line, arabicLetter) === 0) return []
    const distance = first.left - left - (right - last.right)
    return Math.abs(distance) < first.size ? [] : [distance]
  })
  return sides.filter((distance) => distance < 0).length * 3 > sides.length * 2
}

/** A gap between words, in sizes of its font: no font puts as much between letters. */
const wordGap = 0.2

/** An alef, which does not join the next letter, keeps a distance from it. */
const unjoined = /[اأإآ]$/
const unjoinedGap = 0.25

function textOf({ lines }: PlacedCell, base: 'rtl' | 'ltr', isTurned: boolean) {
  const texts = lines.map((line, index) => {
    const parts = line.flatMap((glyph, at) => {
      const before = line[at - 1]
      const gap = before ? glyph.left - before.right : 0
      const text = ligature(glyph.text, isTurned)
      const least = unjoined.test(glyph.text) ? unjoinedGap : wordGap
      return gap > least * glyph.size ? [' ', text] : [text]
    })
    // A code that goes on in the next line has its hyphen on the right in any paragraph.
    const isDivided = index < lines.length - 1 && /[a-z\d][-/]$/i.test(parts.slice(-2).join(''))
    const end = isDivided ? [parts.splice(-2).join('')] : []
    return readingOrder([...parts, ...end], base)
  })
  const joined = texts.reduce(
    (all, text) => (/[\p{L}\d]-$/u.test(all) ? all + text : `${all} ${text}`),
    '',
  )
  return withPairs(joined.replace(/\s+/g, ' ').trim())
}

function sheetOf(
  rows: readonly PlacedRow[],
  isMirrored: boolean,
  write: (cell: PlacedCell) => string,
): Sheet {
  const merges: Merge[] = []
  const written = rows.map((row, top) => {
    const cells: Cell[] = Array.from({ length: row.columns }, () => textCell(''))
    for (const cell of row.cells) {
      const [first, last] = isMirrored
        ? [row.columns - 1 - cell.to, row.columns - 1 - cell.from]
        : [cell.from, cell.to]
      cells[first] = textCell(write(cell))
      if (last > first) merges.push({ top, bottom: top, left: first, right: last })
    }
    return cells
  })
  return plainSheet('', written, merges)
}
