import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFContext,
  type PDFDocument,
} from '@cantoo/pdf-lib'
import { inflateSync } from 'node:zlib'
import { Blob, DrawFuncs, Face, Font } from 'harfbuzzjs'

/*
 * The text of a PDF by Typst, as other programs copy and search it. A font maps its glyphs to letters (ToUnicode), and each
 * reader reverses what it finds from right to left. Two things are wrong in Arabic then:
 *
 * - Lam-alef, one glyph of two letters, is mapped in the order of writing, which readers reverse.
 * - A letter and its mark (shadda, tanwin), two glyphs, are both mapped to both, and the mark's place splits the word.
 */

/** Marks of short vowels and of doubled letters, and a hamza or madda on a letter that has none of its own. */
const vowelMarks = /[\u064B-\u065F\u0670]/g
/**
 * Typst puts signs of direction around the entries of the contents, and a sheet's long words have places to break; a
 * letter with one is not copied at all by pdf.js.
 */
const invisibleSigns = /[\u200B-\u200F\u202A-\u202E\u2066-\u2069]/g
/** A place to break at the end of a run whose text differs from that of its font. */
const breakInText = /(\/ActualText <FEFF(?:....)*?)200B>/g
const isMarked = (text: string) => text.search(vowelMarks) >= 0
const lamAlef = /^(ل)([آأإا])$/

/** A text object of Typst's: its place, the lines that set its colour, its runs. */
const textObject = /1 0 0 -1 (\S+) (\S+) cm\n((?:.*\n){1,4}?)BT\n([^]*?)ET\n/g
/** One of its runs: text that differs from that of the font, font, size, place, glyphs. */
const textRun =
  /(?:\/(?:ReversedChars BMC|Span <<\s*\/ActualText <FEFF(.*)>\s*>> BDC)\n)?(\d Tr\n(\/\w+) (\S+) Tf)\n1 0 0 -1 (\S+) (\S+) Tm\n(.*) T[jJ]\n(?:EMC\n)?/g
/** Parts of a word are so far apart at most, points. */
const maxGap = 0.02

interface Run {
  /** Baseline, colour, font and size, which all runs of a word share. */
  kind: string
  /** The operators that set its font, size and place. */
  style: string
  /** Where it starts and ends, points from the page's left side. */
  start: number
  end: number
  /** Glyphs as strings of hexadecimal digits, and distances between them. */
  glyphs: (string | number)[]
}

interface TextObject {
  head: string
  runs: Run[]
  /** The operators that draw its marks. */
  marks: string[]
}

/** The content of a page, which `writePages` writes back. */
export interface SheetPage {
  page: PDFRef
  ref: PDFRef
  content: string
  fonts: PDFDict | undefined
}

export function readPages(document: PDFDocument): SheetPage[] {
  return document.getPages().flatMap(({ ref: page, node }) => {
    const ref = node.get(PDFName.of('Contents'))
    if (!(ref instanceof PDFRef)) return []
    const fonts = node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
    return { page, ref, content: textIn(document.context.lookup(ref)), fonts }
  })
}

export function writePages(pages: SheetPage[], { context }: PDFDocument) {
  for (const { ref, content } of pages) write(ref, content, context)
}

/**
 * Makes the text of a document of Typst's what its pages show: the letters of each word, in their order. Marks are drawn
 * as shapes instead of glyphs, so words are copied without them, and found by those who type none.
 */
export function mendCopiedText(pages: SheetPage[], { context }: PDFDocument) {
  const all = new Map<PDFDict, SheetFont>()
  for (const page of pages) {
    const fonts = new Map<string, SheetFont>()
    for (const name of page.fonts?.keys() ?? []) {
      const dict = page.fonts?.lookup(name, PDFDict)
      if (!dict) continue
      const font = all.get(dict) ?? new SheetFont(dict)
      all.set(dict, font)
      if (font.isArabic) fonts.set(name.toString(), font)
    }
    if (fonts.size > 0) page.content = mendContent(page.content, fonts, context)
    page.content = page.content.replace(breakInText, '$1>')
  }
  for (const font of all.values()) font.writeTexts(context)
}

