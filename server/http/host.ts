import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import type { AccessLog } from '../config.ts'
import type { ContentLanguage, ReadContent } from '../content/content-calls.ts'
import { createLoadShedding } from './load-shedding/load-shedding.ts'
import { watchLoopDelay } from './load-shedding/loop-delay.ts'
import { createClientAddress } from './client-address.ts'
import { answerFaults, strictServer } from './connections/connection-faults.ts'
import { connectionTimeouts } from './connections/connection-limits.ts'
import { limitConnections, type ConnectionPool } from './connections/connection-pool.ts'
import { createRequestOrder } from './connections/request-order.ts'
import { createRequestValidation } from './validation/request-validation.ts'
import { createOwnAddress } from './validation/own-address.ts'
import { createRejections } from './validation/rejection.ts'
import { createRouteTable } from './validation/route-table.ts'
import { splitTarget } from './validation/target.ts'
import type { ServeImage } from '../images/image-handler.ts'
import type { PageAddress } from './page-cache/page-address.ts'
import { createPageCache, type Dependencies, type PageCache } from './page-cache/page-cache.ts'
import { createPageServer } from './page-cache/serve-pages.ts'
import { createPolicyReports, reportAddress } from './policy-reports.ts'
import { createRemixServer } from './remix-request.ts'
import { createRequestTracker, type RequestTracker } from './access-log/request-tracker.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security-headers.ts'
import { createFallbackPages, notNow } from './fallback-pages.ts'
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
  /** Addresses and networks of proxies that are accepted. */
  trustedProxies: readonly string[]
  /** Which requests are logged. */
  accessLog: AccessLog
  /** Answers pictures; false when a request is for none. */
  serveImage: ServeImage
  /** Reads what is kept of the content, and asks for nothing. */
  cachedContent: (language: ContentLanguage) => ReadContent
  pageCache: {
    maximumBytes: number
    /** Whether visitors who ask for a page at the same time share it. */
    isShared: boolean
    /** Whether content is past its time, and used because nothing newer has come. */
    isServedStale: (key: string) => boolean
  }
}

export interface Host {
  server: Server
  pages: PageCache
  requests: RequestTracker
  connections: ConnectionPool
}

/**
 * The site's HTTP server. A request goes through the gate; then comes what is free: pages that are
 * kept, pictures and files; then what has to be made, as far as there is room for it.
 */
export async function createHost({
  build,
  clientDir,
  siteUrl,
  publicUrl,
  trustedProxies,
  accessLog,
  serveImage,
  cachedContent,
  pageCache,
}: HostOptions): Promise<Host> {
  const isHttps = siteUrl().startsWith('https:')
  const remix = createRequestHandler(build, 'production')
  const fallbackPages = await createFallbackPages(
    (path, cookie, content) =>
      handle(new Request(siteUrl() + path, { headers: { cookie } }), { content }),
    cachedContent,
  )
  const pages = createPageCache({ ...pageCache, make: makePage })
  const routes = createRouteTable(build.routes)
  const ownAddress = createOwnAddress(routes)
  const pageServer = createPageServer(pages, fallbackPages.for, ownAddress.isPaged)
  const clients = createClientAddress(trustedProxies)
  const requests = createRequestTracker(accessLog, clients.isProxy)
  const rejections = createRejections(isHttps)
  const gate = createRequestValidation({
    routes,
    ownAddress,
    otherRoots: new Set(['images', 'cards', ...readdirSync(clientDir)]),
    publicUrl,
    isHttps,
    rejections,
  })
  const loadShedding = createLoadShedding({
    pages,
    pageServer,
    fallbackPage: fallbackPages.of,
    addressOf: clients.addressOf,
    isProxy: clients.isProxy,
    delayMs: watchLoopDelay().now,
  })
  const serveFile = createStaticFiles(clientDir)
  const serveOther = createRemixServer({ handle: handleOther, siteUrl })
  const takeReports = createPolicyReports()

  async function handle(request: Request, context?: AppLoadContext) {
    return withSecurityHeaders(await remix(request, context), isHttps)
  }

  async function makePage(
    { target, language }: PageAddress,
    dependencies: Dependencies,
    requestId?: string,
  ) {
    const request = new Request(siteUrl() + target, { headers: { cookie: `lang=${language}` } })
    const named = requestId === undefined ? {} : { requestId }
    const page = await handle(request, { dependencies, hasFallbackPages: true, ...named })
    fallbackPages.keepUp(language)
    return page
  }

  /** What is no page, or changes something. A mistake of ours is told as what cannot be had now. */
  async function handleOther(request: Request) {
    const answer = await handle(request, { hasFallbackPages: true })
    if (answer.status < 500 || answer.status === 503) return answer
    return withSecurityHeaders(new Response(null, { status: 503, headers: notNow }), isHttps)
  }

  async function takePost(request: IncomingMessage, response: ServerResponse) {
    const body = await gate.takeBody(request, response)
    if (!body) return
    const { path } = splitTarget(request.url ?? '')
    if (path === reportAddress) takeReports(body, response)
    else await serveOther(request, response, body)
  }

  function serve(request: IncomingMessage, response: ServerResponse) {
    requests.begin(response)
    if (!gate.admits(request, response)) return requests.follow(response)
    const isPost = request.method === 'POST'
    const page = isPost ? null : pageServer.sendCached(request, response)
    if (page === true) return requests.sent(response)

    requests.follow(response)
    setSecurityHeaders(response, isHttps)
    if (isPost) {
      if (loadShedding.admitPost(request, response)) void takePost(request, response)
      return
    }
    if (serveImage(request, response, () => loadShedding.admitPicture(request, response))) return
    if (serveFile(request, response)) return
    // What comes this far costs something, whatever its address.
    if (page && loadShedding.admitPage(request, response, page)) {
      void pageServer.make(request, response, page, requests.idOf(request))
    } else if (!page && loadShedding.admitOther(request, response)) {
      void serveOther(request, response)
    }
  }

  const server = createServer({ ...connectionTimeouts, ...strictServer })
  const order = createRequestOrder(server)
  server.on('request', order.inOrder(serve))
  // The body is asked for when it is known to be accepted.
  server.on('checkContinue', order.inOrder(serve))
  answerFaults(server, order, rejections)
  const connections = limitConnections(server, order, (socket) =>
    clients.isProxy({ socket, headers: {} }),
  )
  return { server, pages, requests, connections }
}
