import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import { sendResponse } from '@remix-run/node-fetch-server'
import { log } from '../log.ts'
import { encodingFor, type ContentEncoding } from './content-encoding.ts'
import { splitTarget } from './validation/target.ts'

/**
 * Sends a response while it is made, as fast as the client reads, compressed if the client accepts it. When
 * it fails halfway, its connection is closed without the end, so that no client takes a part for the whole.
 * When the client leaves, or has to leave for another one (send-budget.ts), no more of it is made.
 */
export async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  result: Response,
) {
  const { status, headers, body } = result
  if (!body) return sendResponse(response, result)
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  response.writeHead(status, [...headers].flat())
  const source = Readable.from(chunksOf(body), { objectMode: false })
  try {
    await pipeline([source, ...compressorsOf(encoding), response])
  } catch (error) {
    if (hasLeft(error)) return
    const { path } = splitTarget(request.url ?? '')
    log.error({ path, error: String(error) }, 'request failed halfway')
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
  } finally {
    // For a client that has left; without effect on a body that has ended or failed.
    await reader.cancel().catch(() => undefined)
  }
}

/** Whether the response was closed, by the client or for another one. */
function hasLeft(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Cheap levels: the bytes are compressed for each client anew. */
function compressorsOf(encoding: ContentEncoding): Transform[] {
  if (encoding === 'gzip') return [createGzip({ level: 3 })]
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 3,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: 18,
    }
    return [createBrotliCompress({ params })]
  }
  return []
}
