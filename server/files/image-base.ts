import { once } from 'node:events'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { request, type Dispatcher } from 'undici'
import { encodeFileName } from '@site/content-folder/file-names'
import { digestOf } from '@site/runtime/disk-store'

export { imageWidths, maxTitleLength, type ImageWidth } from './pictures/encoder-messages.ts'
export { TooManyPictures } from './pictures/single-flight.ts'

/** Options of a file request to the image base. */
type FileRequest = Pick<
  Dispatcher.RequestOptions,
  'signal' | 'highWaterMark' | 'headersTimeout' | 'bodyTimeout'
> & {
  method?: 'GET' | 'HEAD'
  headers?: Record<string, string>
  dispatcher?: Dispatcher
}

/** Returns the address of a file of the image base. */
export function fileAddress(base: string, file: string) {
  return `${base}/${encodeFileName(file)}`
}

/**
 * Requests a file of the image base: an image or a document. Redirects are not followed.
 * @param address from `fileAddress`
 * @throws when there is no response
 */
export async function requestFile(address: string, options: FileRequest) {
  const response = await request(address, options)
  // An error of an unread body must not be unhandled.
  response.body.on('error', () => undefined)
  return response
}

/** Returns a header's text; empty if it is absent, repeated or implausibly long. */
export function shortHeaderOf(header: string | string[] | undefined) {
  return typeof header === 'string' && header.length <= 200 ? header : ''
}

/** Returns the Content-Length; null without a valid one. */
export function lengthOf(contentLength: string | string[] | undefined) {
  const length = shortHeaderOf(contentLength)
  return /^\d{1,15}$/.test(length) ? Number(length) : null
}

const pageStart =
  /^(?:\xef\xbb\xbf)?\s*(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|script)\b/i
const pageName = /\.x?html?$/i

/**
 * Whether a response is an HTML page that the server sends in place of a missing file.
 * @param head its first bytes
 */
export function isPageInPlaceOf(file: string, head: Buffer) {
  return !pageName.test(file) && pageStart.test(head.toString('latin1'))
}

/** The number of bytes of a body that are inspected to detect its type. */
export const headBytes = 1024

/**
 * Reads the first bytes of a body, and unshifts them.
 * @param maxMs how long a slow server is waited for after the first bytes, ms
 */
export async function readHead(body: Readable, maxMs: number) {
  const pieces: Buffer[] = []
  let length = 0
  let slow: AbortSignal | undefined
  while (length < headBytes && !body.readableEnded && !slow?.aborted) {
    const piece: unknown = body.read()
    if (Buffer.isBuffer(piece)) {
      pieces.push(piece)
      length += piece.length
      slow ??= AbortSignal.timeout(maxMs)
      continue
    }
    const options = slow && { signal: slow }
    const next = [once(body, 'readable', options), finished(body, { writable: false, ...options })]
    await Promise.race(next).catch((error: unknown) => {
      if (!slow?.aborted) throw error
    })
  }
  const start = Buffer.concat(pieces)
  const rest = body.readableEnded ? Readable.from([start], { objectMode: false }) : body
  if (rest === body) body.unshift(start)
  return { head: start.subarray(0, headBytes), rest }
}

/** An image, ready to be sent. */
export interface ImageFile {
  bytes: Uint8Array
  type: string
  /** Strong ETag: a hash of the bytes. */
  etag: string
}

/** Allowed file types, detected by their signature rather than the declared content type. */
const signatures: [type: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/gif', /^GIF8[79]a/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
]

/** Whether it begins with the signature of an allowed image type. */
export function isPicture(head: Uint8Array) {
  return typeOf(head) !== null
}

/** @returns null for types that pages must not show */
function typeOf(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return signatures.find(([, pattern]) => pattern.test(head))?.[0] ?? null
}

/**
 * @param digest of the bytes, if already known
 * @returns null for types that pages must not show
 */
export async function imageFileOf(
  bytes: Uint8Array,
  digest?: Buffer,
): Promise<(ImageFile & { digest: Buffer }) | null> {
  const type = typeOf(bytes)
  if (type === null) return null
  const known = digest ?? (await digestOf(bytes))
  return { bytes, type, etag: etagOf(known), digest: known }
}

/** @param digest SHA-256 of the bytes */
export function etagOf(digest: Buffer) {
  return `"${digest.toString('base64url').slice(0, 22)}"`
}

/** When files of the image base are requested again. */
export const baseFileLimits = {
  /** How long a cached file is fresh, ms. */
  freshMs: 60 * 60_000,
  /** How long after a refresh, which may have failed, it is not tried again, ms. */
  retryMs: 60_000,
  /** How long a missing file is not requested again, ms. */
  absentMs: 30_000,
}

export const documentLimits = {
  ...baseFileLimits,
  /** Max. size of a document, in bytes. */
  bytes: 512 * 1024 * 1024,
  /** Max. size of a document of which a copy is stored, in bytes. */
  copyBytes: 20 * 1024 * 1024,
  /** How long the image base may send nothing, ms. */
  idleMs: 30_000,
  /** How long it may take from its first bytes to its first kilobyte, ms; then its name decides. */
  headMs: 2_000,
  /** Max. time of a refresh, in which no visitor waits, ms. */
  refreshMs: 5 * 60_000,
}
