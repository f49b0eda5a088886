import { buffer } from 'node:stream/consumers'
import { hasEtag, pdfPolicy } from '../../server/http/headers'
import type { SheetDocument } from '../../server/files/sheets/sheet'
import { NotFound, type LoadContext } from '../content/content.server'
import { fileS, noStore, publicWhileFresh, type LoadArgs } from '../content/loaders.server'
import { varyOf } from '../language/i18n.server'
import { languages } from '../language/languages'

/** Max. size of a certificate that a submittal contains, and of all of them, bytes. */
const maxFile = 8 * 1024 * 1024
const maxFiles = 24 * 1024 * 1024

/**
 * Responds with a document that is the same for all visitors.
 * @param make builds it, unless this installation makes no sheets
 * @param pictureWidth px
 * @throws NotFound, ContentUnavailable
 */
export async function sheetResponse(
  { content, context, request }: Pick<LoadArgs<string>, 'content' | 'context' | 'request'>,
  make: () => Promise<SheetDocument>,
  pictureWidth: 320 | 480,
) {
  if (!context.site.sheets.isAvailable) throw new NotFound('This installation makes no sheets')
  const document = await make()
  const { pdf, etag } = await context.site.sheets.find(document, pictureWidth)
  const [{ address = '' } = {}] = document.parts.flatMap((part) =>
    'address' in part ? [part] : [],
  )
  const headers = {
    ...pdfHeaders,
    'Cache-Control': publicWhileFresh(context, fileS),
    'Content-Language': languages[content.lang].lang,
    Link: `<${address}>; rel="canonical"`,
    Vary: varyOf(request),
    ETag: etag,
  }
  return hasEtag(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers })
    : new Response(Buffer.from(pdf), { headers })
}

const pdfHeaders = {
  'Content-Type': 'application/pdf',
  'Content-Security-Policy': pdfPolicy,
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Responds with a document for one visitor, or with 429 while the client has several made.
 * @param name of the file, without its extension
 * @param files of the document's attachments
 */
export async function privateSheetResponse(
  context: LoadContext,
  document: SheetDocument,
  { name, files = [] }: { name: string; files?: string[] },
) {
  if (!context.site.sheets.isAvailable) throw new NotFound('This installation makes no sheets')
  const { sheets } = context.site
  const release = sheets.begin(context.client)
  if (!release) return new Response(null, { status: 429, headers: { 'Cache-Control': noStore } })
  const read = files.length > 0 ? () => readFiles(context, files) : undefined
  const pdf = await sheets.make(document, read).finally(release)
  return new Response(Buffer.from(pdf), {
    headers: {
      ...pdfHeaders,
      // Displayed, it would take the place of the page with the form.
      'Content-Disposition': `attachment; filename="${name}.pdf"`,
      'Cache-Control': noStore,
      'X-Robots-Tag': 'noindex',
    },
  })
}

/** Time to read all certificates, ms: others wait meanwhile. */
const filesMs = 10_000

/** @returns null for each file that is missing, too large or late */
async function readFiles(context: LoadContext, files: string[]) {
  const signal = AbortSignal.timeout(filesMs)
  const read: (Uint8Array | null)[] = []
  let left = maxFiles
  for (const file of files) {
    const bytes = await readFile(context, file, Math.min(maxFile, left), signal).catch(() => null)
    left -= bytes?.length ?? 0
    read.push(bytes)
  }
  return read
}

/** @returns null for a file that is missing or too large */
async function readFile(
  { site: { documents } }: LoadContext,
  file: string,
  maxBytes: number,
  signal: AbortSignal,
) {
  const none = { range: null, ifRange: null, ifNoneMatch: null, ifModifiedSince: null }
  const found = await documents.open({ file, signal, ...none })
  if (found.state !== 'open') return null
  if (found.length === null || found.length > maxBytes) {
    found.body.destroy()
    return null
  }
  return buffer(found.body)
}
