import { open, type FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RequestError } from './wire.ts'

const contentTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.pdf', 'application/pdf'],
])

/** A file name without path separators. */
const plainName = /^[\w][\w.-]{0,200}$/

/**
 * Sends an image or document of the sample, or 304 if the client's copy is current. The file is
 * opened for each request, so a disk error fails only one response.
 * @throws RequestError 404 if there is no such file
 */
export async function imageResponse(
  sampleDir: string,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const contentType = contentTypes.get(path.extname(name))
  const file =
    contentType !== undefined && plainName.test(name)
      ? await findFile([path.join(sampleDir, 'images', name), path.join(sampleDir, 'files', name)])
      : undefined
  if (!contentType || !file) throw new RequestError(404, 'No such image or document.')

  try {
    const { size, mtime, mtimeMs } = await file.stat()
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    response.setHeader('ETag', etag)
    response.setHeader('Last-Modified', mtime.toUTCString())
    response.setHeader('Cache-Control', 'public, max-age=300')
    if (isNotModified(request, etag, mtimeMs)) {
      response.writeHead(304).end()
      return
    }
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': size })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const { signal } = closed
    await pipeline(file.createReadStream({ autoClose: false }), response, { signal })
  } finally {
    await file.close()
  }
}

async function findFile(candidates: string[]): Promise<FileHandle | undefined> {
  for (const candidate of candidates) {
    const file = await open(candidate).catch(() => undefined)
    if (!file) continue
    if ((await file.stat()).isFile()) return file
    await file.close()
  }
  return undefined
}

/** If-None-Match takes precedence over If-Modified-Since (RFC 9110, 13.2.2). */
function isNotModified({ headers }: IncomingMessage, etag: string, mtimeMs: number): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag === '*')
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(mtimeMs / 1000) * 1000 <= since
}