/** @param fonts the Arabic ones, by their names on the page */
function mendContent(content: string, fonts: Map<string, SheetFont>, context: PDFContext) {
  const objects = [...content.matchAll(textObject)].map((match) =>
    readObject(match, fonts, context),
  )
  joinWords(objects.flatMap((object) => object?.runs ?? []))
  let at = 0
  return content.replace(textObject, (written) => {
    const object = objects[at++]
    return object ? writeObject(object) : written
  })
}

/** @returns null for text in another font */
function readObject(
  [, left = '', base = '', colours = '', content = '']: RegExpExecArray,
  fonts: Map<string, SheetFont>,
  context: PDFContext,
): TextObject | null {
  const object: TextObject = {
    head: `1 0 0 -1 ${left} ${base} cm\n${colours}BT\n`,
    runs: [],
    marks: [],
  }
  for (const match of content.matchAll(textRun)) {
    const [, hex = '', style = '', name = '', size, x = '', y = '', shown = ''] = match
    const font = fonts.get(name)
    if (!font) return null
    const em = Number(size)
    const { glyphs, marks, width } = font.withoutMarks(operandsOf(shown, context), textOf(hex))
    const start = Number(left) + Number(x)
    object.runs.push({
      kind: [base, y, colours, style].join(' '),
      style: `${style}\n1 0 0 -1 ${x} ${y} Tm`,
      ...{ start, end: start + width * em, glyphs },
    })
    for (const { path, at } of marks) {
      object.marks.push(`q ${em} 0 0 ${-em} ${Number(x) + at * em} ${y} cm ${path} Q\n`)
    }
  }
  return object
}

/** Joins runs that follow each other without a gap: a mark between them had split their word. */
function joinWords(runs: Run[]) {
  let last: Run | null = null
  for (const run of runs) {
    if (run.glyphs.length === 0) continue
    if (last?.kind === run.kind && Math.abs(last.end - run.start) < maxGap) {
      last.glyphs.push(...run.glyphs)
      last.end = run.end
      run.glyphs = []
    } else {
      last = run
    }
  }
}

function writeObject({ head, runs, marks }: TextObject) {
  const shown = runs
    .filter(({ glyphs }) => glyphs.length > 0)
    .map(({ style, glyphs }) => {
      const operands = glyphs.map((each) => (typeof each === 'number' ? each : `<${each}>`))
      return `/ReversedChars BMC\n${style}\n[${operands.join(' ')}] TJ\nEMC\n`
    })
  return `${head}${shown.join('')}ET\n${marks.join('')}`
}

/** Returns the glyphs, as bytes, and the distances that an operator shows. */
function operandsOf(shown: string, context: PDFContext): (Uint8Array | number)[] {
  const parsed = PDFObjectParser.forBytes(Buffer.from(shown, 'latin1'), context).parseObject()
  return (parsed instanceof PDFArray ? parsed.asArray() : [parsed]).flatMap((each) => {
    if (each instanceof PDFNumber) return each.asNumber()
    return each instanceof PDFString || each instanceof PDFHexString ? each.asBytes() : []
  })
}

/** A font in a PDF, whose glyphs have two bytes. */
class SheetFont {
  readonly #map: PDFRef
  readonly #file: unknown
  /** The letters of each glyph. */
  readonly #texts: Map<string, string>
  /** The advance of each glyph, em. */
  readonly #widths: Map<number, number>
  /** The shapes of marks, as operators for a size of 1. */
  readonly #paths = new Map<string, string>()
  #outlines: Font | null = null

  constructor(dict: PDFDict) {
    const descendant = dict.lookup(PDFName.of('DescendantFonts'), PDFArray).lookup(0, PDFDict)
    this.#map = dict.get(PDFName.of('ToUnicode')) as PDFRef
    const descriptor = descendant.lookup(PDFName.of('FontDescriptor'), PDFDict)
    this.#file = descriptor.lookup(PDFName.of('FontFile2'))
    const map = textIn(dict.lookup(PDFName.of('ToUnicode')))
    const pairs = map.slice(map.indexOf('beginbfchar')).matchAll(/<(....)> <(.+)>$/gm)
    this.#texts = new Map([...pairs].map(([, glyph = '', hex = '']) => [glyph, textOf(hex)]))
    this.#widths = readWidths(descendant.lookup(PDFName.of('W'), PDFArray))
  }

