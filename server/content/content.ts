import type { Config, ContentType } from '../config.ts'
import { log } from '@site/runtime/log'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { SharedCache } from '../shared-cache/shared-cache.ts'
import { createApiClient } from './api/api-client.ts'
import { callKeyOf, type ContentCall } from './call.ts'
import { type CacheReport, createContentCache } from './cache/content-cache.ts'
import {
  firstPostOf,
  type ContentQuery,
  type LookUps,
  type ReadContent,
  createOtherCalls,
  type OtherCalls,
} from './content-calls.ts'
import { rootParent, type ContentLanguage } from './content-types.ts'
import { ContentUnavailable, type Fault } from './failures.ts'
import { type AnyPost, type ItemOf, type ShapeName, isPostShape } from './posts/post.ts'
import {
  createParser,
  type ParsedResponse,
  type ResponseParser,
  type UnreadResponse,
} from './parse/parser.ts'
import { createDiskCache } from './cache/disk-cache.ts'
import { createSharedContent } from './cache/shared-content.ts'
import { defaultTimeZone } from '@site/arabic-text/local-time'
import { type Attempt, type BreakerState, createInstrumentedCalls } from './api/breakers.ts'

/** Content health. Times are seconds ago, null for never. */
export interface ContentHealth {
  isUsable: boolean
  /** Time of the last successful read, from the API or the cache. */
  lastReadS: number | null
  /** Time of the last failed read. */
  lastFailureS: number | null
  lastFailure: string | null
}

interface ContentOptions {
  /** For the disk cache; null disables it. */
  folder?: string | null
  /** Shared by several processes; null: each process has its own. */
  sharedCache?: Pick<SharedCache, 'run'> | null
  /** Closed with the content. */
  parser?: ResponseParser
}

/** The faults of calls that were not sent, because others had failed or waited. */
const unsentFaults = new Set<Fault>(['open', 'busy'])

/**
 * Tracks content reads. After the first success there is cached content to serve stale; a failure before that means
 * that there is none.
 * @param now clock in ms since the epoch; injected by tests
 */
function createContentHealth(now = Date.now) {
  let readAt: number | null = null
  let failedAt: number | null = null
  let failure: string | null = null

  function secondsSince(time: number | null) {
    return time === null ? null : Math.max(0, Math.round((now() - time) / 1000))
  }

  return {
    follow<T>(reading: Promise<T>): Promise<T> {
      reading.then(
        () => {
          readAt = now()
        },
        (error: unknown) => {
          // Such a call was not made: the failure before it tells why.
          const isUnsent = error instanceof ContentUnavailable && unsentFaults.has(error.fault)
          failedAt = now()
          if (isUnsent && failure !== null) return
          failure = error instanceof Error ? error.message : String(error)
        },
      )
      return reading
    },
    read: (): ContentHealth => ({
      isUsable: readAt !== null || failedAt === null,
      lastReadS: secondsSince(readAt),
      lastFailureS: secondsSince(failedAt),
      lastFailure: failure,
    }),
  }
}

/**
 * The content of one process: one connection pool and one cache for all visitors. A call passes the layers that are
 * assembled here: request (once, look-ups, deadline), cache, circuit breaker, client, parser; its response returns
 * directly.
 */
export interface SiteContent {
  /**
   * Reads content for one request. Makes each distinct call at most once; no read waits past the deadline.
   * @param deadlineMs from now
   * @param onRead called with the key of each read
   * @param headers sent to the API with each call
   * @param lookUps limits the calls for posts that may not exist; undefined for no limit
   */
  forRequest: (
    language: ContentLanguage,
    deadlineMs: number,
    onRead?: (key: string) => void,
    headers?: OutgoingHeaders,
    lookUps?: LookUps,
  ) => ReadContent
  /**
   * Reads content for the search index and the catalogue's data: from the cache if fresh, else by a call whose result
   * is not cached in this process, so that it evicts nothing that visitors need.
   */
  forIndex: (language: ContentLanguage) => ReadContent
  /**
   * Reports loaded content.
   * @param listener called with the items of each response that visitors' reads have loaded
   */
  onLoad: (listener: (loaded: LoadedContent) => void) => void
  /**
   * Reads cached content, from memory or disk, of any age, without calling the API. Missing
   * content is an empty list. Returns the same object until the entry changes.
   */
  readCached: (language: ContentLanguage) => ReadContent
  /**
   * Reports changed content.
   * @param listener called with the key of cached content that was replaced by different content
   */
  onChange: (listener: (key: string) => void) => void
  /**
   * Expires cached content: it is loaded again before use.
   * @param matches matches cache keys
   * @param acceptsEmpty whether an empty list may replace a full one at once
   * @returns the number of matching entries
   */
  expire: (matches: (key: string) => boolean, acceptsEmpty?: boolean) => number
  /** Resolves when the parser thread is ready. */
  ready: () => Promise<void>
  /** Circuit breaker states of the types called so far. */
  breakers: () => Record<string, BreakerState>
  /** Whether a key's content has been served stale and not refreshed since. */
  isServedStale: (key: string) => boolean
  /** State of the cache, for operators. */
  cacheReport: () => CacheReport
  health: () => ContentHealth
  /**
   * Makes one call, bypassing cache and circuit breaker, and also returns facts about the response.
   * @throws ContentUnavailable
   */
  inspect: <N extends ShapeName>(
    language: ContentLanguage,
    query: ContentQuery,
    shape: N,
  ) => Promise<ParsedResponse<ItemOf<N>>>
  /** Whether the API has issued an anti-forgery token in any call so far. */
  hasIssuedToken: () => boolean
  /** Calls that no screen uses yet. */
  other: OtherCalls
  close: () => Promise<void>
}

