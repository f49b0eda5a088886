import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RequestError } from './request-error.ts'

const contentTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.pdf', 'application/pdf'],
])

/** A name without a way into another folder. */
const plainName = /^[\w][\w.-]{0,200}$/

/**
 * Answers a picture or document of the sample, or 304 if the caller has it already. The file is
 * looked up anew each time, and a failing disk ends one answer only.
 * @throws RequestError 404 if there is none of that name
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
  if (!contentType || !file) throw new RequestError(404, 'There is no such picture or document.')

  try {
    const { size, mtime, mtimeMs } = await file.stat()
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    response.setHeader('ETag', etag)
    response.setHeader('Last-Modified', mtime.toUTCString())
    response.setHeader('Cache-Control', 'public, max-age=300')
    if (isKnown(request, etag, mtimeMs)) {
      response.writeHead(304).end()
      return
    }
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': size })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    const { signal } = leaving
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

/** If-None-Match decides; If-Modified-Since only where it is absent (RFC 9110, 13.2.2). */
function isKnown({ headers }: IncomingMessage, etag: string, mtimeMs: number): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag === '*')
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(mtimeMs / 1000) * 1000 <= since
}
