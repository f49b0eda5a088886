import type { FileHandle } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readRange } from '@site/runtime/requests'
import { decodeFileName, isFileName } from '../file-names.ts'
import { openListed } from '../folder/folder-files.ts'
import { RequestError } from '../wire.ts'

/** Types by extension; other files are bytes. */
const contentTypes = new Map([
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.gif', 'image/gif'],
  ['.pdf', 'application/pdf'],
])

/**
 * Sends a picture or document of the content folder, a part of it (RFC 9110, 14.2), or 304 if the client's copy is
 * current. The file is opened for each request, so a disk error fails only one response.
 * @param links folders to which links in the content folder may lead
 * @param encodedName the end of the URL
 * @throws RequestError 404 if there is no such file
 */
export async function fileResponse(
  contentDir: string,
  links: readonly string[],
  encodedName: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const name = decodeFileName(encodedName)
  const type = contentTypes.get(path.extname(name).toLowerCase()) ?? 'application/octet-stream'
  // Other files beside the pictures, such as their originals, are not for visitors.
  const folders = type.startsWith('image/') ? ['images', 'files'] : ['files']
  let file: FileHandle | undefined
  for (const folder of isFileName(name) ? folders : []) {
    file ??= await openListed(contentDir, links, `${folder}/${name}`).catch(() => undefined)
  }
  if (!file) throw new RequestError(404, 'No such picture or document.')

  try {
    const { size, mtime, mtimeMs } = await file.stat()
    const etag = `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`
    response.setHeader('ETag', etag)
    response.setHeader('Last-Modified', mtime.toUTCString())
    response.setHeader('Cache-Control', 'public, max-age=300')
    response.setHeader('Accept-Ranges', 'bytes')
    if (isNotModified(request, etag, mtimeMs)) {
      response.writeHead(304).end()
      return
    }
    const { range, 'if-range': ifRange = etag } = request.headers
    const part = range !== undefined && ifRange === etag ? readRange(range, size) : null
    if (part === 'none') {
      response.writeHead(416, { 'Content-Range': `bytes */${size}` }).end()
      return
    }
    const { start, end } = part ?? { start: 0, end: size - 1 }
    response.writeHead(part ? 206 : 200, {
      'Content-Type': type,
      'Content-Length': end - start + 1,
      ...(part && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    })
    if (request.method === 'HEAD' || size === 0) {
      response.end()
      return
    }
    const closed = new AbortController()
    response.once('close', () => closed.abort())
    const { signal } = closed
    await pipeline(file.createReadStream({ autoClose: false, start, end }), response, { signal })
  } finally {
    await file.close()
  }
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