/** @param base the content API's base address */
export function createSiteContent(
  content: Config['content'],
  base: () => Promise<string>,
  {
    folder = null,
    sharedCache = null,
    parser = createParser(defaultTimeZone.zone),
  }: ContentOptions = {},
): SiteContent {
  const client = createApiClient(base, content.headers)
  const breakers = createInstrumentedCalls()
  const health = createContentHealth()
  const lifetimeMs = content.freshMs + content.staleMs
  const scope = contentScopeOf(content)
  const disk =
    folder === null || lifetimeMs === 0 ? null : createDiskCache({ folder, scope, lifetimeMs })
  const shared =
    sharedCache && lifetimeMs > 0 ? createSharedContent(sharedCache, { scope, lifetimeMs }) : null
  const reportEmpty = createEmptyReport(content)
  const listeners = new Set<(key: string) => void>()
  const loadListeners = new Set<(loaded: LoadedContent) => void>()

  function callOf(
    language: ContentLanguage,
    query: ContentQuery,
    shape: ShapeName,
    headers?: OutgoingHeaders,
  ): ContentCall {
    const fields = fieldsOf(content, language, query)
    return { key: callKeyOf(query, fields), query, language, shape, fields, headers }
  }

  function post({ fields, headers }: ContentCall, attempt?: Attempt) {
    void parser.ready()
    return client.post(content.getPostPath, { ...fields }, { kind: 'read', ...attempt, headers })
  }

  function parse(call: ContentCall, response: UnreadResponse) {
    const { query, language, shape, fields } = call
    const { siteUrl } = content
    const name = `${fields.check} ${fields.Type}`
    return parser.read(response, { shape, language, siteUrl, type: query.type, call: name })
  }

  async function accept(call: ContentCall, response: UnreadResponse, known: string | undefined) {
    const { fingerprint } = response
    const size = response.body.length
    if (fingerprint === known) {
      return { ...response, size, value: 'unchanged', isCut: false } as const
    }
    const { items: value, body, isCut } = await parse(call, response)
    return { value, body, isCut, size, fingerprint }
  }

  /** Makes one call, bypassing cache and circuit breaker. */
  async function inspect<N extends ShapeName>(
    language: ContentLanguage,
    query: ContentQuery,
    shape: N,
  ): Promise<ParsedResponse<ItemOf<N>>> {
    const call = callOf(language, query, shape)
    return (await parse(
      call,
      await post(call, { isProbe: false, isPatient: true }),
    )) as ParsedResponse<ItemOf<N>>
  }

  const cache = createContentCache({
    ...content,
    disk,
    shared,
    fetcher: {
      fetch: (call, known) =>
        breakers.run(call.query.type, async (attempt) =>
          accept(call, await post(call, attempt), known),
        ),
      accept,
      parse,
      isTypeEmpty: async ({ query, language }) =>
        (await inspect(language, firstPostOf(query.type), 'anything')).items.length === 0,
    },
    onLoad({ query, language, shape }, value) {
      const items = value as AnyPost[]
      if (items.length === 0) reportEmpty(query)
      else if (isPostShape(shape)) {
        for (const listen of loadListeners) listen({ query, language, items })
      }
    },
    onChange: (key) => listeners.forEach((listener) => listener(key)),
  })

  return {
    forRequest(language, deadlineMs, onRead = () => undefined, headers, lookUps) {
      const withDeadline = createDeadline(deadlineMs)
      const read = once(
        withLookUpLimit(
          lookUps,
          (key) => cache.has(key),
          (call) => health.follow(cache.read(call)),
        ),
      )
      return async <N extends ShapeName>(query: ContentQuery, shape: N) => {
        const call = callOf(language, query, shape, headers)
        const result = read(call)
        onRead(call.key)
        return withDeadline(result) as Promise<ItemOf<N>[]>
      }
    },
    forIndex: (language) =>
      async function readForIndex<N extends ShapeName>(query: ContentQuery, shape: N) {
        const call = callOf(language, query, shape)
        return (cache.peekFresh(call.key) ?? (await cache.loadUncached(call))) as ItemOf<N>[]
      },
    onLoad(listener) {
      loadListeners.add(listener)
    },
    readCached: (language) =>
      async function readCached<N extends ShapeName>(query: ContentQuery, shape: N) {
        const cached = await cache.findCached(callOf(language, query, shape))
        return (cached ?? emptyList) as ItemOf<N>[]
      },
    onChange(listener) {
      listeners.add(listener)
    },
    expire: (matches, acceptsEmpty = false) => cache.expire(matches, acceptsEmpty),
    ready: () => parser.ready(),
    breakers: breakers.breakers,
    isServedStale: (key) => cache.isServedStale(key),
    cacheReport: () => cache.report(),
    health: () => health.read(),
    inspect,
    hasIssuedToken: () => client.hasIssuedToken(),
    other: createOtherCalls(client, parser, content),
    async close() {
      await client.close()
      await parser.close()
      await disk?.close()
    },
  }
}

