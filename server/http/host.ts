import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { createRequestListener } from '@remix-run/node-fetch-server'
import sirv from 'sirv'
import { log } from '../log.ts'
import { createPageCache, type PageCache } from './page-cache/page-cache.ts'
import { createPageServer } from './page-cache/serve-pages.ts'

export interface HostOptions {
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** The site's public address, without a slash at its end. */
  siteUrl: () => string
  pageCache: {
    maximumBytes: number
    /** Whether visitors who ask for a page at the same time share it. */
    isShared: boolean
  }
}

export interface Host {
  server: Server
  pages: PageCache
}

/** The site's HTTP server: pages that are kept, then files, then Remix. */
export function createHost({ build, clientDir, siteUrl, pageCache }: HostOptions): Host {
  const serveFile = sirv(clientDir, {
    etag: true,
    setHeaders: (response, pathname) => {
      response.setHeader('X-Content-Type-Options', 'nosniff')
      response.setHeader('Cache-Control', cacheControlOf(pathname))
    },
  })
  const handle = createRequestHandler(build, 'production')
  const serveOther = createRequestListener((request) => handle(request), {
    // What no request can be made of, such as a broken Host.
    onError: (error) => {
      log.warn({ error: String(error) }, 'a request could not be read')
      return new Response(null, { status: 400 })
    },
  })
  const pages = createPageCache({
    ...pageCache,
    make: ({ target, language }, madeFrom) => {
      const request = new Request(siteUrl() + target, { headers: { cookie: `lang=${language}` } })
      return handle(request, { madeFrom })
    },
  })
  const pageServer = createPageServer(pages)

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return serveOther(request, response)
    const page = pageServer.sendKept(request, response)
    if (page === true) return
    serveFile(request, response, () => {
      if (page) void pageServer.make(request, response, page)
      else serveOther(request, response)
    })
  })
  return { server, pages }
}

/** The build's own files carry their hash in their name; everything else may change under its name. */
function cacheControlOf(pathname: string) {
  const isFingerprinted = pathname.startsWith('/assets/') && !pathname.startsWith('/assets/i18n/')
  return isFingerprinted
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=0, must-revalidate'
}
