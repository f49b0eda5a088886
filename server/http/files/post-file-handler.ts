import { pipeline } from 'node:stream/promises'
import { decodeFileName, isPictureName } from '@site/content-folder/file-names'
import { createThrottledWarning, log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import type { ImageFile } from '../../files/image-base.ts'
import type { ImageSource } from '../../files/pictures/image-source.ts'
import { FairSendBudget, sendLimits, type SendBudget } from '../../limits/send-budget.ts'
import { isDocumentName } from '../../files/documents/document-type.ts'
import { documentResponse } from './document-response.ts'
import type { Documents } from '../../files/documents/documents.ts'
import { sendShedResponse, RequestShed, type Reason } from '../load-shedding/shed-response.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import type { SiteRequest } from '../request.ts'
import { cacheStatus, send } from '../page-cache/serve-pages.ts'
import { imageResponse } from './image-response.ts'

/** The path prefix under which only files of posts are served. */
const root = '/images/'

export function isPicturePath(path: string) {
  return path.startsWith(root)
}

/** Matches the URL of a file. Query parameters other than a picture's width are ignored. */
const address = /^\/images\/post\/([^?#]+)(?:\?(.*))?$/

/** How the server admits or rejects a request for a file. */
export interface FileAdmission {
  /** Called before an image is fetched or resized; throws RequestShed to reject it. */
  picture: () => void
  /** Called before the image base is called for a document; throws RequestShed to reject it. */
  document: () => void
  /** Returns the page for a visitor who does not get a document. */
  errorPage: (status: 404 | 503) => CachedResponse
}

/**
 * Serves the files of posts directly to the socket: the pictures of pages, and documents that visitors download. The
 * app would send the same, a millisecond later.
 * @returns a function that returns false, without touching the request, if it is not for a file of a post
 */
export function createPostFileHandler(
  images: Pick<ImageSource, 'find' | 'sendBudget'>,
  documents: Pick<Documents, 'open'>,
  documentBudget: SendBudget = new FairSendBudget(sendLimits.documents),
) {
  const warnFailed = createThrottledWarning('document download failed')
  return (request: SiteRequest, admission: FileAdmission): boolean => {
    const { method, target, response } = request
    if (!isPicturePath(target) || (method !== 'GET' && method !== 'HEAD')) return false
    const [, path = '', query] = address.exec(target) ?? []
    // An invalid URL has no file name and becomes a 404.
    const file = decodeFileName(path)
    const width = query === undefined ? null : widthIn(query)
    const exchange = { request, admission, file, width }
    const serve = isForPicture(file, width)
      ? servePicture(images, exchange)
      : serveDocument(images, documents, documentBudget, warnFailed, exchange)
    serve.catch((error: unknown) => {
      log.error({ file, error: String(error) }, 'file request failed')
      response.destroy()
    })
    return true
  }
}

/**
 * Whether the address of a request suggests a picture: only pictures have widths. If the name suggests neither picture
 * nor document, the bytes decide.
 */
export function isForPicture(file: string, width: string | null) {
  return isPictureName(file) || (width !== null && !isDocumentName(file))
}

interface FileExchange {
  request: SiteRequest
  admission: FileAdmission
  file: string
  width: string | null
}

async function servePicture(
  images: Pick<ImageSource, 'find' | 'sendBudget'>,
  { request, admission, file, width }: FileExchange,
) {
  const { response } = request
  const ifNoneMatch = request.headers['if-none-match'] ?? null
  const accept = request.headers.accept ?? null
  const admit = admission.picture
  const admitFile = (image: ImageFile) =>
    shedIf(images.sendBudget.admit(request.client, response, image), 'picture')
  const image = await imageResponse(images, { file, width, accept, ifNoneMatch, admit, admitFile })
  if (response.destroyed) return
  const { status, headers, body } = image
  if (status !== 304) response.setHeader('Content-Length', body?.length ?? 0)
  response.writeHead(status, headers)
  if (request.method === 'HEAD' || !body) response.end()
  else if (body.length <= pieceBytes) response.end(body)
  else await pipeline(piecesOf(body), response).catch(() => undefined)
}

/** Chunk size for a large file, bytes: small enough to measure how fast its client reads. */
const pieceBytes = 64 * 1024

function* piecesOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** @throws RequestShed if a reason is given */
function shedIf(reason: Reason | null, kind: 'picture' | 'document') {
  if (reason === null) return
  metrics.shed.inc({ kind, reason })
  throw new RequestShed(reason)
}

async function serveDocument(
  images: Pick<ImageSource, 'find' | 'sendBudget'>,
  documents: Pick<Documents, 'open'>,
  budget: SendBudget,
  warnFailed: (facts: object) => void,
  exchange: FileExchange,
) {
  const { request, admission, file } = exchange
  const { response } = request
  const left = new AbortController()
  request.onEnd(() => left.abort())
  try {
    shedIf(budget.admit(request.client, response), 'document')
    const { headers } = request
    const found = await documentResponse(
      documents,
      {
        file,
        range: headers.range ?? null,
        ifRange: singleHeaderOf(headers['if-range']),
        ifNoneMatch: headers['if-none-match'] ?? null,
        ifModifiedSince: headers['if-modified-since'] ?? null,
        signal: left.signal,
      },
      admission.document,
    )
    if (found === 'picture') return await servePicture(images, { ...exchange, width: null })
    if (response.destroyed) return void found.body?.destroy()
    if (found.status === 404 || found.status === 503) {
      const page = admission.errorPage(found.status)
      return await send(request, page, { status: cacheStatus.miss, age: null })
    }
    response.writeHead(found.status, found.headers)
    if (request.method === 'HEAD' || !found.body) {
      found.body?.destroy()
      return void response.end()
    }
    await pipeline(found.body.iterator(), response)
  } catch (error) {
    if (error instanceof RequestShed) {
      sendShedResponse(request, error, admission.errorPage(503))
    } else if (response.errored || !left.signal.aborted) {
      warnFailed({ file, error: String(error) })
      // Aborting without an end keeps the client from taking a part for the whole.
      response.destroy()
    }
  }
}

/** Returns the width as sent. Several values are joined into an invalid width, since none can be preferred. */
function widthIn(query: string) {
  const values = new URLSearchParams(query).getAll('w')
  return values.length === 0 ? null : values.join(',')
}

function singleHeaderOf(header: string | string[] | undefined) {
  return typeof header === 'string' ? header : null
}
