import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
  type PDFDocument,
  type PDFObject,
} from '@cantoo/pdf-lib'
import type { SheetPage } from './copied-text.ts'

/*
 * The words of a line in a PDF by Typst are in no order of reading: runs of Arabic from left to right, others between them
 * as they were written. Some programs copy what they find in that order, and screen readers read it aloud.
 */

/** A text object, which starts at a place and is drawn with its own marks, maybe numbered for the structure. */
const textObject =
  /(?:\/Span <<\s*\/MCID (\d+)\s*(?:\/Lang \((\w+)\)\s*)?>> BDC\n)?q\n1 0 0 -1 (\S+) (\S+) cm\n(?:.*\n){1,4}?BT\n(\/ReversedChars BMC\n)?(?:\d Tr\n\/\w+ (\S+) Tf)?[^]*?ET\n(?:q .*\n)*Q\n/g

/** The end of a text object with one glyph, which has two bytes. */
const oneGlyph = /\n\((?:\\\d{3}|\\.|[^\\]){2}\) Tj\nET\n/

interface PlacedText {
  id: number | null
  x: number
  y: number
  isArabic: boolean
  /** Whether it is one glyph, such as the space between two words. */
  isSign: boolean
  /** px to the em; 0 if nothing but a mark is left of it. */
  size: number
  /** Its language, if it states one. */
  language: string | undefined
  /** Whether it is part of a text from right to left. */
  isRtl: boolean
  /** Its part of the content. */
  from: number
  to: number
}

/**
 * Brings the words of each line into the order of reading, and makes heads of the names in tables of facts.
 * @param sheetPages after mendCopiedText
 * @param isRtl the direction of lines whose elements name no language
 */
export function mendReadingOrder(sheetPages: SheetPage[], document: PDFDocument, isRtl: boolean) {
  const pages = new Map<PDFObject, Map<number | null, PlacedText>>()
  const found = sheetPages.map(({ page, content }) => {
    const texts = textsIn(content, isRtl)
    pages.set(page, new Map(texts.map((text) => [text.id, text])))
    return texts
  })
  const objects = document.context.enumerateIndirectObjects()
  for (const [, element] of objects) {
    const kids = element instanceof PDFDict ? element.lookup(PDFName.of('K')) : null
    if (!(element instanceof PDFDict) || !(kids instanceof PDFArray)) continue
    const texts = kids
      .asArray()
      .flatMap((kid) => (kid instanceof PDFNumber && textOf(kid, element)) || [])
    const language = texts.length > 0 ? languageOf(element) : null
    if (language) for (const text of texts) text.isRtl = (text.language ?? language) === 'ar'
  }
  for (const [at, page] of sheetPages.entries())
    page.content = ordered(page.content, found[at] ?? [])
  for (const [, element] of objects) {
    const kids = element instanceof PDFDict ? element.lookup(PDFName.of('K')) : null
    if (!(element instanceof PDFDict) || !(kids instanceof PDFArray)) continue
    if (element.get(PDFName.of('S')) === PDFName.of('Table')) nameRows(kids, document)
    // Elements without text of their own consist of blocks, which are in order.
    if (kids.asArray().every((kid) => kid instanceof PDFRef)) continue
    const texts = kids.asArray().map((kid) => ({ kid, ...textOf(kid, element) }))
    if (!texts.some(({ isArabic }) => isArabic)) continue
    const inOrder = linesOf(texts).flatMap(orderOf)
    for (const [at, { kid }] of inOrder.entries()) kids.set(at, kid)
  }

  /** Finds the text of a kid of an element, or the first one in it. */
  function textOf(kid: PDFObject | undefined, element: PDFDict): PlacedText | undefined {
    if (kid instanceof PDFNumber) {
      return pages.get(element.get(PDFName.of('Pg')) ?? kid)?.get(kid.asNumber())
    }
    const inner = document.context.lookup(kid)
    if (!(inner instanceof PDFDict)) return undefined
    const kids = inner.lookup(PDFName.of('K')) ?? inner.get(PDFName.of('MCID'))
    return textOf(kids instanceof PDFArray ? kids.get(0) : kids, inner)
  }
}

