import sharp from 'sharp'
import { openImage } from '../images/encoder/encode.ts'
import { fitTitle } from './break-lines.ts'
import type { ShareCard } from './card.ts'
import { typesetLine, widthOfText } from './set-type.ts'

/** In px, the size for Open Graph. */
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
/** Between the mark and the company's name, px. */
const markGap = 20
/** Max. size of the image. */
const frame = { width: 416, height: 330 }
/** Between the image and the title. */
const gap = 56
/** Between the section's name and the title. */
const labelGap = 38
/** Above the text, and between it and the busbar. */
const minSpace = 56

/**
 * Draws a page's share card: the title above a busbar, with the page's image if any, and the
 * company below. Runs in the encoder process only (../images/encoder/encoder.ts).
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
  // Drawn at its size on the card, so that neither a small nor a large SVG is scaled as pixels.
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
