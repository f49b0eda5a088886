import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { guardConnections, strictServer } from './gate/connections.ts'
import { createGate } from './gate/gate.ts'
import { createRefusals } from './gate/refusal.ts'
import { createPageCache, type PageCache } from './page-cache/page-cache.ts'
import { createPageServer } from './page-cache/serve-pages.ts'
import { createRemixServer } from './remix-request.ts'
import { createStaticFiles } from './static-files.ts'

export interface HostOptions {
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** The site's public address, without a slash at its end. */
  siteUrl: () => string
  /** The same, if it is configured. */
  publicUrl: string | undefined
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

/** The site's HTTP server: the gate, pages that are kept, then pictures and files, then Remix. */
export function createHost({
  build,
  clientDir,
  siteUrl,
  publicUrl,
  serveImage,
  pageCache,
}: HostOptions): Host {
  const serveFile = createStaticFiles(clientDir)
  const handle = createRequestHandler(build, 'production')
  const refusals = createRefusals(siteUrl().startsWith('https:'))
  const otherRoots = new Set(['images', 'cards', ...readdirSync(clientDir)])
  const gate = createGate({ routes: build.routes, otherRoots, publicUrl, refusals })
  const serveOther = createRemixServer({ handle, siteUrl, refusals })
  const pages = createPageCache({
    ...pageCache,
    make: ({ target, language }, madeFrom) => {
      const request = new Request(siteUrl() + target, { headers: { cookie: `lang=${language}` } })
      return handle(request, { madeFrom })
    },
  })
  const pageServer = createPageServer(pages)

  async function takePost(request: IncomingMessage, response: ServerResponse) {
    const body = await gate.takeBody(request, response)
    if (body) await serveOther(request, response, body)
  }

  function serve(request: IncomingMessage, response: ServerResponse) {
    if (!gate.admits(request, response)) return
    if (request.method === 'POST') return void takePost(request, response)
    const page = pageServer.sendKept(request, response)
    if (page === true || serveImage(request, response)) return
    serveFile(request, response, () => {
      if (page) void pageServer.make(request, response, page)
      else void serveOther(request, response)
    })
  }

  const server = createServer(strictServer, serve)
  guardConnections(server, refusals, serve)
  return { server, pages }
}