/** Finds the language of an element's texts; undefined where it is that of the document. */
function languageOf(element: PDFDict): string | undefined {
  const language = element.lookup(PDFName.of('Lang'))
  if (language instanceof PDFString || language instanceof PDFHexString)
    return language.decodeText()
  const parent = element.lookup(PDFName.of('P'))
  return parent instanceof PDFDict ? languageOf(parent) : undefined
}

function textsIn(content: string, isRtl: boolean) {
  return [...content.matchAll(textObject)].map((match): PlacedText => {
    const [whole, id, language, x, y, reversed, size] = match
    const to = match.index + whole.length + (id === undefined ? 0 : 'EMC\n'.length)
    return {
      id: id === undefined ? null : Number(id),
      ...{ x: Number(x), y: Number(y), size: Number(size ?? 0), from: match.index, to },
      isArabic: reversed !== undefined,
      isSign: oneGlyph.test(whole),
      language,
      isRtl: language === undefined ? isRtl : language === 'ar',
    }
  })
}

/** Returns a page's content with its texts, where one follows the other, in order. */
function ordered(content: string, texts: PlacedText[]) {
  let end = 0
  const parts = linesOf(texts, (text, last) => text.from === last.to).flatMap((line) => {
    const before = content.slice(end, line[0]?.from)
    end = line.at(-1)?.to ?? end
    return [before, ...orderOf(line).map(({ from, to }) => content.slice(from, to))]
  })
  return parts.join('') + content.slice(end)
}

/**
 * Splits texts into lines. Marks, and what is raised or lowered, stand somewhat above or below the others of their line.
 * @param follows whether a text stands right after another one
 */
function linesOf<Text extends Partial<PlacedText>>(
  texts: Text[],
  follows: (text: Text, last: Text) => boolean = () => true,
) {
  const lines: Text[][] = []
  let base = { y: 0, size: Infinity }
  for (const text of texts) {
    const { y = 0, size = 0 } = text
    const line = lines.at(-1)
    const last = line?.at(-1)
    const isInLine = size === 0 || Math.abs(base.y - y) <= Math.max(base.size, size) / 2
    if (line && last && isInLine && follows(text, last)) line.push(text)
    else lines.push([text])
    if (size > 0) base = { y, size }
  }
  return lines
}

/** Orders a line by its direction, and texts from right to left in a line from left to right by their own. */
function orderOf<Text extends Partial<PlacedText>>(line: Text[]) {
  if (line.every(({ isRtl = true }) => isRtl)) return fromRight(line)
  const runs: { isRtl: boolean; texts: Text[] }[] = []
  for (const [at, text] of line.entries()) {
    const run = runs.at(-1)
    const next = line.slice(at).find(({ isSign }) => !isSign)
    const isBetween = text.isSign && run?.texts.at(-1)?.isArabic && next?.isArabic && !next.isRtl
    const isRtl = text.isRtl === true || text.isArabic === true || isBetween === true
    if (run?.isRtl === isRtl) run.texts.push(text)
    else runs.push({ isRtl, texts: [text] })
  }
  return runs.flatMap(({ isRtl, texts }) => (isRtl ? fromRight(texts) : texts))
}

/**
 * Orders texts from right to left. Those of one run from left to right, such as the parts of H<sub>2</sub>O, stay as they were written.
 */
function fromRight<Text extends Partial<PlacedText>>(texts: Text[]) {
  const runs: Text[][] = []
  for (const text of texts.toSorted((a, b) => (b.x ?? 0) - (a.x ?? 0))) {
    const run = runs.at(-1)
    const [next] = run ?? []
    const isInRun =
      next && !next.isArabic && !text.isArabic && texts.indexOf(text) < texts.indexOf(next)
    if (run && isInRun) run.unshift(text)
    else runs.push([text])
  }
  return runs.flat()
}

/** Makes heads of the first cells in a table without a head. */
function nameRows(rows: PDFArray, { context }: PDFDocument) {
  for (let at = 0; at < rows.size(); at += 1) {
    const row = rows.lookup(at, PDFDict)
    if (row.get(PDFName.of('S')) !== PDFName.of('TR')) return
    const cell = row.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict)
    cell.set(PDFName.of('S'), PDFName.of('TH'))
    cell.set(PDFName.of('A'), context.obj({ O: 'Table', Scope: 'Row' }))
  }
}
