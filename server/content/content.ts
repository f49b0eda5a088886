import { EventEmitter } from 'node:events'
import type { Config, ContentType } from '../config.ts'
import { log } from '@site/runtime/log'
import { defaultTimeZone } from '@site/arabic-text/local-time'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { SharedCache } from '../shared-cache/shared-cache.ts'
import { ApiClient } from './api/api-client.ts'
import { type BreakerState, CircuitBreakers } from './api/breakers.ts'
import {
  callOf,
  isEmpty,
  patientAttempt,
  type Content,
  type ContentCall,
  type ContentLayer,
  type ParseResponse,
} from './call.ts'
import { type CacheReport, ContentCache, type ContentEvents } from './cache/content-cache.ts'
import { DiskCache } from './cache/disk-cache.ts'
import { EmptyResultGuard } from './cache/empty-result-guard.ts'
import { SharedContent } from './cache/shared-content.ts'
import {
  type ContentQuery,
  type LookUps,
  type ReadContent,
  createOtherCalls,
  type OtherCalls,
} from './content-calls.ts'
import { rootParent, type ContentLanguage } from './content-types.ts'
import { ContentUnavailable, type Fault } from './failures.ts'
import { type AnyPost, type ItemOf, type ShapeName, isPostShape } from './posts/post.ts'
import { createParser, type ParsedResponse, type ResponseParser } from './parse/parser.ts'

/** Content health. Times are seconds ago, null for never. */
export interface ContentHealth {
  isUsable: boolean
  /** Time of the last successful read, from the API or the cache. */
  lastReadS: number | null
  /** Time of the last failed read. */
  lastFailureS: number | null
  lastFailure: string | null
}

interface ContentReport extends CacheReport {
  /** The types whose empty result is not accepted yet. */
  emptyResultGuard: ContentType[]
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
 */
class HealthRecord {
  #readAt: number | null = null
  #failedAt: number | null = null
  #failure: string | null = null

