import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { createRequestListener } from '@remix-run/node-fetch-server'
import sirv from 'sirv'
import { log } from '../log.ts'

/**
 * The site's HTTP server: pictures and files first, then Remix.
 * @param build Remix's server build
 * @param clientDir the folder of the client build
 * @param serveImage answers pictures; false when a request is for none
 */
export function createHost(
  build: ServerBuild,
  clientDir: string,
  serveImage: (request: IncomingMessage, response: ServerResponse) => boolean,
): Server {
  const serveFile = sirv(clientDir, {
    etag: true,
    setHeaders: (response, pathname) => {
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cache-Control', cacheControlOf(pathname))
    },
  })
  const handle = createRequestHandler(build, 'production')
  const serveScreen = createRequestListener((request) => handle(request), {
    // What no request can be made of, such as a broken Host.
    onError: (error) => {
      log.warn({ error: String(error) }, 'a request could not be read')
      return new Response(null, { status: 400 })
    },
  })

  return createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return serveScreen(request, response)
    if (serveImage(request, response)) return
    serveFile(request, response, () => serveScreen(request, response))
  })
}

/** The build's own files carry their hash in their name; everything else may change under its name. */
function cacheControlOf(pathname: string) {
  const isFingerprinted = pathname.startsWith('/assets/') && !pathname.startsWith('/assets/i18n/')
  return isFingerprinted
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate'
}
