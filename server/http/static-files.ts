import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { readRange } from './byte-range.ts'
import { splitTarget } from './gate/target.ts'
import { shownElsewhere } from './security-headers.ts'

/** The packed copies that the build lays beside its text files: answers of theirs, no addresses. */
const isPackedCopy = /\.(?:br|gz)$/

/** What stands for the site in lists and tabs of others. */
const isIcon = /^\/(?:favicon\.ico$|icons\/)/

/** Answers a GET or HEAD for a file, or hands the request on. */
export type ServeFile = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void

/**
 * The files of the client build, known by name from the start and streamed from the disk, in the
 * packed copy that the browser takes best.
 * @param clientDir the folder of the client build
 */
export function createStaticFiles(clientDir: string): ServeFile {
  const serveFile = sirv(clientDir, {
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, pathname, { size }) => {
      const range = settleRange(response.req, size)
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cache-Control', range === 'none' ? 'no-store' : cacheControlOf(pathname))
      if (!isIcon.test(pathname)) return
      for (const [name, value] of Object.entries(shownElsewhere)) response.setHeader(name, value)
    },
  })
  return (request, response, next) => {
    const { path } = splitTarget(request.url ?? '')
    if (isPackedCopy.test(path)) return next()
    serveFile(request, response, next)
  }
}

/**
 * Leaves of Range what sirv reads rightly; it takes any other for some part, or throws. A browser
 * that says which version it has a part of gets the whole: our tags are weak (RFC 9110, 13.1.5).
 */
function settleRange(request: IncomingMessage, size: number) {
  const { headers, method } = request
  const isAsked = method === 'GET' && headers['if-range'] === undefined
  const range = isAsked && headers.range !== undefined ? readRange(headers.range, size) : null
  if (range === null) headers.range = undefined
  else if (range === 'none') headers.range = `bytes=${size}-`
  // An end of 0 means none to sirv.
  else headers.range = range.end === 0 ? undefined : `bytes=${range.start}-${range.end}`
  return range
}

/** The build's own files carry their hash in their name; everything else may change under its name. */
function cacheControlOf(pathname: string) {
  const isFingerprinted = pathname.startsWith('/assets/') && !pathname.startsWith('/assets/i18n/')
  return isFingerprinted
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate'
}
