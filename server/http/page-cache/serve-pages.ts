import { setTimeout as pause } from 'node:timers/promises'
import { tagOfAllContent } from '../../shared-cache/shared-purges.ts'
import { encodingFor, type ContentEncoding, hasEtag } from '../headers.ts'
import { encodingOf, encodeBody, etagOf, type CachedResponse } from './cached-response.ts'
import { log } from '@site/runtime/log'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import type { SiteRequest } from '../request.ts'
import { addressOf, pageAddressOf, type PageAddress } from './page-address.ts'
import { connectionTimeouts } from '../connections.ts'
import { PreparedResponses, type Sendable } from './prepared-responses.ts'
import { Abandoned, type PageCache, type CachedPage } from './page-cache.ts'
import { contentLanguages, type ContentLanguage } from '../../content/content-types.ts'

/**
 * Tags a page with the content types it depends on, so that caches in front can purge it: `Surrogate-Key` for Fastly
 * and others, `Cache-Tag` for Cloudflare and others.
 */
export function setCacheTags({ headers }: Response, types: Iterable<string>) {
  if (!headers.get('cache-control')?.includes('s-maxage=')) return
  const tags = [tagOfAllContent, ...[...types].sort()]
  headers.set('Surrogate-Key', tags.join(' '))
  headers.set('Cache-Tag', tags.join(','))
}

/** Values of the Cache-Status header (RFC 9211). */
export const cacheStatus = {
  hit: 'page; hit',
  stale: 'page; hit; detail=stale',
  miss: 'page; fwd=miss',
  missWithStaleContent: 'page; fwd=miss; detail=stale',
  bypass: 'page; fwd=bypass',
} as const

interface CacheInfo {
  status: (typeof cacheStatus)[keyof typeof cacheStatus]
  /** Time since the page was rendered, seconds; null for no Age header. */
  age: number | null
}

/** Heads of cached responses, built once per content encoding: most are sent many times. */
const heads = new WeakMap<CachedResponse, Map<ContentEncoding, Head>>()

interface Head {
  etag: string | null
  whole: Sendable
  /** The response to HEAD. */
  withoutBody: Sendable
  notModified: Sendable
}

/** One for all sites of a process, since it bounds their memory. */
const prepared = new PreparedResponses(connectionTimeouts.keepAliveTimeout)

/** Headers that describe the body; a 304 has none. */
const bodyHeaders = new Set([
  ...['content-type', 'content-security-policy', 'reporting-endpoints', 'permissions-policy'],
  ...['cross-origin-opener-policy', 'cross-origin-embedder-policy', 'origin-agent-cluster'],
  ...['x-dns-prefetch-control', 'x-permitted-cross-domain-policies'],
])

/**
 * Sends a response in the client's preferred content encoding, or a 304.
 * @returns false when it has to be compressed first, and nothing was sent
 */
export function trySend(
  { response, method, headers }: SiteRequest,
  cached: CachedResponse,
  { status, age }: CacheInfo,
): boolean {
  const encoding = encodingOf(cached, encodingFor(headers['accept-encoding']))
  const body = cached.bodies.get(encoding)
  if (!body) return false

  const head = headOf(cached, encoding, body)
  const ifNoneMatch = headers['if-none-match']
  const isUnchanged = ifNoneMatch !== undefined && matchesEtag(cached, head, ifNoneMatch)
  const whole = method === 'HEAD' ? head.withoutBody : head.whole
  const sendable = isUnchanged ? head.notModified : whole
  if (prepared.send(response, sendable, status, age)) return true
  // Set for every response; with a 304 the client keeps the headers it has.
  if (isUnchanged && response.hasHeader('content-security-policy')) {
    for (const name of bodyHeaders) response.removeHeader(name)
  }
  const ageField = age === null ? [] : ['Age', String(age)]
  response.writeHead(sendable.status, [...sendable.fields, 'Cache-Status', status, ...ageField])
  response.end(sendable.body ?? undefined)
  return true
}

/** Sends a response like `trySend`, compressing it first if necessary. */
export async function send(request: SiteRequest, cached: CachedResponse, cacheInfo: CacheInfo) {
  const encoding = encodingOf(cached, encodingFor(request.headers['accept-encoding']))
  await encodeBody(cached, encoding)
  if (!request.response.destroyed) trySend(request, cached, cacheInfo)
}

function headOf(cached: CachedResponse, encoding: ContentEncoding, body: Buffer): Head {
  const byEncoding = heads.get(cached) ?? new Map<ContentEncoding, Head>()
  heads.set(cached, byEncoding)
  const head = byEncoding.get(encoding) ?? buildHead(cached, encoding, body)
  byEncoding.set(encoding, head)
  return head
}

function buildHead(cached: CachedResponse, encoding: ContentEncoding, body: Buffer): Head {
  const etag = cached.tag === null ? null : etagOf(cached.tag, encoding)
  const etagField = etag === null ? [] : ['ETag', etag]
  const withoutBody = cached.headers.flatMap((name, at) =>
    at % 2 === 0 && !bodyHeaders.has(name) ? [name, cached.headers[at + 1] ?? ''] : [],
  )
  const encodingField = encoding === 'identity' ? [] : ['Content-Encoding', encoding]
  const { status } = cached
  const lengthField = status === 204 ? [] : ['Content-Length', String(body.length)]
  const fields = [...cached.headers, ...etagField, ...encodingField, ...lengthField]
  return {
    etag,
    whole: { status, fields, body },
    withoutBody: { status, fields, body: null },
    notModified: { status: 304, fields: [...withoutBody, ...etagField], body: null },
  }
}

