import { type IncomingMessage, createServer, type Server, type ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { readdirSync } from 'node:fs'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { contentTypeNames, type AccessLog } from '../config.ts'
import type { RequestScope } from '../content/request-scope.ts'
import type { Dependencies } from '../content/content-calls.ts'
import type { LoadContext, LoadOptions } from '../load-context.ts'
import { contentHookAddress, contentHookHandle, type ContentHook } from './content-hook.ts'
import { networkOf } from '../limits/client-limits.ts'
import { createLoadShedding, watchLoopDelay } from './load-shedding/load-shedding.ts'
import { renderQueue } from '../limits/render-queue.ts'
import {
  rejectFaults,
  strictServerOptions,
  connectionTimeouts,
  limitConnections,
  type ConnectionPool,
} from './connections.ts'
import { createRequestOrder } from '@site/runtime/requests'
import { createRequestValidation, type PostedBody } from './validation/request-validation.ts'
import { createRejections } from './validation/rejection.ts'
import { redirectedToMarkdown } from './validation/target.ts'
import { createRouteTable } from './validation/route-table.ts'
import type { FileAdmission, ServePostFile } from './files/post-file-handler.ts'
import { setCacheTags, createPageServer } from './page-cache/serve-pages.ts'
import type { PageAddress } from './page-cache/page-address.ts'
import { MemoryPageCache, type PageCache, type PageRequest } from './page-cache/page-cache.ts'
import { createBrowserReports, reportAddress, reportHandle } from './security/browser-reports.ts'
import { createRemixServer } from './remix-request.ts'
import { callHeadersOf, createRequestTracker, type RequestTracker } from '../observe/access-log.ts'
import { SiteRequest, type RequestFacts } from './request.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security/security-headers.ts'
import { createFallbackPages, unavailable } from './fallback-pages.ts'
import type { UploadStore } from '../uploads/uploads.ts'
import type { EarlierAssets } from './files/earlier-assets.ts'
import { createStaticFiles } from './files/static-files.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [network: Address, prefixLength: number]

type Connected = Pick<IncomingMessage, 'socket' | 'headers'>

/** A longer chain of proxies is forged; only its end is read. */
const maxProxies = 20

/** Max. peers whose trust is cached: parsing an address may take a third of the time of a cached page. */
const maxPeers = 1_000

/**
 * Finds the address of a request's client: the peer of the connection or, while that is a trusted proxy, the address
 * before it in X-Forwarded-For.
 * @param trusted valid addresses and networks of proxies
 */
export function createClientAddress(trusted: readonly string[]) {
  const networks = trusted.map(parseNetwork)
  const peers = new LRUCache<string, boolean>({ max: maxPeers })
  const isTrusted = (address: Address) =>
    networks.some(
      ([network, length]) => network.kind() === address.kind() && address.match(network, length),
    )

  function addressOf({ socket, headers }: Connected): string {
    const peer = parseAddress(socket.remoteAddress ?? '')
    if (!peer) return ''
    const forwardedFor = headers['x-forwarded-for']
    if (networks.length === 0 || forwardedFor === undefined) return peer.toString()
    const chain = [forwardedFor].flat().join(',').split(',').slice(-maxProxies)
    let client = peer
    while (isTrusted(client)) {
      const previous = chain.pop()
      if (previous === undefined) break
      const address = parseForwarded(previous)
      // A trusted proxy passed on an invalid value: only the peer is certain.
      if (!address) return peer.toString()
      client = address
    }
    return client.toString()
  }

  return {
    /** @returns an IP address, with IPv4-mapped ones as IPv4; empty when the connection is closed */
    addressOf,
    /** Whether the peer is a trusted proxy. */
    isProxy: ({ socket }: Connected): boolean => {
      const { remoteAddress } = socket
      if (networks.length === 0 || remoteAddress === undefined) return false
      const known = peers.get(remoteAddress)
      if (known !== undefined) return known
      const peer = parseAddress(remoteAddress)
      const isProxy = peer !== null && isTrusted(peer)
      peers.set(remoteAddress, isProxy)
      return isProxy
    },
  }
}

/** An address as some proxies write it: with a port, in brackets (RFC 7239, 6), in quotes. */
const forwarded = /^\s*"?(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?"?\s*$/

function parseForwarded(text: string) {
  const [, ipv6, ipv4] = forwarded.exec(text) ?? []
  return parseAddress(ipv6 ?? ipv4 ?? text.trim())
}

function parseAddress(text: string): Address | null {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  return isAddress ? ipaddr.process(text) : null
}

function parseNetwork(text: string): Network {
  const address = parseAddress(text)
  return address ? [address, address.kind() === 'ipv4' ? 32 : 128] : ipaddr.parseCIDR(text)
}

interface HostOptions {
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** Reads the assets of other builds. */
  earlierAssets: Pick<EarlierAssets, 'read'>
  /** The site's public URL, without a trailing slash. */
  siteUrl: string
  /** Whether visitors use HTTPS. */
  isHttps: boolean
  /** The site's public URL, if configured. */
  publicUrl: string | undefined
  /** Whether search engines may list the site. */
  isIndexable: boolean
  /** Addresses and networks of trusted proxies. */
  trustedProxies: readonly string[]
  /** Selects the requests that are logged. */
  accessLog: AccessLog
  /** Serves the files of posts; returns false when the request is not for one. */
  servePostFile: ServePostFile
  /** Stores the files of forms. */
  uploads: UploadStore
  /** Makes the load context of one request. */
  loadContextFor: (options: LoadOptions) => LoadContext
  /** Receives purges from a content management system; null: the webhook's address does not exist. */
  contentHook?: ContentHook | null
  /** Opens a scope of cached content, which does not call the API. */
  openCachedScope: () => RequestScope
  pageCache: {
    maxBytes: number
    /** Whether concurrent requests for a page share one render. */
    isShared: boolean
    /** Whether content is past its lifetime, and served because nothing newer is available. */
    isServedStale: (key: string) => boolean
  }
}

interface Host {
  server: Server
  pages: PageCache
  requests: RequestTracker
  connections: ConnectionPool
}

/**
 * The site's HTTP server. Each request is validated, then handled by the first of these that can: page
 * cache, files of posts, static files, load shedding (which may reject it), Remix.
 */
export async function createSiteServer({
  build,
  clientDir,
  earlierAssets,
  siteUrl,
  isHttps,
  publicUrl,
  isIndexable,
  trustedProxies,
  accessLog,
  servePostFile,
  uploads,
  loadContextFor,
  contentHook = null,
  openCachedScope,
  pageCache,
}: HostOptions): Promise<Host> {
  const remix = createRequestHandler(build, 'production')
  const routes = createRouteTable(build.routes, {
    [reportAddress]: reportHandle,
    ...(contentHook && { [contentHookAddress]: contentHookHandle }),
  })
  const fallbackPath = routes.pathOf('fallback')
  const fallbackPages = await createFallbackPages((status, query, cookie, scope) => {
    const request = new Request(siteUrl + fallbackPath + query, { headers: { cookie } })
    return handle(request, { content: scope, fallbackStatus: status })
  }, openCachedScope)
  const pages = new MemoryPageCache({ ...pageCache, render: renderPage })
  const clients = createClientAddress(trustedProxies)
  const facts: RequestFacts = { ...clients, matchRoute: routes.matchRoute }
  const pageServer = createPageServer(pages, fallbackPages.for)
  const requests = createRequestTracker(accessLog)
  const rejections = createRejections(isHttps)
  const validation = createRequestValidation({
    routes,
    fileRoots: new Set(readdirSync(clientDir)),
    publicUrl,
    isHttps,
    rejections,
    uploads,
    fallbackPage: fallbackPages.of,
  })
  const loadShedding = createLoadShedding({
    pages,
    pageServer,
    fallbackPage: (language) => fallbackPages.of(503, language),
    delayMs: watchLoopDelay().now,
  })
  const serveFile = createStaticFiles(clientDir, earlierAssets, loadShedding.admitAsset)
  const serveOther = createRemixServer({
    handle: handleOther,
    siteUrl,
    privatePageOf,
    fallbackFor: fallbackPages.for,
  })
  const receiveReports = createBrowserReports()

  async function handle(request: Request, options: LoadOptions) {
    const context = { fromHost: loadContextFor(options) }
    return withSecurityHeaders(await remix(request, context), isHttps)
  }

  async function renderPage(
    { target, language, isMarkdown }: PageAddress,
    dependencies: Dependencies,
    { callHeaders, lookUps }: PageRequest = {},
  ) {
    const request = new Request(siteUrl + target, { headers: { cookie: `lang=${language}` } })
    const { markdownPathOf } = routes
    const page = await handle(request, {
      dependencies,
      callHeaders,
      lookUps,
      hasFallbackPages: true,
      representation: isMarkdown ? 'markdown' : 'html',
      markdownPathOf,
    })
    fallbackPages.refresh(language)
    if (trustedProxies.length > 0) setCacheTags(page, dependencies.types)
    return isMarkdown ? redirectedToMarkdown(page, markdownPathOf) : page
  }

  function privatePageOf({ path, route }: SiteRequest): string | null {
    return route.kind === 'private-page' ? (routes.find(path).at(-1) ?? '') : null
  }

  /** Handles everything but cached pages, and POST requests. An internal error becomes a 503. */
  async function handleOther(request: Request, options: LoadOptions) {
    const response = await handle(request, options)
    // The types that a stream will read are not known yet. No other response here may be stored.
    if (trustedProxies.length > 0) setCacheTags(response, contentTypeNames)
    if (response.status < 500 || response.status === 503) return response
    return withSecurityHeaders(new Response(null, { status: 503, headers: unavailable }), isHttps)
  }

  function admissionOf(request: SiteRequest): FileAdmission {
    return {
      picture: () => loadShedding.admitPicture(request),
      document: () => loadShedding.admitDocument(request),
      errorPage: (status) =>
        fallbackPages.of(status, request.language, request.queryLanguage !== null),
    }
  }

  async function servePost(request: SiteRequest) {
    const posted = await validation.readPost(request)
    if (!posted) return
    // Not at the end of the response: the client may leave while the app still decides.
    await passOn(request, posted).finally(() => uploads.discard(posted.uploads))
  }

  async function passOn(request: SiteRequest, posted: PostedBody) {
    const { body } = posted
    const { path, response, incoming, route } = request
    if (path === reportAddress) receiveReports(body, response)
    else if (contentHook && path === contentHookAddress) await contentHook(incoming, response, body)
    else if (route.kind !== 'private-page') await serveOther(request, posted)
    else if (loadShedding.admitBody(request)) {
      // Posts that arrive together are rendered one per turn, as pages are.
      await renderQueue.begin()
      if (!response.destroyed) await serveOther(request, posted)
    }
  }

  function serve(incoming: IncomingMessage, response: ServerResponse) {
    const request = requestOf(incoming, response)
    requests.begin(request)
    if (!isIndexable) response.setHeader('X-Robots-Tag', 'noindex')
    // A page of another build does not use the data: app/framework/patched-libraries.ts.
    if (request.isData) response.setHeader('X-Build', build.assets.version)
    if (!validation.isValid(request)) return requests.follow(request)
    const page = request.method === 'POST' ? null : pageServer.sendCached(request)
    if (page === true) return requests.sent(request)

    requests.follow(request)
    serveUncached(request, page)
  }

  /** @param page the page that the request is for; null for anything else */
  function serveUncached(request: SiteRequest, page: PageAddress | null) {
    setSecurityHeaders(request.response, isHttps)
    if (request.method === 'POST') {
      if (loadShedding.admitPost(request)) void servePost(request)
      return
    }
    if (servePostFile(request, admissionOf(request))) return
    if (serveFile(request)) return
    // Everything below costs CPU time, even for addresses that do not exist.
    if (page && loadShedding.admitPage(request, page)) {
      void pageServer.render(request, page, callHeadersOf(request))
    } else if (!page && loadShedding.admitOther(request)) {
      void serveOther(request)
    }
  }

  function requestOf(incoming: IncomingMessage, response: ServerResponse) {
    return new SiteRequest(incoming, response, facts)
  }

  const server = createServer({ ...connectionTimeouts, ...strictServerOptions })
  const order = createRequestOrder(server, (request) => networkOf(clients.addressOf(request)) ?? '')
  server.on('request', order.inOrder(serve))
  // `100 Continue` is sent once the request has been accepted.
  server.on('checkContinue', order.inOrder(serve))
  rejectFaults(server, order, rejections, requestOf)
  const connections = limitConnections(server, order, (socket) =>
    clients.isProxy({ socket, headers: {} }),
  )
  return { server, pages, requests, connections }
}
