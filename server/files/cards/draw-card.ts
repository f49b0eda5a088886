import { keepUnits } from '@site/arabic-text/directions'
import sharp from 'sharp'
import { openImage } from '../pictures/encode.ts'
import type { ShareCard } from '../pictures/encoder-messages.ts'
import type { Typst } from '../typst.ts'
import { hasTypst } from '../typst-packages.ts'

/** The Open Graph image size, px. */
const cardSize = { width: 1200, height: 630 } as const

const margin = 72
/** Position of the busbar, px from the top. */
const busbar = 506
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
/** The baseline of the company's name, px from the top. */
const companyBaseline = 571

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
    ${await drawTexts(card, textWidth, companyStart)}
  </svg>`
  return sharp(Buffer.from(svg))
    .composite([inset, mark].filter((part) => part !== null))
    .removeAlpha()
    .png({ palette: true, colours: 256, compressionLevel: 9, effort: 3 })
    .toBuffer()
}

let typst: Typst | undefined

/**
 * Sets the texts (card.typ), as outlines: sharp's own text rendering goes through fontconfig, which on some systems picks
 * another font than the given file.
 * @param textWidth of the section and the title, px
 * @param companyStart px from the edge where lines start
 * @returns an SVG of the card's size; empty without Typst
 */
export async function drawTexts(card: ShareCard, textWidth: number, companyStart: number) {
  if (!hasTypst()) return ''
  typst ??= new (await import('../typst.ts')).Typst('card.typ')
  const { dir, colours } = card
  const texts = {
    title: wordsOf(card.title),
    section: wordsOf(card.section),
    company: wordsOf(card.company),
  }
  const space = { ...cardSize, margin, busbar, textWidth, companyStart, companyBaseline }
  const svg = typst.compiler.plainSvg(typst.compile({ dir, colours, ...texts, ...space }))
  typst.evictCache()
  return svg
}

/** Splits a text where lines may break. */
function wordsOf(text: string) {
  return keepUnits(text)
    .split(/[^\S\u00A0\u202F]+/u)
    .filter((word) => word !== '')
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