  readonly layer: ContentLayer = (next) => (call) => {
    const reading = next(call)
    reading.then(
      () => (this.#readAt = Date.now()),
      (error: unknown) => this.#fail(error),
    )
    return reading
  }

  read(): ContentHealth {
    return {
      isUsable: this.#readAt !== null || this.#failedAt === null,
      lastReadS: secondsSince(this.#readAt),
      lastFailureS: secondsSince(this.#failedAt),
      lastFailure: this.#failure,
    }
  }

  #fail(error: unknown) {
    // Such a call was not made: the failure before it tells why.
    const isUnsent = error instanceof ContentUnavailable && unsentFaults.has(error.fault)
    this.#failedAt = Date.now()
    if (isUnsent && this.#failure !== null) return
    this.#failure = error instanceof Error ? error.message : String(error)
  }
}

function secondsSince(time: number | null) {
  return time === null ? null : Math.max(0, Math.round((Date.now() - time) / 1000))
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
   * @param listener called with the items of each response that visitors' reads have loaded, and when it was requested,
   * ms since the epoch
   */
  onLoad: (listener: (loaded: LoadedContent, calledAt: number) => void) => void
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
  cacheReport: () => ContentReport
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

/**
 * Puts the layers together: a call passes them from the last line to the first.
 * @param base the content API's base address
 */
function createLayers(
  content: Config['content'],
  base: () => Promise<string>,
  { folder = null, sharedCache = null, parser: ownParser }: ContentOptions,
) {
  const parser = ownParser ?? createParser(defaultTimeZone.zone)
  const client = new ApiClient(base, content.headers)
  const breakers = new CircuitBreakers()
  const health = new HealthRecord()
  const events = new EventEmitter<ContentEvents>()
  const lifetimeMs = content.freshMs + content.staleMs
  const stored = { ...content, lifetimeMs, scope: contentScopeOf(content) }
  const isStored = lifetimeMs > 0

  const parse = parseWith(parser, content)
  const call = callWith(client, content.getPostPath, parser, parse)
  const disk = folder !== null && isStored ? new DiskCache({ ...stored, folder }) : null
  const shared =
    sharedCache && isStored ? new SharedContent(sharedCache, { ...stored, parse }) : null

  const guarded = breakers.layer(call)
  const load = shared ? shared.layer(guarded) : guarded
  const guard = new EmptyResultGuard(call)
  const cache = new ContentCache(guard.layer(load), { ...content, parse, events, disk, shared })
  const read = health.layer(cache.read)

  return { client, parser, breakers, health, events, disk, guard, cache, call, load, read }
}

/** @param base the content API's base address */
export function createSiteContent(
  content: Config['content'],
  base: () => Promise<string>,
  options: ContentOptions = {},
): SiteContent {
  const layers = createLayers(content, base, options)
  const { client, parser, cache, guard, events, load } = layers
  events.on('load', createEmptyReport(content))

  return {
    forRequest(language, deadlineMs, onRead = () => undefined, headers, lookUps) {
      const limited = lookUps ? limitLookUps(lookUps, cache)(layers.read) : layers.read
      const read = withDeadline(deadlineMs)(once(limited))
      return readerOf(async (query, shape) => {
        const call = callOf(content, language, query, shape, headers)
        onRead(call.key)
        return (await read(call)).items
      })
    },
    forIndex: (language) =>
      readerOf(async (query, shape) => {
        const call = callOf(content, language, query, shape)
        const cached = cache.peek(call.key)
        const isFresh = cached && Date.now() < cached.freshUntil
        return (isFresh ? cached : await load(call)).items
      }),
    readCached: (language) =>
      readerOf(async (query, shape) => {
        const cached = await cache.find(callOf(content, language, query, shape))
        return cached?.items ?? emptyList
      }),
    onLoad(listener) {
      events.on('load', ({ query, language, shape }, loaded, calledAt) => {
        const items = loaded as AnyPost[]
        if (items.length > 0 && isPostShape(shape)) listener({ query, language, items }, calledAt)
      })
    },
    onChange: (listener) => void events.on('change', listener),
    expire: (matches, acceptsEmpty = false) => cache.expire(matches, acceptsEmpty),
    ready: () => parser.ready(),
    breakers: () => layers.breakers.states(),
    isServedStale: (key) => cache.peek(key)?.isServedStale === true,
    cacheReport: () => ({ ...cache.report(), emptyResultGuard: guard.types() }),
    health: () => layers.health.read(),
    inspect: async <N extends ShapeName>(
      language: ContentLanguage,
      query: ContentQuery,
      shape: N,
    ) => {
      const call = { ...callOf(content, language, query, shape), attempt: patientAttempt }
      return (await layers.call(call)) as ParsedResponse<ItemOf<N>>
    },
    hasIssuedToken: () => client.hasIssuedToken(),
    other: createOtherCalls(client, parser, content),
    async close() {
      await client.close()
      await parser.close()
      await layers.disk?.close()
    },
  }
}

/** A response of the content API that was not cached before. */
export interface LoadedContent {
  query: ContentQuery
  language: ContentLanguage
  /** At least one item, in the shape of the query's call. */
  items: AnyPost[]
}

const emptyList: never[] = []

/** Parses a response, unless it equals the known content. */
function parseWith(
  parser: ResponseParser,
  { siteUrl, hiddenSpecs }: Pick<Config['content'], 'siteUrl' | 'hiddenSpecs'>,
): ParseResponse {
  return async ({ query, language, shape, fields, known }, response) => {
    const { body, fingerprint } = response
    if (known?.fingerprint === fingerprint) {
      return { ...known, body, isCut: false, droppedCount: 0, problem: undefined }
    }
    const call = `${fields.check} ${fields.Type}`
    const options = { shape, language, siteUrl, hiddenSpecs, type: query.type, call }
    const read = await parser.read(response, options)
    return { ...read, fingerprint }
  }
}

/** Calls the content API. The parser's thread starts meanwhile. */
function callWith(
  client: ApiClient,
  path: string,
  parser: ResponseParser,
  parse: ParseResponse,
): (call: ContentCall) => Promise<ParsedResponse<unknown> & Content> {
  return async (call) => {
    const { fields, headers, attempt } = call
    void parser.ready()
    const calledAt = Date.now()
    const response = await client.post(path, { ...fields }, { kind: 'read', ...attempt, headers })
    const arrivedAt = Date.now()
    return { ...(await parse(call, response)), calledAt, arrivedAt }
  }
}

/** The calls of a reader parse by the shape that they name. */
function readerOf(read: (query: ContentQuery, shape: ShapeName) => Promise<unknown[]>) {
  return read as ReadContent
}

/** Makes each distinct call once. */
const once: ContentLayer = (next) => {
  const reads = new Map<string, Promise<Content>>()
  return (call) => {
    const content = reads.get(call.key) ?? next(call)
    reads.set(call.key, content)
    return content
  }
}

/**
 * Limits calls for posts that may not exist and are not cached.
 * @throws ContentUnavailable 'limited' when the client is over its limit
 */
function limitLookUps(lookUps: LookUps, cache: Pick<ContentCache, 'peek'>): ContentLayer {
  return (next) => async (call) => {
    if (!call.query.isLookUp || cache.peek(call.key)) return next(call)
    const settle = lookUps.begin()
    if (!settle) {
      throw new ContentUnavailable('limited', 'The client has asked for too many missing posts')
    }
    let isMissing = false
    try {
      const content = await next(call)
      isMissing = isEmpty(content)
      return content
    } finally {
      settle(!isMissing)
    }
  }
}

/**
 * No call lasts past a deadline; each timer is cleared when its call ends.
 * @param ms from now
 * @throws ContentUnavailable 'timeout' when the call has not ended by then
 */
function withDeadline(ms: number): ContentLayer {
  const endsAt = Date.now() + ms
  let isExpired = false

  return (next) => async (call) => {
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
      return await Promise.race([next(call), timeout])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** An API does not reject an unknown type, so a misspelt name results in permanently empty lists. */
function createEmptyReport({ renamedTypes }: Config['content']) {
  const reported = new Set<ContentType>()
  return ({ query: { type, ParentId, check } }: ContentCall, items: unknown[]) => {
    if (items.length > 0) return
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
