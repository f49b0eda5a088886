import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { readRange } from './byte-range.ts'
import { encodingFor, type ContentEncoding } from '../content-encoding.ts'
import { hasEtag } from '../etag.ts'
import { splitTarget } from '../validation/target.ts'
import { shownElsewhere } from '../security-headers.ts'

/** The compressed copies that the build lays beside its text files: encodings of theirs, no files. */
const copies: readonly (readonly [coding: ContentEncoding, extension: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** Of every kind of file that a site's own folder may hold. */
const contentTypes: Partial<Record<string, string>> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** What stands for the site in lists and tabs of others. */
const isIcon = /^\/(?:favicon\.ico$|icons\/)/

/** Bytes of a file as they are sent, all answers sharing them. */
interface Representation {
  body: Buffer
  etag: string
}

interface StaticFile {
  encodings: ReadonlyMap<ContentEncoding, Representation>
  plain: Representation
  /** Of every response for the file, an unchanged one too. */
  headers: Record<string, string>
  contentType: string
}

/** Answers a GET or HEAD for a file; false when a request is for none, and has been left alone. */
export type ServeFile = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * The files of the client build, all read into memory here: a response holds no open file that a
 * visitor who leaves could leave open, and shares the bytes with all others. What is added to the
 * folder later is not served.
 * @param clientDir the folder of the client build
 * @throws Error when a file cannot be read
 */
export function createStaticFiles(clientDir: string): ServeFile {
  const files = readFiles(clientDir)
  return (request, response) => {
    const file = files.get(splitTarget(request.url ?? '').path)
    if (!file) return false
    response.isStaticFile = true
    sendFile(request, response, file)
    return true
  }
}

/** By path, as it stands in a request. */
function readFiles(clientDir: string) {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name)
    const name = path.relative(clientDir, place).split(path.sep).join('/')
    const isCopy = copies.some(([, extension]) => name.endsWith(extension))
    // What begins with a dot is the build's own.
    if (!entry.isFile() || isCopy || /(?:^|\/)\./.test(name)) continue
    const pathname = encodeURI(`/${name}`)
    files.set(pathname, readStaticFile(place, pathname))
  }
  return files
}

function readStaticFile(place: string, pathname: string): StaticFile {
  const encodings = new Map(
    copies
      .filter(([, extension]) => existsSync(place + extension))
      .map(([coding, extension]) => [coding, readRepresentation(place + extension)]),
  )
  return {
    encodings,
    plain: readRepresentation(place),
    headers: {
      'Cache-Control': cacheControlOf(pathname),
      'X-Content-Type-Options': 'nosniff',
      ...(encodings.size > 0 && { Vary: 'Accept-Encoding' }),
      ...(isIcon.test(pathname) && shownElsewhere),
    },
    contentType: contentTypes[path.extname(pathname)] ?? 'application/octet-stream',
  }
}

function readRepresentation(place: string): Representation {
  const body = readFileSync(place)
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"` }
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile) {
  const { headers, method } = request
  const coding = encodingFor(headers['accept-encoding'])
  const encoded = file.encodings.get(coding)
  const { body, etag } = encoded ?? file.plain
  const sent = { ...file.headers, ETag: etag }
  if (hasEtag(headers['if-none-match'] ?? null, etag)) return response.writeHead(304, sent).end()

  const range = method === 'GET' ? rangeOf(headers, etag, body.length) : null
  if (range === 'none') {
    response.writeHead(416, {
      'Cache-Control': 'no-store',
      'Content-Range': `bytes */${body.length}`,
      'Content-Length': 0,
    })
    return response.end()
  }
  const part = range ? body.subarray(range.start, range.end + 1) : body
  response.writeHead(range ? 206 : 200, {
    ...sent,
    'Content-Type': file.contentType,
    'Content-Length': part.length,
    'Accept-Ranges': 'bytes',
    ...(encoded && { 'Content-Encoding': coding }),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${body.length}` }),
  })
  return response.end(method === 'HEAD' ? undefined : part)
}

/** A browser that has a part of another version gets the whole (RFC 9110, 13.1.5). */
function rangeOf(headers: IncomingMessage['headers'], etag: string, size: number) {
  const ifRange = headers['if-range']
  const isAsked = headers.range !== undefined && (ifRange === undefined || ifRange === etag)
  return isAsked ? readRange(headers.range ?? '', size) : null
}

/** The build's own files carry their hash in their name; everything else may change under its name. */
function cacheControlOf(pathname: string) {
  const isFingerprinted = pathname.startsWith('/assets/') && !pathname.startsWith('/assets/i18n/')
  return isFingerprinted
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate'
}
