import { type IncomingMessage, createServer, type Server, type ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { readdirSync } from 'node:fs'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import { contentTypeNames, type AccessLog } from '../config.ts'
import type { ContentLanguage, LookUps, ReadContent } from '../content/content-calls.ts'
import type { Dependencies, RequestScope } from '../content/request-scope.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import { contentHookAddress, contentHookHandle, type ContentHook } from './content-hook.ts'
import { clientOf, networkOf } from '../limits/client-limits.ts'
import { createLoadShedding, watchLoopDelay } from './load-shedding/load-shedding.ts'
import { renderQueue } from '../limits/render-queue.ts'
import {
  rejectFaults,
  strictServerOptions,
  connectionTimeouts,
  limitConnections,
  type ConnectionPool,
} from './connections.ts'
import { createRequestOrder } from './request-order.ts'
import { createRequestValidation } from './validation/request-validation.ts'
import { createRejections } from './validation/rejection.ts'
import { redirectedToMarkdown, splitTarget } from './validation/target.ts'
import { createRouteTable } from './validation/route-table.ts'
import type { FileAdmission, ServePostFile } from './files/post-file-handler.ts'
import { setCacheTags, createPageServer } from './page-cache/serve-pages.ts'
import { languageOfRequest, streamTargetOf, type PageAddress } from './page-cache/page-address.ts'
import { createPageCache, type PageCache, type PageRequest } from './page-cache/page-cache.ts'
import { createBrowserReports, reportAddress, reportHandle } from './security/browser-reports.ts'
import { createRemixServer, type PrivatePage } from './remix-request.ts'
import { createRequestTracker, type RequestTracker } from '../observe/access-log.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security/security-headers.ts'
import { createFallbackPages, unavailable, type RenderedStatus } from './fallback-pages.ts'
import { createStaticFiles } from './files/static-files.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [network: Address, prefixLength: number]

type Connected = Pick<IncomingMessage, 'socket' | 'headers'>

/** A longer chain of proxies is made up; only its end is read. */
const maxProxies = 20

/** Peers whose trust is remembered: parsing an address may take a third of the time of a cached page. */
const maxPeers = 1_000

/**
 * Finds the address of a request's client: the peer of the connection, or, as long as that is a trusted
 * proxy, the address before it in X-Forwarded-For.
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

/** As some proxies write it: with a port, in brackets (RFC 7239, 6), in quotes. */
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

interface HostOptions {
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
      await renderQueue.begin()
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
