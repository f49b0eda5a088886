import type { Readable } from 'node:stream'
import { isFileName } from '@site/content-folder/file-names'
import { createThrottledWarning } from '@site/runtime/log'
import { fileCacheControl, unshownPolicy } from './image-response.ts'
import { RequestShed } from '../load-shedding/shed-response.ts'
import { embeddable, pdfPolicy } from '../headers.ts'
import type { DocumentRequest, DocumentResult, Documents } from './documents.ts'

/** Types by extension, for the files that companies offer. Other files are downloads without a type. */
const contentTypes = new Map([
  ['7z', 'application/x-7z-compressed'],
  ['csv', 'text/csv; charset=utf-8'],
  ['doc', 'application/msword'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['dwg', 'image/vnd.dwg'],
  ['dxf', 'image/vnd.dxf'],
  ['gz', 'application/gzip'],
  ['heic', 'image/heic'],
  ['ifc', 'application/x-step'],
  ['mp4', 'video/mp4'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['pdf', 'application/pdf'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['rar', 'application/vnd.rar'],
  ['rtf', 'application/rtf'],
  ['step', 'model/step'],
  ['stl', 'model/stl'],
  ['stp', 'model/step'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
  ['txt', 'text/plain; charset=utf-8'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
])

const pdf = 'application/pdf'
const anyBytes = 'application/octet-stream'

/** PDF readers search for this in the first kilobyte. */
const pdfStart = /%PDF-\d/
/** Whether a file's name alone identifies it as a document, not a picture. */
export function isDocumentName(file: string) {
  return contentTypes.has(extensionOf(file))
}

/**
 * Returns the Content-Type of a document.
 * @param head its first bytes, up to a kilobyte; null if unknown, in the middle of a file
 */
export function documentTypeOf(file: string, head: Buffer | null): string {
  if (head && pdfStart.test(head.toString('latin1'))) return pdf
  const type = contentTypes.get(extensionOf(file)) ?? anyBytes
  return head && type === pdf ? anyBytes : type
}

/** Only a PDF is displayed: a browser might render anything else as a page of this site. */
function isShown(type: string) {
  return type === pdf
}

/**
 * Builds the Content-Disposition of a file (RFC 6266), with its name in any script (RFC 8187).
 * @param file perhaps with its folder
 */
export function dispositionOf(file: string, type: string) {
  const name = file.split('/').at(-1) ?? ''
  const use = isShown(type) ? 'inline' : 'attachment'
  const plain = name.replace(/[^\x20-\x7e]+|["\\%]/g, '_')
  if (plain === name) return `${use}; filename="${name}"`
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${use}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function extensionOf(file: string) {
  return /\.([a-z\d]{1,10})$/i.exec(file)?.[1]?.toLowerCase() ?? ''
}

interface DocumentResponse {
  status: 200 | 206 | 304 | 404 | 416 | 503
  headers: Record<string, string>
  /** The body must be read or destroyed. */
  body: Readable | null
}

const warnUnavailable = createThrottledWarning('document unavailable')

const failed = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/**
 * @param admit called before the image base is called; throws RequestShed to reject
 * @returns 'picture' for one of the pictures that pages show; 404 and 503 have no body
 * @throws RequestShed
 */
export async function documentResponse(
  documents: Pick<Documents, 'open'>,
  request: DocumentRequest,
  admit?: () => void,
): Promise<DocumentResponse | 'picture'> {
  const { file, signal } = request
  if (!isFileName(file)) return { status: 404, headers: failed, body: null }
  try {
    return responseOf(file, await documents.open(request, admit))
  } catch (error) {
    if (error instanceof RequestShed) throw error
    if (!signal.aborted) warnUnavailable({ file, error: String(error) })
    return { status: 503, headers: { ...failed, 'Retry-After': '5' }, body: null }
  }
}

function responseOf(file: string, result: DocumentResult): DocumentResponse | 'picture' {
  switch (result.state) {
    case 'picture':
      return 'picture'
    case 'missing':
      return { status: 404, headers: failed, body: null }
    case 'noRange': {
      const headers = { ...failed, ...(result.part && { 'Content-Range': result.part }) }
      return { status: 416, headers, body: null }
    }
    case 'same':
      return { status: 304, headers: versionHeadersOf(result.facts), body: null }
    case 'open': {
      const { facts, length, part, canResume, encoding, body } = result
      const headers = {
        'Content-Type': facts.type,
        'Content-Disposition': dispositionOf(file, facts.type),
        'Content-Security-Policy': isShown(facts.type) ? pdfPolicy : unshownPolicy,
        'X-Content-Type-Options': 'nosniff',
        ...embeddable,
        ...versionHeadersOf(facts),
        ...(length !== null && { 'Content-Length': String(length) }),
        ...(part !== null && { 'Content-Range': part }),
        ...(canResume && { 'Accept-Ranges': 'bytes' }),
        ...(encoding !== null && { 'Content-Encoding': encoding }),
      }
      return { status: part === null ? 200 : 206, headers, body }
    }
  }
}

function versionHeadersOf({ etag, lastModified }: { etag: string; lastModified: string }) {
  return {
    'Cache-Control': fileCacheControl,
    ...(etag !== '' && { ETag: etag }),
    ...(lastModified !== '' && { 'Last-Modified': lastModified }),
  }
}
