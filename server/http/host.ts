import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { log } from '../log.ts'
import { createPageCache, type PageCache } from './page-cache/page-cache.ts'
import { createPageServer } from './page-cache/serve-pages.ts'
import { createPolicyReports } from './policy-reports.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security-headers.ts'
import { createStaticFiles } from './static-files.ts'

export interface HostOptions {
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** The site's public address, without a slash at its end. */
  siteUrl: () => string
  /** Answers pictures; false when a request is for none. */
  serveImage: (request: IncomingMessage, response: ServerResponse) => boolean
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

/** The site's HTTP server: pages that are kept, then pictures and files, then Remix. */
export function createHost({
  build,
  clientDir,
  siteUrl,
  serveImage,
  pageCache,
}: HostOptions): Host {
  const serveFile = createStaticFiles(clientDir)
  const remix = createRequestHandler(build, 'production')
  const isHttps = new URL(siteUrl()).protocol === 'https:'
  async function handle(request: Request, context?: AppLoadContext) {
    return withSecurityHeaders(await remix(request, context), isHttps)
  }
  const serveOther = createRequestListener((request) => handle(request), {
    // What no request can be made of, such as a broken Host.
    onError: (error) => {
      log.warn({ error: String(error) }, 'a request could not be read')
      return withSecurityHeaders(new Response(null, { status: 400 }), isHttps)
    },
  })
  const takeReport = createPolicyReports()
  const pages = createPageCache({
    ...pageCache,
    make: ({ target, language }, madeFrom) => {
      const request = new Request(siteUrl() + target, { headers: { cookie: `lang=${language}` } })
      return handle(request, { madeFrom })
    },
  })
  const pageServer = createPageServer(pages)

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const page = isRead && pageServer.sendKept(request, response)
    // A kept page has them already.
    if (page === true) return
    setSecurityHeaders(response, isHttps)
    if (takeReport(request, response)) return
    if (!isRead) return serveOther(request, response)
    if (serveImage(request, response)) return
    serveFile(request, response, () => {
      if (page) void pageServer.make(request, response, page)
      else serveOther(request, response)
    })
  })
  return { server, pages }
}