  get isArabic() {
    return [...this.#texts.values()].some((text) => /\p{Script=Arabic}/u.test(text))
  }

  /**
   * Removes marks from shown glyphs.
   * @param text of these glyphs, where it is not that of the font
   * @returns the other glyphs, the marks' shapes with their distance from the start, and the width, em
   */
  withoutMarks(operands: (Uint8Array | number)[], text: string) {
    const marks: { path: string; at: number }[] = []
    let width = 0
    const shown = operands.map((operand) => {
      if (typeof operand === 'number') {
        width -= operand / 1000
        return operand
      }
      const others: string[] = []
      for (const glyph of Buffer.from(operand).toString('hex').toUpperCase().match(/..../g) ?? []) {
        if (text !== '' && !this.#texts.has(glyph)) this.#texts.set(glyph, text)
        const advance = this.#widths.get(parseInt(glyph, 16)) ?? 0
        const isMark = advance === 0 && isMarked(this.#texts.get(glyph) ?? '')
        if (isMark) marks.push({ path: this.#pathOf(glyph), at: width })
        else others.push(glyph)
        width += advance
      }
      return others.join('')
    })
    const hasGlyphs = shown.some((each) => typeof each === 'string' && each !== '')
    return { glyphs: hasGlyphs ? shown : [], marks, width }
  }

  #pathOf(glyph: string) {
    const known = this.#paths.get(glyph)
    if (known !== undefined) return known
    this.#outlines ??= new Font(new Face(new Blob(bytesIn(this.#file))))
    const shape: string[] = []
    this.#outlines.drawGlyph(parseInt(glyph, 16), drawing, shape)
    const scale = 1 / this.#outlines.face.upem
    const path = `${scale} 0 0 ${scale} 0 0 cm ${shape.join(' ')} f`
    this.#paths.set(glyph, path)
    return path
  }

  /** Writes the letters of all glyphs, in the order in which readers reverse them. */
  writeTexts(context: PDFContext) {
    const lines = [...this.#texts].flatMap(([glyph, text]) => {
      const letters = text
        .replace(vowelMarks, '')
        .replace(invisibleSigns, '')
        .replace(lamAlef, '$2$1')
      return letters === '' ? [] : `<${glyph}> <${hexOf(letters)}>\n`
    })
    const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => {
      const some = lines.slice(at * 100, at * 100 + 100)
      return `${some.length} beginbfchar\n${some.join('')}endbfchar\n`
    })
    const map = textIn(context.lookup(this.#map))
    write(this.#map, map.replace(/\d+ beginbfchar[^]*endbfchar\n/, blocks.join('')), context)
  }
}

/** Writes a shape as a PDF's operators; HarfBuzz makes cubic curves of quadratic ones. */
const drawing = new DrawFuncs()
drawing.setMoveToFunc((x, y, shape) => addTo(shape, `${x} ${y} m`))
drawing.setLineToFunc((x, y, shape) => addTo(shape, `${x} ${y} l`))
drawing.setCubicToFunc((x1, y1, x2, y2, x, y, shape) =>
  addTo(shape, `${x1} ${y1} ${x2} ${y2} ${x} ${y} c`),
)
drawing.setClosePathFunc((shape) => addTo(shape, 'h'))

function addTo(shape: unknown, operator: string) {
  if (Array.isArray(shape)) shape.push(operator)
}

/** Returns the advances of glyphs, em, of a list of ranges with one advance each. */
function readWidths(ranges: PDFArray) {
  const numbers = ranges.asArray().map((each) => (each instanceof PDFNumber ? each.asNumber() : 0))
  const widths = new Map<number, number>()
  for (let at = 0; at < numbers.length; at += 3) {
    const [first = 0, last = 0, width = 0] = numbers.slice(at)
    for (let glyph = first; glyph <= last; glyph += 1) widths.set(glyph, width / 1000)
  }
  return widths
}

function write(ref: PDFRef, text: string, context: PDFContext) {
  context.assign(ref, context.flateStream(Buffer.from(text, 'latin1')))
}

const textIn = (stream: unknown) => bytesIn(stream).toString('latin1')

/** @throws for what is no stream */
function bytesIn(stream: unknown) {
  if (!(stream instanceof PDFRawStream)) throw new Error('A sheet lacks a stream')
  const isPlain = !stream.dict.has(PDFName.of('Filter'))
  // The library's own way takes ten times as long.
  return isPlain ? Buffer.from(stream.contents) : inflateSync(stream.contents)
}

const textOf = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
const hexOf = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
