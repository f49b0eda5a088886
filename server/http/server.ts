import { type IncomingMessage, createServer, type Server, type ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'
import { readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { contentTypeNames } from '../config.ts'
import type { RequestScope } from '../content/request-scope.ts'
import type { Dependencies } from '../content/content-calls.ts'
import { createLoadContext, type LoadOptions } from '../load-context.ts'
import type { Site } from '../site.ts'
import { contentHookAddress, contentHookHandle, type ContentHook } from './content-hook.ts'
import { networkOf } from '../limits/client-limits.ts'
import { LoadShedding, watchLoopDelay } from './load-shedding/load-shedding.ts'
import { renderQueue } from '../limits/render-queue.ts'
import {
  rejectFaults,
  strictServerOptions,
  connectionTimeouts,
  limitConnections,
  type ConnectionPool,
} from './connections.ts'
import { isListenerTaken } from '@site/runtime/listen'
import { createRequestOrder } from '@site/runtime/requests'
import {
  createRequestValidation,
  type PostedBody,
  type RequestValidation,
} from './validation/request-validation.ts'
import { createRejections } from './validation/rejection.ts'
import { redirectedToMarkdown, withOwnEncoding } from './validation/target.ts'
import { createRouteTable, type RouteTable } from './validation/route-table.ts'
import { createPostFileHandler, type FileAdmission } from './files/post-file-handler.ts'
import { setCacheTags, createPageServer, type PageServer } from './page-cache/serve-pages.ts'
import type { PageAddress } from './page-cache/page-address.ts'
import { MemoryPageCache, type PageCache, type PageRequest } from './page-cache/page-cache.ts'
import { createBrowserReports, reportAddress, reportHandle } from './security/browser-reports.ts'
import { createRemixServer } from './remix-request.ts'
import { callHeadersOf, createRequestTracker, type RequestTracker } from '../observe/access-log.ts'
import { SiteRequest, type RequestFacts } from './request.ts'
import { setSecurityHeaders, withSecurityHeaders } from './security/security-headers.ts'
import {
  createFallbackPages,
  unavailable,
  type FallbackPages,
  type RenderedStatus,
} from './fallback-pages.ts'
import type { EarlierAssets } from './files/earlier-assets.ts'
import { createStaticFiles } from './files/static-files.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [network: Address, prefixLength: number]

type Connected = Pick<IncomingMessage, 'socket' | 'headers'>

/** A longer chain of proxies is forged; only its end is read. */
const maxProxies = 20

/**
 * Finds the address of a request's client: the peer of the connection or, while that is a trusted proxy, the address
 * before it in X-Forwarded-For.
 * @param trusted valid addresses and networks of proxies
 */
export function createClientAddress(trusted: readonly string[]) {
  const networks = trusted.map(parseNetwork)
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
    /** Whether the peer is a trusted proxy. Parsing its address may take half as long as sending a cached page. */
    isProxy: ({ socket }: Connected): boolean => {
      const peer = networks.length === 0 ? null : parseAddress(socket.remoteAddress ?? '')
      return peer !== null && isTrusted(peer)
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

interface SiteServerOptions {
  site: Site
  /** Remix's server build. */
  build: ServerBuild
  /** The folder of the client build. */
  clientDir: string
  /** Reads the assets of other builds. */
  earlierAssets: Pick<EarlierAssets, 'read'>
  /** Receives purges from a content management system; null: the webhook's address does not exist. */
  contentHook: ContentHook | null
}

/** The site's HTTP server for visitors, and what is known of its work. */
export interface SiteServer {
  server: Server
  pages: PageCache
  requests: RequestTracker
  connections: ConnectionPool
}

/**
 * Creates the site's HTTP server; its owner lets it listen.
 * @throws Error when a file of the client build cannot be read, or a fallback page cannot be rendered
 */
export async function createSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const { site, build, contentHook } = options
  const { config, content, siteUrl, isHttps } = site
  const routes = createRouteTable(build.routes, {
    [reportAddress]: reportHandle,
    ...(contentHook && { [contentHookAddress]: contentHookHandle }),
  })
  const renderer = new Renderer(site, build, routes)
  const fallbackPages = await createFallbackPages(
    (...page) => renderer.renderFallback(...page),
    site.openCachedScope,
  )
  const pages = new MemoryPageCache({
    maxBytes: config.pageCacheBytes,
    isShared: config.content.freshMs > 0,
    isServedStale: content.isServedStale,
    async render(address, ...rest) {
      const page = await renderer.renderPage(address, ...rest)
      fallbackPages.refresh(address.language)
      return page
    },
  })
  const clients = createClientAddress(config.trustedProxies)
  const facts: RequestFacts = { ...clients, matchRoute: routes.matchRoute }
  const isHosted = isListenerTaken()
  const requestOf = (incoming: IncomingMessage, response: ServerResponse) => {
    if (isHosted && incoming.url?.startsWith('/')) incoming.url = withOwnEncoding(incoming.url)
    return new SiteRequest(incoming, response, facts)
  }
  const requests = createRequestTracker(config.accessLog)
  const rejections = createRejections(isHttps)
  const pipeline = new RequestPipeline(options, {
    requests,
    pages,
    pageServer: createPageServer(pages, fallbackPages.for),
    fallbackPage: fallbackPages.of,
    validation: createRequestValidation({
      ...{ routes, isHttps, rejections, uploads: site.uploadStore },
      publicUrl: config.publicUrl,
      fileRoots: new Set(readdirSync(options.clientDir)),
      fallbackPage: fallbackPages.of,
    }),
    serveOther: createRemixServer({
      handle: (...other) => renderer.renderOther(...other),
      siteUrl,
      privatePageOf: ({ path, route }) =>
        route.kind === 'private-page' ? (routes.find(path).at(-1) ?? '') : null,
      fallbackFor: fallbackPages.for,
    }),
  })
  const server = createServer({ ...connectionTimeouts, ...strictServerOptions })
  const order = createRequestOrder(server, (request) => networkOf(clients.addressOf(request)) ?? '')
  const serve = order.inOrder((...exchange) => pipeline.serve(requestOf(...exchange)))
  // `100 Continue` is sent once the request has been accepted.
  server.on('request', serve).on('checkContinue', serve)
  rejectFaults(server, order, rejections, requestOf)
  const isExempt = (socket: Socket) => clients.isProxy({ socket, headers: {} })
  return { server, pages, requests, connections: limitConnections(server, order, isExempt) }
}

/** Renders the site's responses with Remix. */
class Renderer {
  readonly #remix

  constructor(
    private readonly site: Site,
    build: ServerBuild,
    private readonly routes: RouteTable,
  ) {
    this.#remix = createRequestHandler(build, 'production')
  }

  /** Renders the page for a status from cached content. */
  renderFallback(status: RenderedStatus, query: string, cookie: string, content: RequestScope) {
    const target = this.routes.pathOf('fallback') + query
    return this.#render(this.#pageRequest(target, cookie), { content, fallbackStatus: status })
  }

  /** Renders a page for the page cache. */
  async renderPage(
    { target, language, isMarkdown }: PageAddress,
    dependencies: Dependencies,
    { callHeaders, lookUps }: PageRequest = {},
  ) {
    const { markdownPathOf } = this.routes
    const page = await this.#render(this.#pageRequest(target, `lang=${language}`), {
      dependencies,
      callHeaders,
      lookUps,
      hasFallbackPages: true,
      representation: isMarkdown ? 'markdown' : 'html',
      markdownPathOf,
    })
    this.#setCacheTags(page, dependencies.types)
    return isMarkdown ? redirectedToMarkdown(page, markdownPathOf) : page
  }

  /** Renders everything but cached pages. An internal error becomes a 503. */
  async renderOther(request: Request, options: LoadOptions) {
    const response = await this.#render(request, options)
    // The types that a stream will read are not known yet. No other response here may be stored.
    this.#setCacheTags(response, contentTypeNames)
    if (response.status < 500 || response.status === 503) return response
    const { isHttps } = this.site
    return withSecurityHeaders(new Response(null, { status: 503, headers: unavailable }), isHttps)
  }

  #pageRequest(target: string, cookie: string) {
    return new Request(this.site.siteUrl + target, { headers: { cookie } })
  }

  async #render(request: Request, options: LoadOptions) {
    const context = { fromHost: createLoadContext(this.site, options) }
    return withSecurityHeaders(await this.#remix(request, context), this.site.isHttps)
  }

  #setCacheTags(response: Response, types: Iterable<string>) {
    if (this.site.config.trustedProxies.length > 0) setCacheTags(response, types)
  }
}

