import type { Readable } from 'node:stream'
import { isFileName } from '@site/content-folder/file-names'
import { createThrottledWarning } from '@site/runtime/log'
import { fileCacheControl, unshownPolicy } from './image-response.ts'
import { RequestShed } from '../load-shedding/shed-response.ts'
import { embeddable, pdfPolicy } from '../headers.ts'
import { dispositionOf, isShown } from '../../files/documents/document-type.ts'
import type { DocumentRequest, DocumentResult, Documents } from '../../files/documents/documents.ts'

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
