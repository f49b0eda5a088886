import {
  AFRelationship,
  ParseSpeeds,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFString,
} from '@cantoo/pdf-lib'
import type { NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { setPriority } from 'node:os'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import { limitJobs } from '@site/runtime/programs'
import { Typst } from '../typst.ts'
import { mendCopiedText, readPages, writePages } from './copied-text.ts'
import { mendReadingOrder } from './reading-order.ts'
import type { SheetDocument, SheetPart } from './sheet.ts'
import type { SheetMessage, SheetRequest } from './sheets.ts'

/* The process that makes sheets. */

/** Memory with which it may make another document, bytes. */
const maxKept = 256 * 1024 * 1024
/** A document is not shortened below this share of its lists and texts. */
const minShare = 0.05

/** A QR code of a longer address, 20 mm wide, has modules below 0.2 mm; from 2,954 characters there is none. */
const maxQrLength = 850

const rightToLeft = '/Direction /R2L'

const within = limitJobs({ memoryBytes: 352 * 1024 * 1024, cpuMs: 5_000, clockMs: 50_000 })

// Pages come first: one of them takes a millisecond, a sheet fifty.
setPriority(10)
sharp.concurrency(1)

const typst = new Typst('sheet.typ')

/** JPEGs by the ETags of their pictures: the sheet in the other language has the same. */
const jpegs = new LRUCache<string, Buffer>({ max: 100 })

process.on('message', (message) => void answer(message as SheetRequest))
process.once('disconnect', () => process.exit(0))
send({ state: 'ready' })

async function answer({ id, ...request }: SheetRequest) {
  const reply = await within(() => make(request)).then(
    (made) => ({ id, ...made }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  )
  // The compiler keeps what it has allocated, so another process makes the next document.
  send({ ...reply, isLast: process.memoryUsage.rss() > maxKept })
}

async function make({ document, pictures, attachments }: Omit<SheetRequest, 'id'>) {
  const files = await Promise.all(attachments.map(openAttachment))
  const faults: string[] = []
  typst.compiler.resetShadow()
  const drawn = new Map<string, string>()
  for (const { name, bytes, etag } of pictures) {
    const jpeg = jpegs.get(etag) ?? (await toJpeg(bytes))
    if (!jpeg) {
      faults.push(`unreadable picture ${name}`)
      continue
    }
    jpegs.set(etag, jpeg)
    const file = `picture-${drawn.size}.jpg`
    typst.addFile(file, jpeg)
    drawn.set(name, file)
  }
  const parts = [...document.parts, ...attachmentParts(document, files)].map((part) => ({
    ...part,
    ...('picture' in part && { picture: drawn.get(part.picture ?? '') ?? null }),
    ...('drawings' in part && {
      drawings: part.drawings.flatMap(({ title, picture }) => {
        const file = drawn.get(picture)
        return file === undefined ? [] : { title, picture: file }
      }),
    }),
    ...('address' in part &&
      part.address &&
      part.address.length <= maxQrLength && { qr: renderSVG(part.address, { border: 0 }) }),
  }))
  const pagesBehind = files.reduce((sum, file) => sum + (file?.getPageCount() ?? 0), 0)
  const result = layOutWithMark({ ...document, parts, pagesBehind })
  const pdf = write(result, faults)
  typst.evictCache()
  const whole = await PDFDocument.load(withoutDirection(pdf), {
    updateMetadata: false,
    parseSpeed: ParseSpeeds.Fastest,
  })
  const pages = readPages(whole)
  mendCopiedText(pages, whole)
  mendReadingOrder(pages, whole, document.lang === 'ar')
  writePages(pages, whole)
  await append(whole, files)
  if (document.table) await attach(whole, document.table, document.title)
  return { pdf: await whole.save({ objectsPerTick: Infinity, useObjectStreams: false }), faults }
}

/** @returns a JPEG, which a PDF contains as it is; null for a picture that cannot be read */
async function toJpeg(bytes: Uint8Array) {
  const image = sharp(bytes).flatten({ background: '#ffffff' })
  return image
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null)
}

/** Lays out a document, without the company's mark if Typst cannot read that: browsers read more kinds of SVG. */
function layOutWithMark(document: SheetDocument) {
  try {
    return layOut(document)
  } catch (error) {
    if (document.mark === null) throw error
    return layOut({ ...document, mark: null })
  }
}

/**
 * Lays out a document, and again with less of its long lists and texts while it has too many pages. One that has a limit is
 * set closer if that saves a page, whose few lines nobody would turn to.
 */
function layOut({ maxPages, ...document }: SheetDocument): NodeTypstDocument {
  for (let share = 1; ; share /= 2) {
    const result = typst.compile({ ...document, share, isClose: false })
    if (maxPages === undefined || share < minShare) return result
    if (result.numOfPages > maxPages) continue
    if (result.numOfPages === 1) return result
    const close = typst.compile({ ...document, share, isClose: true })
    return close.numOfPages < result.numOfPages ? close : result
  }
}

/** Writes a PDF that screen readers can read (PDF/UA), or any PDF where a text has a letter of no font. */
function write(result: NodeTypstDocument, faults: string[]): Buffer {
  try {
    return typst.compiler.pdf(result, { pdfStandard: 'ua-1' })
  } catch (error) {
    const [, fault = String(error)] = /message: "((?:\\.|[^"\\])*)"/.exec(String(error)) ?? []
    faults.push(fault.slice(0, 200))
    return typst.compiler.pdf(result)
  }
}