/** The parts of the pipeline, to which it passes requests. */
interface Steps {
  requests: RequestTracker
  validation: RequestValidation
  pages: PageCache
  pageServer: PageServer
  fallbackPage: FallbackPages['of']
  /** Passes a request to Remix. */
  serveOther: (request: SiteRequest, posted?: PostedBody) => Promise<void>
}

/**
 * Handles the server's requests. Each is validated, then handled by the first of these that can: page cache, files of
 * posts, static files, load shedding (which may reject it), Remix.
 */
class RequestPipeline {
  readonly #loadShedding: LoadShedding
  readonly #servePostFile
  readonly #serveFile
  readonly #receiveReports = createBrowserReports()

  constructor(
    private readonly options: SiteServerOptions,
    private readonly steps: Steps,
  ) {
    const { site, clientDir, earlierAssets } = options
    const { pages, pageServer, fallbackPage } = steps
    const loadShedding = new LoadShedding({
      pages,
      pageServer,
      fallbackPage: (language) => fallbackPage(503, language),
      delayMs: watchLoopDelay(),
    })
    this.#loadShedding = loadShedding
    this.#servePostFile = createPostFileHandler(
      site.images,
      site.documents,
      loadShedding.documentBudget,
    )
    this.#serveFile = createStaticFiles(clientDir, earlierAssets, (request) =>
      loadShedding.admitAsset(request),
    )
  }

  serve(request: SiteRequest) {
    const { requests, validation, pageServer } = this.steps
    requests.begin(request)
    if (!this.options.site.config.isIndexable) request.response.setHeader('X-Robots-Tag', 'noindex')
    // A page of another build does not use the data: app/framework/patched-libraries.ts.
    if (request.isData) request.response.setHeader('X-Build', this.options.build.assets.version)
    if (!validation.isValid(request)) return requests.follow(request)
    const page = request.method === 'POST' ? null : pageServer.sendCached(request)
    if (page === true) return requests.sent(request)

    requests.follow(request)
    this.#serveUncached(request, page)
  }

  /** @param page the page that the request is for; null for anything else */
  #serveUncached(request: SiteRequest, page: PageAddress | null) {
    setSecurityHeaders(request.response, this.options.site.isHttps)
    if (request.method === 'POST') {
      if (this.#loadShedding.admitPost(request)) void this.#servePost(request)
      return
    }
    if (this.#servePostFile(request, this.#admissionOf(request))) return
    if (this.#serveFile(request)) return
    // Everything below costs CPU time, even for addresses that do not exist.
    if (page && this.#loadShedding.admitPage(request, page)) {
      void this.steps.pageServer.render(request, page, callHeadersOf(request))
    } else if (!page && this.#loadShedding.admitOther(request)) {
      void this.steps.serveOther(request)
    }
  }

  #admissionOf(request: SiteRequest): FileAdmission {
    return {
      picture: () => this.#loadShedding.admitPicture(request),
      document: () => this.#loadShedding.admitDocument(request),
      errorPage: (status) =>
        this.steps.fallbackPage(status, request.language, request.queryLanguage !== null),
    }
  }

  async #servePost(request: SiteRequest) {
    const posted = await this.steps.validation.readPost(request)
    if (!posted) return
    // The end of the response would be too early: the client may leave while the app still decides.
    await this.#passOn(request, posted).finally(() =>
      this.options.site.uploadStore.discard(posted.uploads),
    )
  }

  async #passOn(request: SiteRequest, posted: PostedBody) {
    const { path, response, incoming, route } = request
    const { contentHook } = this.options
    if (path === reportAddress) this.#receiveReports(posted.body, response)
    else if (contentHook && path === contentHookAddress)
      await contentHook(incoming, response, posted.body)
    else if (route.kind !== 'private-page') await this.steps.serveOther(request, posted)
    else if (this.#loadShedding.admitBody(request)) {
      // Posts that arrive together are rendered one per turn, as pages are.
      await renderQueue.begin()
      if (!response.destroyed) await this.steps.serveOther(request, posted)
    }
  }
}
