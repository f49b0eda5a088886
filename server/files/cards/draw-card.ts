import { withEllipsis } from '@site/arabic-text/characters'
import { keepUnits } from '@site/arabic-text/directions'
import createBidi from 'bidi-js'
import { Blob, Buffer as TextBuffer, Direction, Face, Font, shape } from 'harfbuzzjs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { runtimeFolders } from '../../folders.ts'
import { openImage } from '../pictures/encode.ts'
import { maxTitleLength, type ShareCard } from '../pictures/encoder-messages.ts'

/** The Open Graph image size, px. */
const cardSize = { width: 1200, height: 630 } as const

const margin = 72
/** Position of the busbar, px from the top. */
const busbar = 506
const titleSizes = [92, 84, 76, 68, 60, 54, 48, 42] as const
const labelSize = 30
const lineHeight = { ltr: 1.16, rtl: 1.36 }
/** Letter height above the baseline, in em: capitals, or alef and lam. */
const letterHeight = { ltr: 0.7, rtl: 0.76 }
/** Max. size of the company's mark, px. */
const markFrame = { width: 240, height: 64 }
/** The middle of mark and name, px from the top. */
const markMiddle = 560
/** Gap between the mark and the company's name, px. */
const markGap = 20
/** Maximum size of the image, px. */
const frame = { width: 416, height: 330 }
/** Gap between the image and the title, px. */
const gap = 56
/** Gap between the section's name and the title, px. */
const labelGap = 38
/** Minimum space above the text, and between it and the busbar, px. */
const minSpace = 56

/**
 * Draws a page's share card: the title above a busbar, with the page's image if any, and the
 * company below. Runs in the encoder process only (encoder.ts).
 * @param picture shown whole and undistorted, or null for none
 * @returns a PNG
 * @throws when the image cannot be read, is too large, or takes too long
 */
