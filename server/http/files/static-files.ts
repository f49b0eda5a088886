import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { readRange } from '@site/runtime/requests'
import { encodingFor, hasEtag, type ContentEncoding } from '../headers.ts'
import type { SiteRequest } from '../request.ts'
import { assetName, type EarlierAssets } from './earlier-assets.ts'

/** Compressed copies, which the build writes beside its text files. They have no addresses. */
const copies: readonly (readonly [encoding: ContentEncoding, extension: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]

/** Types by extension, for all kinds of files that `public/` may contain. */
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

/** A file in one content encoding. All responses share the bytes. */
interface Representation {
  body: Buffer
  etag: string
}

interface StaticFile {
  encodings: ReadonlyMap<ContentEncoding, Representation>
  identity: Representation
  /** Headers of every response for the file, 304 included. */
  headers: Record<string, string>
  contentType: string
}

/** Serves GET and HEAD for a file. Returns false, without a response, when the request is not for one. */
type ServeFile = (request: SiteRequest) => boolean

const assetsPath = '/assets/'

/** Limits of the assets of other builds in memory, which are some builds as a whole, and of names that are missing. */
const earlierLimits = { max: 2_000, maxSize: 16 * 1024 * 1024 }
/** How long a missing asset is not looked for again, ms. */
const missingMs = 30_000

/**
 * Serves the files of the client build. All are read into memory here, so aborted requests leave no files open. Files
 * added later are not served, except the assets of other builds: pages of these are still in proxies and browsers.
 * @param clientDir the folder of the client build
 * @param admitAsset called before an asset is looked for, which may be made up; false: it has sent a response
 * @throws Error when a file cannot be read
 */
export function createStaticFiles(
  clientDir: string,
  earlier: Pick<EarlierAssets, 'read'>,
  admitAsset: (request: SiteRequest) => boolean,
): ServeFile {
  const files = readFiles(clientDir)
  const earlierFiles = new LRUCache<string, StaticFile | 'missing'>(earlierLimits)

  async function findEarlier(pathname: string, name: string) {
    const identity = await earlier.read(name)
    if (identity === null) earlierFiles.set(pathname, 'missing', { ttl: missingMs, size: 1 })
    if (!identity) return 'missing'
    const encoded = await Promise.all(copies.map(([, extension]) => earlier.read(name + extension)))
    const file = staticFileOf(pathname, identity, encoded)
    const size = [identity, ...encoded].reduce((sum, bytes) => sum + (bytes?.length ?? 0), 1)
    earlierFiles.set(pathname, file, { size })
    return file
  }

  async function sendEarlier(request: SiteRequest) {
    const { path, response } = request
    const name = path.slice(assetsPath.length)
    const known = assetName.test(name) ? earlierFiles.get(path) : 'missing'
    if (!known && !admitAsset(request)) return
    const file = known ?? (await findEarlier(path, name))
    if (file !== 'missing') return sendFile(request, file)
    response.writeHead(404, { 'Cache-Control': 'no-store', 'Content-Length': 0 }).end()
  }

  return (request) => {
    const file = files.get(request.path)
    if (!file && !request.path.startsWith(assetsPath)) return false
    request.isStaticFile = true
    if (file) sendFile(request, file)
    else void sendEarlier(request)
    return true
  }
}

/** Reads all files, by request path. */
function readFiles(clientDir: string) {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(clientDir, file).split(path.sep).join('/')
    const isCopy = copies.some(([, extension]) => name.endsWith(extension))
    // Dot files are internal to the build.
    if (!entry.isFile() || isCopy || /(?:^|\/)\./.test(name)) continue
    const pathname = encodeURI(`/${name}`)
    const encoded = copies.map(([, extension]) => readIfAny(file + extension))
    files.set(pathname, staticFileOf(pathname, readFileSync(file), encoded))
  }
  return files
}

function readIfAny(file: string) {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** @param encoded the compressed copies, in the order of `copies` */
function staticFileOf(
  pathname: string,
  identity: Buffer,
  encoded: (Buffer | null | undefined)[],
): StaticFile {
  const encodings = new Map(
    copies.flatMap(([encoding], at) => {
      const body = encoded[at]
      return body ? [[encoding, representationOf(body)] as const] : []
    }),
  )
  return {
    encodings,
    identity: representationOf(identity),
    headers: {
      'Cache-Control': cacheControlOf(pathname),
      'X-Content-Type-Options': 'nosniff',
      ...(encodings.size > 0 && { Vary: 'Accept-Encoding' }),
    },
    contentType: contentTypes[path.extname(pathname)] ?? 'application/octet-stream',
  }
}

function representationOf(body: Buffer): Representation {
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"` }
}

function sendFile({ headers, method, response }: SiteRequest, file: StaticFile) {
  const encoding = encodingFor(headers['accept-encoding'])
  const encoded = file.encodings.get(encoding)
  const { body, etag } = encoded ?? file.identity
  const fields = { ...file.headers, ETag: etag }
  if (hasEtag(headers['if-none-match'] ?? null, etag)) return response.writeHead(304, fields).end()

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
    ...fields,
    'Content-Type': file.contentType,
    'Content-Length': part.length,
    'Accept-Ranges': 'bytes',
    ...(encoded && { 'Content-Encoding': encoding }),
    ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${body.length}` }),
  })
  return response.end(method === 'HEAD' ? undefined : part)
}

/** A client that has a part of another version gets the whole file (RFC 9110, 13.1.5). */
function rangeOf(headers: IncomingMessage['headers'], etag: string, size: number) {
  const ifRange = headers['if-range']
  const isValid = headers.range !== undefined && (ifRange === undefined || ifRange === etag)
  return isValid ? readRange(headers.range ?? '', size) : null
}

/** Files of the build have a hash in their names; other files may change. */
function cacheControlOf(pathname: string) {
  const isFingerprinted = pathname.startsWith(assetsPath) && !pathname.startsWith('/assets/i18n/')
  return isFingerprinted
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate'
}
