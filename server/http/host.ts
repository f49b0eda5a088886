import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { contentTypeNames, type AccessLog } from '../config.ts'
import type { ContentLanguage, LookUps, ReadContent } from '../content/content-calls.ts'
import type { Dependencies, RequestScope } from '../content/request-scope.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { contentHookAddress, contentHookHandle, type ContentHook } from '../purges/content-hook.ts'
import { clientOf, networkOf } from './load-shedding/client-of.ts'
import { createLoadShedding } from './load-shedding/load-shedding.ts'
import { watchLoopDelay } from './load-shedding/loop-delay.ts'
import { processorTurns } from './load-shedding/turns.ts'
import { createClientAddress } from './client-address.ts'
import { rejectFaults, strictServerOptions } from './connections/connection-faults.ts'
import { connectionTimeouts } from './connections/connection-limits.ts'
import { limitConnections, type ConnectionPool } from './connections/connection-pool.ts'
import { createRequestOrder } from './connections/request-order.ts'
import { createRequestValidation } from './validation/request-validation.ts'
import { createRejections } from './validation/rejection.ts'
import { redirectedToMarkdown } from './validation/markdown-path.ts'
import { createRouteTable } from './validation/route-table.ts'
import { splitTarget } from './validation/target.ts'
import type { FileAdmission, ServePostFile } from './files/post-file-handler.ts'
import { setCacheTags } from './page-cache/cache-tags.ts'
import { languageOfRequest, streamTargetOf, type PageAddress } from './page-cache/page-address.ts'
import { createPageCache, type PageCache, type PageRequest } from './page-cache/page-cache.ts'
import { createPageServer } from './page-cache/serve-pages.ts'
import { createBrowserReports, reportAddress, reportHandle } from './security/browser-reports.ts'
import { createRemixServer, type PrivatePage } from './remix-request.ts'
import { createRequestTracker, type RequestTracker } from './access-log/request-tracker.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security/security-headers.ts'
import { createFallbackPages, unavailable, type RenderedStatus } from './fallback-pages.ts'
import { createStaticFiles } from './files/static-files.ts'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The content of this request; without it the app opens a scope of its own. */
    content?: RequestScope
    /** This server sends a 503 fallback in place of a page that cannot be rendered. */
    hasFallbackPages?: true
    /** What the page is rendered as, if not HTML. */
    representation?: 'markdown'
    /**
     * Finds the path of a page's Markdown; null if it has none. Without it this server has no Markdown.
     * @param path the page's path, encoded in any way
     */
    markdownPathOf?: (path: string) => string | null
    /** This request renders the fallback page for a status. */
    fallbackStatus?: RenderedStatus
    /** The client for the purpose of limits; null or undefined: not limited. */
    client?: string | null
    /** Called when an address names a post that does not exist, among others that do. */
    onMissingPost?: () => void
    /** What the request may look up; without it there is no limit. */
    lookUps?: LookUps
    /** Of the request's calls to the content API. */
    callHeaders?: OutgoingHeaders
  }
}