/** Returns the eight fields of a call, in wire order. */
export function fieldsOf(
  { fbrnId, renamedTypes }: Config['content'],
  Lang: ContentLanguage,
  { check, type, PostId, ParentId, Pno }: ContentQuery,
) {
  const Type = renamedTypes[type] ?? type
  return { check, Lang, PostId, FbrnId: fbrnId, Type, ParentId, PostName: '', Pno }
}

/** A response of the content API that was not cached before. */
export interface LoadedContent {
  query: ContentQuery
  language: ContentLanguage
  /** At least one item, in the shape of the query's call. */
  items: AnyPost[]
}

const emptyList: never[] = []

type Read = (call: ContentCall) => Promise<object>

/** Makes each distinct call once. */
function once(read: Read): Read {
  const reads = new Map<string, Promise<object>>()
  return (call) => {
    const result = reads.get(call.key) ?? read(call)
    reads.set(call.key, result)
    return result
  }
}

/**
 * Limits calls for posts that may not exist and are not cached.
 * @throws ContentUnavailable 'limited' when the client is over its limit
 */
function withLookUpLimit(
  lookUps: LookUps | undefined,
  isCached: (key: string) => boolean,
  read: Read,
): Read {
  if (!lookUps) return read
  return async (call) => {
    if (!call.query.isLookUp || isCached(call.key)) return read(call)
    const settle = lookUps.begin()
    if (!settle) {
      throw new ContentUnavailable('limited', 'The client has asked for too many missing posts')
    }
    let isMissing = false
    try {
      const items = await read(call)
      isMissing = Array.isArray(items) && items.length === 0
      return items
    } finally {
      settle(!isMissing)
    }
  }
}

/** A deadline for promises; each timer is cleared when its promise settles. */
function createDeadline(ms: number) {
  const endsAt = Date.now() + ms
  let isExpired = false

  /** @throws ContentUnavailable 'timeout' when the promise has not settled by then */
  return async function withDeadline<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      function expire() {
        isExpired = true
        reject(new ContentUnavailable('timeout', 'The page deadline was exceeded'))
      }
      if (isExpired) expire()
      else timer = setTimeout(expire, endsAt - Date.now())
    })
    try {
      return await Promise.race([promise, timeout])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** An API does not reject an unknown type, so a misspelt name results in permanently empty lists. */
function createEmptyReport({ renamedTypes }: Config['content']) {
  const reported = new Set<ContentType>()
  return ({ type, ParentId, check }: ContentQuery) => {
    const name = renamedTypes[type]
    const isWholeType = check === 'getPost' && ParentId === rootParent
    if (name === undefined || !isWholeType || reported.has(type)) return
    reported.add(type)
    log.warn({ type, name }, 'empty content type: check its name in CONTENT_TYPES')
  }
}

/** Identifies the content API, which cache keys do not. */
export function contentScopeOf({ apiUrl, getPostPath, fbrnId }: Config['content']) {
  return JSON.stringify([apiUrl, getPostPath, fbrnId])
}