/** A client that has the page in any content encoding gets a 304. */
function matchesEtag({ tag }: CachedResponse, { etag }: Head, ifNoneMatch: string) {
  if (tag === null) return false
  if (ifNoneMatch === etag) return true
  return (['identity', 'br', 'gzip'] as const).some((encoding) =>
    hasEtag(ifNoneMatch, etagOf(tag, encoding)),
  )
}

/** Returns the status of the page that a visitor gets in place of a response; null for the response itself. */
export function failedStatusOf({ status, bodies }: CachedResponse): 404 | 503 | null {
  if (status >= 500) return 503
  return status === 404 && bodies.get('identity')?.length === 0 ? 404 : null
}

/** Serves GET and HEAD requests for pages, from the page cache where possible. */
export interface PageServer {
  /**
   * Sends a cached page.
   * @returns true when it was sent; else the page's address for `render`, or null when the request is
   * not for a page
   */
  sendCached: (request: SiteRequest) => true | PageAddress | null
  /**
   * Sends a stale page that cannot be refreshed now.
   * @returns false when there is none
   */
  sendUsable: (request: SiteRequest, address: PageAddress) => boolean
  /**
   * Renders a page and sends it.
   * @param callHeaders sent with its content API calls
   */
  render: (
    request: SiteRequest,
    address: PageAddress,
    callHeaders?: OutgoingHeaders,
  ) => Promise<void>
}

/** @param fallbackFor the page for a visitor where there is none */
export function createPageServer(
  pages: PageCache,
  fallbackFor: (address: PageAddress, status: 404 | 503) => CachedResponse,
): PageServer {
  /**
   * A browser subtracts Age from max-age. Here max-age is for prefetched responses and must count from the fetch, so no
   * Age is sent.
   */
  function ageOf(page: CachedPage) {
    return page.response.browserS > 0 ? null : pages.ageOf(page)
  }

  return {
    sendCached(request) {
      const address = pageAddressOf(request)
      const page = address && pages.find(address)
      if (!page) return address
      const result = pages.isFresh(page) ? 'hit' : 'stale'
      const isSent = trySend(request, page.response, {
        status: cacheStatus[result],
        age: ageOf(page),
      })
      if (isSent) request.cacheResult = result
      return isSent || address
    },

    sendUsable(request, address) {
      const page = pages.findUsable(address)
      if (!page) return false
      const isSent = trySend(request, page.response, {
        status: cacheStatus.stale,
        age: ageOf(page),
      })
      if (isSent) request.cacheResult = 'stale'
      return isSent
    },

    async render(request, address, callHeaders) {
      try {
        const isWaiting = () => !request.incoming.socket.destroyed
        const { lookUps } = request
        const delivery = await pages.get(address, { isWaiting, callHeaders, lookUps })
        const { cached, isStale } = delivery
        request.cacheResult = cached ? 'stale' : 'miss'
        const failed = failedStatusOf(delivery.response)
        const miss = isStale ? cacheStatus.missWithStaleContent : cacheStatus.miss
        await send(request, failed ? fallbackFor(address, failed) : delivery.response, {
          status: cached ? cacheStatus.stale : miss,
          age: cached && ageOf(cached),
        })
      } catch (error) {
        if (error instanceof Abandoned) return
        log.error({ page: address.key, error: String(error) }, 'page render failed')
        const { response } = request
        if (response.headersSent) response.destroy()
        else await send(request, fallbackFor(address, 503), { status: cacheStatus.miss, age: null })
      }
    },
  }
}

/** Limit for each language: a catalogue's menu may have thousands of types. */
const maxPages = 200

/**
 * Renders the pages that the site's header links to, in both languages, so that their first visitors
 * find them cached. Uses at most half of the time; the rest is left to visitors' requests.
 * @param signal ends it early
 */
export async function warmUp(pages: PageCache, signal: AbortSignal) {
  const startedAt = performance.now()
  let count = 0
  for (const language of contentLanguages) {
    const paths = headerPaths((await render('/', language)) ?? '').slice(0, maxPages)
    for (const path of paths) {
      const renderStartedAt = performance.now()
      if (await render(path, language)) count += 1
      await pause(performance.now() - renderStartedAt, undefined, { ref: false })
      if (signal.aborted) return
    }
  }
  log.info({ pages: count, ms: Math.round(performance.now() - startedAt) }, 'warm start done')

  /** @returns the page, or null if there is none */
  async function render(path: string, language: ContentLanguage) {
    const address = addressOf(path, language)
    const { response } = await pages.get(address)
    // A second access makes the page a protected entry.
    pages.find(address)
    return response.status === 200 ? response.bodies.get('identity')?.toString() : null
  }
}

/** Returns the site's own pages that a page's header links to, without duplicates. */
function headerPaths(html: string) {
  const header = /<header[\s>][\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  const paths = [...header.matchAll(/ href="(\/[^"#?]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&#x27;', "'").replaceAll('&amp;', '&'),
  )
  return [...new Set(paths)]
}
