import { marked, type Token, type Tokens } from 'marked'
import PDFDocument from 'pdfkit'
import type { SamplePost } from '../sample-format.ts'
import { colour } from './pen.ts'

const page = { width: 595.28, height: 841.89, margin: 48, foot: 62 } as const
const inner = page.width - page.margin * 2
const bold = 'Helvetica-Bold'
const regular = 'Helvetica'

/** A character of a datasheet that its font does not have; the message names it. */
export class UnprintableError extends Error {
  override name = 'UnprintableError'
}

// The standard fonts know only WinAnsi; what lies outside is written as a person would type it.
const replacements: readonly (readonly [RegExp, string])[] = [
  [/[\u200e\u200f\u202a-\u202e\u2066-\u2069\u00ad]/g, ''],
  [/[\u202f\u2009\u2007\u00a0]/g, ' '],
  [/≤\s*/g, 'max. '],
  [/≥\s*/g, 'min. '],
  [/≈\s*/g, 'approx. '],
  [/\u2212/g, '–'],
  [/[\u2010\u2011]/g, '-'],
  [/→/g, '>'],
  [/kΩ/g, 'kohm'],
  [/MΩ/g, 'Mohm'],
  [/GΩ/g, 'Gohm'],
  [/[Ω\u2126]/g, 'ohm'],
  [/μ/g, 'µ'],
  [/Δ/g, 'delta '],
  [/√/g, 'root '],
  [/φ/g, 'phi'],
  [/η/g, 'eta'],
  [/℃/g, '°C'],
  [/[′]/g, "'"],
  [/[″]/g, '"'],
  [/⁻/g, '-'],
]
const printable = /^[\n\u0020-\u007e\u00a1-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

/** Text as the standard fonts can set it. */
function toWinAnsi(text: string): string {
  const subscripts = text.replace(/[₀-₉]/g, (digit) => String(digit.charCodeAt(0) - 0x2080))
  const result = replacements.reduce((sofar, [from, to]) => sofar.replace(from, to), subscripts)
  if (!printable.test(result)) {
    const stranger = [...result].find((character) => !printable.test(character)) ?? ''
    const code = (stranger.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    throw new UnprintableError(
      `the datasheet cannot print "${stranger}" (U+${code}); write it otherwise, or add a replacement`,
    )
  }
  return result
}

/**
 * An English datasheet on A4: title, picture, specifications, then the description.
 * The bytes depend only on what is given, never on the clock.
 * @throws UnprintableError
 */
export async function makeDatasheet(
  post: SamplePost,
  title: string,
  picture: Buffer | undefined,
): Promise<Buffer> {
  const [tall, low] = [
    await compose(post, title, picture, 210),
    await compose(post, title, picture, 160),
  ]
  // A smaller picture, where that saves a page of a few lines.
  return low.pages < tall.pages ? low.bytes : tall.bytes
}

async function compose(
  post: SamplePost,
  title: string,
  picture: Buffer | undefined,
  pictureHeight: number,
): Promise<{ bytes: Buffer; pages: number }> {
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: page.foot },
    bufferPages: true,
    info: {
      Title: toWinAnsi(`${post.En.title}: ${title}`),
      Author: 'Tayyar Electrical Solutions',
      CreationDate: new Date(Date.UTC(2026, 0, 1)),
    },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })

  setHead(document, post, title)
  if (picture) setPicture(document, picture, pictureHeight)
  if (post.specs.length > 0) setSpecs(document, post)
  setDescription(document, marked.lexer(post.En.details))
  const pages = document.bufferedPageRange().count
  setFeet(document, post.id, pages)
  document.end()
  return { bytes: await finished, pages }
}

type Document = PDFKit.PDFDocument

function setHead(document: Document, post: SamplePost, title: string): void {
  document.rect(page.margin, page.margin, 26, 5).fill(colour.copper)
  document.font(bold).fontSize(9).fillColor(colour.ink)
  document.text('Tayyar Electrical Solutions', page.margin, page.margin + 12)
  document.font(regular).fillColor(colour.dark)
  document.text(toWinAnsi(title), page.margin, page.margin + 12, { width: inner, align: 'right' })
  document.font(bold).fontSize(19).fillColor(colour.ink)
  document.text(toWinAnsi(post.En.title), page.margin, page.margin + 40, { width: inner })
  if (post.En.subTitle) {
    document.font(regular).fontSize(11).fillColor(colour.dark)
    document.text(toWinAnsi(post.En.subTitle), { width: inner, paragraphGap: 4 })
  }
  document.moveDown(0.6)
}