export async function drawShareCard(card: ShareCard, picture: Uint8Array | null) {
  const inset = picture && (await placePicture(card, picture))
  const mark = card.mark === null ? null : await placeMark(card, card.mark)
  const { paper, 'accent-line': accent } = card.colours
  const end = cardSize.width - margin
  const node = inset ? inset.left + inset.width / 2 : fromStart(card, end)
  const companyStart = mark ? margin + mark.width + markGap : margin
  const textWidth = end - margin - (inset ? inset.width + gap : 0)

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
    <rect width="100%" height="100%" fill="${paper}"/>
    <g fill="${paper}" stroke="${accent}" stroke-width="3">
      <path d="M0 ${busbar}H${cardSize.width}"/>
      ${mark ? drawTap(mark) : ''}
      ${inset ? drawFrame(inset, card.colours.line) : ''}
      <circle cx="${node}" cy="${busbar}" r="9"/>
    </g>
    ${drawCompany(card, companyStart)}
    ${drawText(card, textWidth)}
  </svg>`
  return sharp(Buffer.from(svg))
    .composite([inset, mark].filter((part) => part !== null))
    .removeAlpha()
    .png({ palette: true, colours: 256, compressionLevel: 9, effort: 3 })
    .toBuffer()
}

/** The company's name on one line below the busbar. */
function drawCompany(card: ShareCard, start: number) {
  const size = { width: cardSize.width - margin - start, height: Infinity }
  const [name] = fitTitle(
    card.company,
    { ...size, maxLines: 1, lineHeight: lineHeight[card.dir], sizes: [labelSize] },
    (text) => widthOfText(text, card.dir),
  ).lines
  return name ? place(card, name, labelSize, start, 571, card.colours.ink) : ''
}

/** The section's name and the title below it, centred above the busbar. */
function drawText(card: ShareCard, width: number) {
  const { dir } = card
  const widthOf = (text: string) => widthOfText(text, dir)
  const fit = (text: string, maxLines: number, height: number, sizes: readonly number[]) =>
    fitTitle(text, { width, height, maxLines, lineHeight: lineHeight[dir], sizes }, widthOf)
  const label = fit(card.section, 1, Infinity, [labelSize])
  const isLabelled = label.lines.length > 0
  const labelRise = isLabelled ? labelSize * letterHeight[dir] : 0
  const above = isLabelled ? labelRise + labelGap : 0
  const title = fit(card.title, 3, busbar - 2 * minSpace - above, titleSizes)
  const lineStep = title.size * lineHeight[dir]
  const first = above + title.size * letterHeight[dir]
  const top = (busbar - first - lineStep * (title.lines.length - 1)) / 2
  return [
    ...label.lines.map((text) =>
      place(card, text, labelSize, margin, top + labelRise, card.colours.accent),
    ),
    ...title.lines.map((text, at) =>
      place(card, text, title.size, margin, top + first + lineStep * at, card.colours.ink),
    ),
  ].join('')
}

/** Places one line of text with its start edge at `start`. */
function place(
  card: ShareCard,
  text: string,
  size: number,
  start: number,
  baseline: number,
  colour: string,
) {
  const { width, outlines } = typesetLine(text, card.dir, size)
  const left = fromStart(card, card.dir === 'rtl' ? start + width : start)
  const move = `translate(${left.toFixed(2)} ${baseline.toFixed(2)})`
  return `<g fill="${colour}" transform="${move}">${outlines}</g>`
}

/** Rasterises the mark, at the start of the line below the busbar. */
async function placeMark(card: ShareCard, mark: string): Promise<Inset> {
  const svg = Buffer.from(mark)
  const { height: ownHeight } = await sharp(svg).metadata()
  // Rasterised at its final size, so that no SVG is scaled as pixels.
  const density = Math.min(Math.max((72 * markFrame.height) / ownHeight, 1), 10_000)
  const { data, info } = await sharp(svg, { density })
    .resize({ ...markFrame, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const left = card.dir === 'rtl' ? cardSize.width - margin - width : margin
  return { input: data, left, top: Math.round(markMiddle - height / 2), width, height }
}

/** The line from the busbar down to the mark. */
function drawTap({ left, top, width }: Inset) {
  const x = left + width / 2
  return `<path d="M${x} ${busbar}V${top + 4}"/><circle cx="${x}" cy="${busbar}" r="9"/>`
}

interface Inset {
  input: Buffer
  left: number
  top: number
  width: number
  height: number
}

/** Fits an image into its frame, at the end of the line, centred above the busbar. */
async function placePicture(card: ShareCard, picture: Uint8Array): Promise<Inset> {
  const { image } = await openImage(picture, frame.width)
  const { data, info } = await image
    .resize({ ...frame, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: card.colours['paper-picture'] })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const left = card.dir === 'rtl' ? margin : cardSize.width - margin - width
  return { input: data, left, top: Math.round((busbar - height) / 2), width, height }
}

/** A hairline around the image, and its feeder down to the busbar. */
function drawFrame({ left, top, width, height }: Inset, line: string) {
  return `<path d="M${left + width / 2} ${top + height}V${busbar}"/>
    <rect x="${left}" y="${top}" width="${width}" height="${height}" stroke="${line}"/>`
}

/** Converts a distance from the start edge, in px, to an x coordinate. */
function fromStart({ dir }: ShareCard, start: number) {
  return dir === 'rtl' ? cardSize.width - start : start
}

/** A title broken into lines, and the font size at which it fits, in px. */
interface FittedTitle {
  lines: string[]
  size: number
}

/** The space for a title, in px. Sizes are tried in order, so the largest comes first. */
interface TitleSpace {
  width: number
  height: number
  maxLines: number
  /** In em. */
  lineHeight: number
  sizes: readonly number[]
}

/** Width of a text on one line, in em. */
type WidthOf = (text: string) => number

const breakable = /[^\S\u00A0\u202F]+/u

const openIsolate = '\u2066'
const closeIsolate = '\u2069'

/**
 * Breaks a title between words, at the largest size that fits. If none fits, truncates it after a
 * word with "…". Lines are balanced in length, and an isolate (U+2066 to U+2069) that spans lines
 * is reopened on each.
 */
export function fitTitle(title: string, space: TitleSpace, widthOf: WidthOf): FittedTitle {
  const start = title.slice(0, maxTitleLength).toWellFormed()
  const words = keepUnits(start)
    .split(breakable)
    .filter((word) => word !== '')
  for (const size of space.sizes) {
    const maxWidth = space.width / size
    const lines = breakLines(words, maxWidth, widthOf)
    const fits =
      lines.length <= space.maxLines &&
      lines.length * space.lineHeight * size <= space.height &&
      lines.every((line) => widthOf(line) <= maxWidth)
    if (fits) return { size, lines: reopenIsolates(balance(words, maxWidth, lines, widthOf)) }
  }
  const size = space.sizes.at(-1) ?? 0
  return { size, lines: truncate(words, space.width / size, space.maxLines, widthOf) }
}

/** Greedy line breaking; a word that is too long gets a line of its own. */
function breakLines(words: string[], maxWidth: number, widthOf: WidthOf) {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Narrows the lines as far as their number allows. */
function balance(words: string[], maxWidth: number, lines: string[], widthOf: WidthOf) {
  let best = lines
  let [low, high] = [maxWidth / 2, maxWidth]
  for (let step = 0; step < 7; step += 1) {
    const width = (low + high) / 2
    const narrower = breakLines(words, width, widthOf)
    const fits = narrower.length <= lines.length && narrower.every((line) => widthOf(line) <= width)
    if (fits) [best, high] = [narrower, width]
    else low = width
  }
  return best
}

function truncate(words: string[], maxWidth: number, maxLines: number, widthOf: WidthOf) {
  const all = breakLines(words, maxWidth, widthOf)
  const lines = reopenIsolates(all.slice(0, maxLines))
  return lines.map((line, at) => {
    const isCut = at === maxLines - 1 && all.length > maxLines
    return isCut || widthOf(line) > maxWidth ? truncateLine(line, maxWidth, widthOf) : line
  })
}

/** Drops words from the end, or letters of a single long word, until the text fits with "…". */
function truncateLine(line: string, maxWidth: number, widthOf: WidthOf) {
  const words = line.split(' ')
  for (let count = words.length; count > 0; count -= 1) {
    const shorter = endLine(words.slice(0, count).join(' '))
    if (widthOf(shorter) <= maxWidth) return shorter
  }
  const letters = Array.from(new Intl.Segmenter().segment(words[0] ?? ''), ({ segment }) => segment)
  while (letters.length > 1 && widthOf(endLine(letters.join(''))) > maxWidth) letters.pop()
  return endLine(letters.join(''))
}

function endLine(text: string) {
  const isOpen = text.lastIndexOf(openIsolate) > text.lastIndexOf(closeIsolate)
  const ended = withEllipsis(text)
  return isOpen ? `${ended.slice(0, -1)}${closeIsolate}…` : ended
}

function reopenIsolates(lines: string[]) {
  let isOpen = false
  return lines.map((line) => {
    const whole = isOpen ? openIsolate + line : line
    isOpen = whole.lastIndexOf(openIsolate) > whole.lastIndexOf(closeIsolate)
    return whole
  })
}

/*
 * HarfBuzz shapes the text and its outlines are drawn as paths, so that a card is the same on every
 * machine. sharp's own text rendering goes through fontconfig, which on some systems picks another
 * font than the given file.
 */

interface FontFace {
  font: Font
  characters: Set<number>
}

/** Characters of one font and direction, in text order. */
interface Run {
  text: string
  level: number
  face: FontFace
}

/** A typeset line: outlines for an SVG with y pointing down and the baseline at 0. */
interface TypesetLine {
  /** px */
  width: number
  /** Path elements, from x = 0 to x = width. */
  outlines: string
}

const controls = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

const bidi = createBidi()
const buffer = new TextBuffer()
const fontFaces = new Map<string, FontFace>()

/** @returns the width of a text on one line, in em */
export function widthOfText(text: string, dir: 'ltr' | 'rtl') {
  return runsOf(text, dir)
    .flatMap((run) => shapeRun(run).map(({ xAdvance = 0 }) => xAdvance / run.face.font.face.upem))
    .reduce((sum, advance) => sum + advance, 0)
}

/**
 * Typesets one line.
 * @param dir base direction; opposite-direction runs keep their own
 * @param size px
 */
export function typesetLine(text: string, dir: 'ltr' | 'rtl', size: number): TypesetLine {
  let pen = 0
  const outlines: string[] = []
  for (const run of inReadingOrder(runsOf(text, dir))) {
    const { font } = run.face
    const scale = size / font.face.upem
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of shapeRun(run)) {
      const outline = font.glyphToPath(codepoint)
      const [x, y] = [round(pen + xOffset * scale), round(-yOffset * scale)]
      const move = `translate(${x} ${y}) scale(${scale} ${-scale})`
      if (outline !== '') outlines.push(`<path transform="${move}" d="${outline}"/>`)
      pen += xAdvance * scale
    }
  }
  return { width: pen, outlines: outlines.join('') }
}

function shapeRun({ text, level, face }: Run) {
  buffer.reset()
  buffer.addText(text)
  buffer.setDirection(isRtl(level) ? Direction.RTL : Direction.LTR)
  buffer.guessSegmentProperties()
  shape(face.font, buffer)
  return buffer.getGlyphInfosAndPositions()
}

function runsOf(text: string, dir: 'ltr' | 'rtl') {
  const faces = { latin: faceOf('latin-600'), arabic: faceOf('arabic-600') }
  const { levels } = bidi.getEmbeddingLevels(text, dir)
  const runs: Run[] = []
  let at = 0
  for (const character of text) {
    const level = levels[at] ?? 0
    at += character.length
    if (controls.test(character)) continue
    const run = runs.at(-1)
    const isSame = run?.level === level
    // A character in both fonts, such as a space, stays in the current run.
    if (run && isSame && hasCharacter(run.face, character)) run.text += character
    else {
      const [first, other] = isRtl(level)
        ? [faces.arabic, faces.latin]
        : [faces.latin, faces.arabic]
      const face = !hasCharacter(first, character) && hasCharacter(other, character) ? other : first
      if (run && isSame && run.face === face) run.text += character
      else runs.push({ text: character, level, face })
    }
  }
  return runs
}

/** Rule L2 of the Unicode bidirectional algorithm: reverses runs, from the deepest level up. */
function inReadingOrder(runs: Run[]) {
  const ordered = [...runs]
  const deepest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = deepest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

function faceOf(name: string): FontFace {
  const cached = fontFaces.get(name)
  if (cached) return cached
  const file = path.join(runtimeFolders.brand, 'fonts', `${name}.ttf`)
  const face = new Face(new Blob(readFileSync(file)))
  const fontFace = { font: new Font(face), characters: new Set(face.collectUnicodes()) }
  fontFaces.set(name, fontFace)
  return fontFace
}

function hasCharacter({ characters }: FontFace, character: string) {
  return characters.has(character.codePointAt(0) ?? 0)
}

function isRtl(level: number) {
  return level % 2 === 1
}

function round(value: number) {
  return Number(value.toFixed(2))
}
