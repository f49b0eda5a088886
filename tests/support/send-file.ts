import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { Responder } from './recording-api.ts'
import { readRange } from '@site/runtime/requests'

interface SentFile {
  etag?: string
  lastModified?: string
  type?: string
  /** Whether it answers Range. */
  hasRanges?: boolean
  /** Whether it answers If-Range as if it had the version that the client has. */
  ignoresIfRange?: boolean
  /** Whether it says how long the file is. */
  hasLength?: boolean
}

/** A responder that sends a file as web servers do: whole or a part of it, with conditions. */
export function sendFile(bytes: Buffer, file: SentFile = {}): Responder {
  const { etag = '', lastModified = '', type = 'application/octet-stream' } = file
  const { hasRanges = true, ignoresIfRange = false, hasLength = true } = file
  return (response, { headers }) => {
    if (etag) response.setHeader('ETag', etag)
    if (lastModified) response.setHeader('Last-Modified', lastModified)
    if (etag && headers['if-none-match'] === etag) return response.writeHead(304).end()
    const ifRange = headers['if-range']
    const isSame = ignoresIfRange || ifRange === undefined || ifRange === etag
    const range = hasRanges && isSame ? readRange(headers.range ?? '', bytes.length) : null
    if (range === 'none') {
      return response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}` }).end()
    }
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes
    response.writeHead(range ? 206 : 200, {
      'Content-Type': type,
      ...(hasRanges && { 'Accept-Ranges': 'bytes' }),
      ...(hasLength && { 'Content-Length': part.length }),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes.length}` }),
    })
    // Written at once, a body without a length would get one.
    if (!hasLength) response.flushHeaders()
    return response.end(part)
  }
}

/** A responder that makes a body of any size while it is sent. */
export function sendGenerated(
  size: number,
  { hasLength = true, ended = () => undefined }: { hasLength?: boolean; ended?: () => void } = {},
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, hasLength ? { 'Content-Length': size } : {})
    response.once('close', ended)
    pipeline(Readable.from(pieces(size)), response, () => undefined)
  }
}

const piece = Buffer.alloc(64 * 1024, 'x')

function* pieces(size: number) {
  for (let left = size; left > 0; left -= piece.length) {
    yield left < piece.length ? piece.subarray(0, left) : piece
  }
}