function setPicture(document: Document, picture: Buffer, height: number): void {
  const top = document.y
  document.rect(page.margin, top, inner, height).fill(colour.paper)
  document.image(picture, page.margin, top, {
    fit: [inner, height],
    align: 'center',
    valign: 'center',
  })
  document.y = top + height + 16
}

/** Starts a new page unless that much height is left. */
function makeRoom(document: Document, height: number): void {
  if (document.y + height > page.height - page.foot) document.addPage()
}

function setHeading(document: Document, text: string, following = 40): void {
  makeRoom(document, 24 + following)
  document.font(bold).fontSize(11).fillColor(colour.ink)
  document.text(toWinAnsi(text), page.margin, document.y, { width: inner })
  document.y += 4
}

function setSpecs(document: Document, post: SamplePost): void {
  setHeading(document, 'Technical data')
  const rows = post.specs.map(({ name, value, unit }) => [
    name.En,
    `${typeof value === 'string' ? value : value.En}${unit ? ` ${unit}` : ''}`,
  ])
  setRows(document, rows, [inner * 0.42, inner * 0.58])
  document.y += 12
}

/** Rows of cells over hairlines; the first row is bold where it is a head. */
function setRows(
  document: Document,
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  hasHead = false,
): void {
  rows.forEach((cells, index) => {
    document.font(hasHead && index === 0 ? bold : regular).fontSize(9)
    const texts = cells.map(toWinAnsi)
    const options = (cell: number): { width: number } => ({ width: (widths[cell] ?? 0) - 10 })
    const height = Math.max(
      ...texts.map((text, cell) => document.heightOfString(text, options(cell))),
    )
    makeRoom(document, height + 8)
    const top = document.y
    let left: number = page.margin
    texts.forEach((text, cell) => {
      document.fillColor(cell === 0 && !hasHead ? colour.dark : colour.ink)
      document.text(text, left, top + 4, options(cell))
      left += widths[cell] ?? 0
    })
    document.y = top + height + 8
    document
      .moveTo(page.margin, document.y)
      .lineTo(page.margin + inner, document.y)
      .lineWidth(0.5)
      .stroke(colour.shade)
  })
  document.x = page.margin
}

function setDescription(document: Document, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (isHeading(token)) setHeading(document, plain(token))
    else if (isTable(token)) {
      const rows = [token.header, ...token.rows].map((row) => row.map(plain))
      setRows(
        document,
        rows,
        token.header.map(() => inner / token.header.length),
        true,
      )
      document.y += 10
    } else if (isList(token)) {
      for (const item of token.items) setParagraph(document, `•  ${plain(item)}`, 2)
      document.y += 5
    } else if (token.type === 'paragraph') setParagraph(document, plain(token), 7)
  }
}

function setParagraph(document: Document, text: string, gap: number): void {
  const set = toWinAnsi(text)
  document.font(regular).fontSize(9.5).fillColor(colour.ink)
  makeRoom(document, Math.min(60, document.heightOfString(set, { width: inner })))
  document.text(set, page.margin, document.y, { width: inner, lineGap: 1.5 })
  document.y += gap
}

function setFeet(document: Document, id: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    document.switchToPage(index)
    // Text below the bottom margin would start another page.
    document.page.margins.bottom = 0
    document.font(regular).fontSize(8).fillColor(colour.dark)
    const top = page.height - 40
    document.text(`Tayyar Electrical Solutions, Riyadh  ·  ${id}`, page.margin, top)
    document.text(`${index + 1} / ${count}`, page.margin, top, { width: inner, align: 'right' })
  }
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table'
}

function isList(token: Token): token is Tokens.List {
  return token.type === 'list'
}

/** What a piece of Markdown says, without its marks. */
function plain(token: Token | Tokens.TableCell): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plain).join('')
  return 'text' in token && typeof token.text === 'string' ? token.text : ''
}