export interface HostOptions {
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** The site's public URL, without a trailing slash. */
  siteUrl: () => string
  /** The same, if configured. */
  publicUrl: string | undefined
  /** Whether search engines may list the site. */
  isIndexable: boolean
  /** Addresses and networks of trusted proxies. */
  trustedProxies: readonly string[]
  /** Which requests are logged. */
  accessLog: AccessLog
  /** Serves the files of posts; false when the request is not for one. */
  servePostFile: ServePostFile
  /** Opens the content scope of one request. */
  openScope: (
    dependencies?: Dependencies,
    callHeaders?: OutgoingHeaders,
    lookUps?: LookUps,
  ) => RequestScope
  /** Receives purges of a content management system; null: this address does not exist. */
  contentHook?: ContentHook | null
  /** Reads cached content, without calling the API. */
  cachedContent: (language: ContentLanguage) => ReadContent
  pageCache: {
    maxBytes: number
    /** Whether concurrent requests for a page share one render. */
    isShared: boolean
    /** Whether content is past its lifetime, and served because nothing newer is available. */
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
 * The site's HTTP server. Each request is validated, then handled by the first of these that can: page
 * cache, files of posts, static files, load shedding (which may reject it), Remix.
 */
export async function createHost({
  build,
  clientDir,
  siteUrl,
  publicUrl,
  isIndexable,
  trustedProxies,
  accessLog,
  servePostFile,
  openScope,
  contentHook = null,
  cachedContent,
  pageCache,
}: HostOptions): Promise<Host> {
  const isHttps = siteUrl().startsWith('https:')
  const remix = createRequestHandler(build, 'production')
  const routes = createRouteTable(build.routes, {
    [reportAddress]: reportHandle,
    ...(contentHook && { [contentHookAddress]: contentHookHandle }),
  })
  const fallbackPath = routes.pathOf('fallback')
  const fallbackPages = await createFallbackPages((status, query, cookie, scope) => {
    const request = new Request(siteUrl() + fallbackPath + query, { headers: { cookie } })
    return handle(request, { content: scope, fallbackStatus: status })
  }, cachedContent)
  const pages = createPageCache({ ...pageCache, render: renderPage })
  const clients = createClientAddress(trustedProxies)
  const pageServer = createPageServer(pages, fallbackPages.for, routes.placeOf)
  const requests = createRequestTracker(accessLog, clients.isProxy)
  const rejections = createRejections(isHttps)
  const validation = createRequestValidation({
    routes,
    fileRoots: new Set(readdirSync(clientDir)),
    publicUrl,
    isHttps,
    rejections,
    fallbackPage: fallbackPages.of,
  })
  const loadShedding = createLoadShedding({
    pages,
    pageServer,
    fallbackPage: (language) => fallbackPages.of(503, language),
    addressOf: clients.addressOf,
    isProxy: clients.isProxy,
    placeOf: routes.placeOf,
    delayMs: watchLoopDelay().now,
  })
  const serveFile = createStaticFiles(clientDir)
  const serveOther = createRemixServer({
    handle: handleOther,
    siteUrl,
    clientOf: (request) => clientOf(clients.addressOf(request)),
    privatePageOf,
    streamOf: ({ url = '' }) => streamTargetOf(url, routes.placeOf),
    callHeadersOf: requests.callHeadersOf,
  })
  const receiveReports = createBrowserReports()

  async function handle(request: Request, context: AppLoadContext) {
    return withSecurityHeaders(await remix(request, context), isHttps)
  }

  async function renderPage(
    { target, language, isMarkdown }: PageAddress,
    dependencies: Dependencies,
    { callHeaders, lookUps }: PageRequest = {},
  ) {
    const request = new Request(siteUrl() + target, { headers: { cookie: `lang=${language}` } })
    const content = openScope(dependencies, callHeaders, lookUps)
    const { markdownPathOf } = routes
    const page = await handle(request, {
      content,
      hasFallbackPages: true,
      markdownPathOf,
      ...(isMarkdown && { representation: 'markdown' }),
    })
    fallbackPages.refresh(language)
    if (trustedProxies.length > 0) setCacheTags(page, dependencies.types)
    return isMarkdown ? redirectedToMarkdown(page, markdownPathOf) : page
  }

  function privatePageOf({ url: target = '', headers }: IncomingMessage): PrivatePage | null {
    const { path, query } = splitTarget(target)
    if (routes.placeOf(path).kind !== 'private-page') return null
    const { language } = languageOfRequest(query, headers.cookie)
    return {
      routeId: routes.find(path).at(-1) ?? '',
      fallback: fallbackPages.for({ target, language }),
    }
  }

  /** Handles everything but cached pages, and POST requests. An internal error becomes a 503. */
  async function handleOther(request: Request, context: AppLoadContext) {
    const response = await handle(request, context)
    // What a stream will have read is not known yet. Nothing else here may be stored.
    if (trustedProxies.length > 0) setCacheTags(response, contentTypeNames)
    if (response.status < 500 || response.status === 503) return response
    return withSecurityHeaders(new Response(null, { status: 503, headers: unavailable }), isHttps)
  }

  function admissionOf(request: IncomingMessage, response: ServerResponse): FileAdmission {
    return {
      picture: () => loadShedding.admitPicture(request, response),
      document: () => loadShedding.admitDocument(request),
      client: () => clientOf(clients.addressOf(request)),
      errorPage: (status) => {
        const { query } = splitTarget(request.url ?? '')
        const { language, isInQuery } = languageOfRequest(query, request.headers.cookie)
        return fallbackPages.of(status, language, isInQuery)
      },
    }
  }

  async function servePost(request: IncomingMessage, response: ServerResponse) {
    const body = await validation.readPost(request, response)
    if (!body) return
    const { path } = splitTarget(request.url ?? '')
    if (path === reportAddress) receiveReports(body, response)
    else if (contentHook && path === contentHookAddress) await contentHook(request, response, body)
    else if (routes.placeOf(path).kind !== 'private-page') await serveOther(request, response, body)
    else if (loadShedding.admitBody(request, response)) {
      // Posts that arrive together are rendered one per turn, as pages are.
      await processorTurns.begin()
      if (!response.destroyed) await serveOther(request, response, body)
    }
  }

  function serve(request: IncomingMessage, response: ServerResponse) {
    requests.begin(response)
    if (!isIndexable) response.setHeader('X-Robots-Tag', 'noindex')
    if (!validation.isValid(request, response)) return requests.follow(response)
    const page = request.method === 'POST' ? null : pageServer.sendCached(request, response)
    if (page === true) return requests.sent(response)

    requests.follow(response)
    serveUncached(request, response, page)
  }

  /** @param page the page that the request is for; null for anything else */
  function serveUncached(
    request: IncomingMessage,
    response: ServerResponse,
    page: PageAddress | null,
  ) {
    setSecurityHeaders(response, isHttps)
    if (request.method === 'POST') {
      if (loadShedding.admitPost(request, response)) void servePost(request, response)
      return
    }
    if (servePostFile(request, response, admissionOf(request, response))) return
    if (serveFile(request, response)) return
    // Everything below costs CPU time, including addresses that do not exist.
    if (page && loadShedding.admitPage(request, response, page)) {
      void pageServer.render(request, response, page, requests.callHeadersOf(request))
    } else if (!page && loadShedding.admitOther(request, response)) {
      void serveOther(request, response)
    }
  }

  const server = createServer({ ...connectionTimeouts, ...strictServerOptions })
  const order = createRequestOrder(server, (request) => networkOf(clients.addressOf(request)) ?? '')
  server.on('request', order.inOrder(serve))
  // `100 Continue` is sent once the request has been accepted.
  server.on('checkContinue', order.inOrder(serve))
  rejectFaults(server, order, rejections)
  const connections = limitConnections(server, order, (socket) =>
    clients.isProxy({ socket, headers: {} }),
  )
  return { server, pages, requests, connections }
}