/**
 * Removes the direction in which pages lie side by side: where it is from right to left, Chromium's viewer copies each
 * order code backwards.
 */
function withoutDirection(pdf: Buffer) {
  const at = pdf.indexOf(rightToLeft)
  if (at >= 0) pdf.write(rightToLeft.replace('R2L', 'L2R'), at)
  return pdf
}

/** @returns null for a file that is not there or cannot be read, such as an encrypted one */
async function openAttachment(bytes: Uint8Array | null) {
  if (!bytes) return null
  try {
    const file = await PDFDocument.load(bytes)
    // The library reads a damaged file, and finds no pages in it later.
    const pages = await (await PDFDocument.create()).copyPages(file, file.getPageIndices())
    return pages.length > 0 ? file : null
  } catch {
    return null
  }
}

/** Lists the files that follow, and names those that cannot be read. */
function attachmentParts(
  { attachments }: SheetDocument,
  files: (PDFDocument | null)[],
): SheetPart[] {
  if (!attachments || attachments.rows.length === 0) return []
  const { heading, head, rows, attached, unreadable } = attachments
  const told = rows.map((row, at) => [...row, files[at] ? attached : unreadable])
  return [{ type: 'table', heading, note: '', head, rows: told, widths: head.map(() => 1) }]
}

async function append(whole: PDFDocument, files: (PDFDocument | null)[]) {
  for (const file of files) {
    if (!file) continue
    for (const page of await whole.copyPages(file, file.getPageIndices())) whole.addPage(page)
  }
}

/** Attaches the rows of a list, as what its pages say in another form. */
async function attach(
  whole: PDFDocument,
  { name, csv }: NonNullable<SheetDocument['table']>,
  description: string,
) {
  // Pages that somebody adds are not in the table, and its readers have to notice.
  const { context } = whole
  const info = context.lookup(context.trailerInfo.Info, PDFDict)
  info.set(PDFName.of('ListPages'), PDFString.of(String(whole.getPageCount())))
  const afRelationship = AFRelationship.Alternative
  await whole.attach(Buffer.from(csv), name, { mimeType: 'text/csv', description, afRelationship })
}

function send(message: SheetMessage) {
  // When disconnected, the parent is gone and this process is about to exit.
  if (process.connected) process.send?.(message)
}
