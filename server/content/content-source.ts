import type { Config, ContentType } from '../config.ts'
import { log } from '../observe/log.ts'
import type { OutgoingHeaders } from '../outgoing-headers.ts'
import type { SharedCache } from '../shared-cache/shared-cache.ts'
import { createApiClient, type GetPostFields } from './api/api-client.ts'
import { createContentCache, type Lookup } from './cache/content-cache.ts'
import {
  firstPostOf,
  rootParent,
  type ContentLanguage,
  type ContentQuery,
  type LookUps,
  type ReadContent,
  createOtherCalls,
} from './content-calls.ts'
import { ContentUnavailable } from './failures.ts'
import { type AnyPost, type ItemOf, type ShapeName, isPostShape } from './posts/post.ts'
import { reader, type Reading, type ReadOptions, type UnreadResponse } from './parse/parser.ts'
import { createDiskCache } from './cache/disk-cache.ts'
import { createSharedContent } from './cache/shared-content.ts'
import { createInstrumentedCalls } from './api/breakers.ts'

/** Content health. Times are seconds ago, null for never. */
export interface ContentHealth {
  isUsable: boolean
  /** Last successful read, from the API or the cache. */
  lastReadS: number | null
  /** Last failed read. */
  lastFailureS: number | null
  lastFailure: string | null
}

/**
 * Tracks content reads. After the first success there is cached content to serve stale; a failure
 * before that means that there is none.
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
    follow(reading: Promise<unknown>) {
      reading.then(
        () => {
          readAt = now()
        },
        (error: unknown) => {
          failedAt = now()
          failure = error instanceof Error ? error.message : String(error)
        },
      )
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
 * The content of one process: one connection pool and one cache for all visitors.
 * @param base the content API's base address
 * @param folder for the disk cache; null disables it
 * @param sharedCache for what several processes share; null: each process has its own
 */
export function createContentSource(
  content: Config['content'],
  base: () => Promise<string>,
  folder: string | null = null,
  sharedCache: Pick<SharedCache, 'run'> | null = null,
) {
  const client = createApiClient(base, content.headers)
  const calls = createInstrumentedCalls()
  const lifetimeMs = content.freshMs + content.staleMs
  const scope = contentScopeOf(content)
  const disk =
    folder === null || lifetimeMs === 0 ? null : createDiskCache({ folder, scope, lifetimeMs })
  const shared =
    sharedCache && lifetimeMs > 0 ? createSharedContent(sharedCache, { scope, lifetimeMs }) : null
  const health = createContentHealth()
  /** Renamed types that were reported as empty: each once. */
  const emptyRenamed = new Set<ContentType>()
  const listeners = new Set<(key: string) => void>()
  const loadListeners = new Set<(loaded: LoadedContent) => void>()
  const cache = createContentCache({
    ...content,
    disk,
    shared,
    onChange: (key) => listeners.forEach((listener) => listener(key)),
  })

  function notifyLoaded(query: ContentQuery, language: ContentLanguage, items: AnyPost[]) {
    for (const listen of loadListeners) listen({ query, language, items })
  }

  function fieldsOf(lang: ContentLanguage, query: ContentQuery): GetPostFields {
    return {
      check: query.check,
      Lang: lang,
      PostId: query.PostId,
      FbrnId: content.fbrnId,
      Type: content.renamedTypes[query.type] ?? query.type,
      ParentId: query.ParentId,
      PostName: '',
      Pno: query.Pno,
    }
  }

  /** Makes one call, past cache and circuit breaker. */
  async function inspect<N extends ShapeName>(
    lang: ContentLanguage,
    query: ContentQuery,
    shape: N,
  ): Promise<Reading<ItemOf<N>>> {
    const fields = fieldsOf(lang, query)
    const response = await client.post(content.getPostPath, { ...fields }, { kind: 'read' })
    return reader.read(response, readOptionsOf(shape, lang, query, fields, content))
  }

  /** Requests any one post of a type, to see whether the type has any. */
  async function isTypeEmpty(lang: ContentLanguage, type: ContentType) {
    return (await inspect(lang, firstPostOf(type), 'anything')).items.length === 0
  }

  /** An API does not reject a type that it does not know: a misspelt name is an empty list for ever. */
  function reportEmpty({ type, ParentId, check }: ContentQuery) {
    const name = content.renamedTypes[type]
    const isWholeType = check === 'getPost' && ParentId === rootParent
    if (name === undefined || !isWholeType || emptyRenamed.has(type)) return
    emptyRenamed.add(type)
    log.warn({ type, name }, 'empty content type: check its name in CONTENT_TYPES')
  }

  /**
   * Includes our type name: CONTENT_TYPES may map two types, read differently, to one wire name.
   */
  function keyOf({ type }: ContentQuery, fields: GetPostFields) {
    return JSON.stringify([type, ...Object.values<string>({ ...fields })])
  }

  /**
   * The lookup of a query.
   * @param onItems called with the items of a response, unless it is the known one
   */
  function lookupOf<N extends ShapeName>(
    lang: ContentLanguage,
    query: ContentQuery,
    shape: N,
    fields: GetPostFields,
    {
      headers,
      onItems,
    }: { headers?: OutgoingHeaders | undefined; onItems?: (items: unknown[]) => void },
  ): Lookup<ItemOf<N>[]> {
    const read = (response: UnreadResponse) =>
      reader.read(response, readOptionsOf(shape, lang, query, fields, content))

    async function accept(response: UnreadResponse, known: string | undefined) {
      const { fingerprint } = response
      const size = response.body.length
      if (fingerprint === known) {
        return { ...response, size, value: 'unchanged', isCut: false } as const
      }
      const { items: value, body, isCut } = await read(response)
      onItems?.(value)
      return { value, body, isCut, size, fingerprint }
    }

    return {
      type: query.type,
      kind: kindOf(query),
      guardKey: JSON.stringify([query.type, lang]),
      load: (known) =>
        calls.run(query.type, async (isProbe) => {
          void reader.ready()
          const options = { kind: 'read', isProbe, headers } as const
          return accept(await client.post(content.getPostPath, { ...fields }, options), known)
        }),
      accept,
      read,
      isTypeEmpty: () => isTypeEmpty(lang, query.type),
    }
  }

  return {
    /**
     * Reads content for one request. Makes each distinct call at most once; no read waits past the
     * deadline.
     * @param deadlineMs from now
     * @param onRead called with the key of each read
     * @param headers sent to the API with each call
     * @param lookUps limits the calls for posts that may not exist; undefined for no limit
     */
    forRequest(
      lang: ContentLanguage,
      deadlineMs: number,
      onRead: (key: string) => void = () => undefined,
      headers?: OutgoingHeaders,
      lookUps?: LookUps,
    ): ReadContent {
      const reads = new Map<string, Promise<unknown[]>>()
      const deadline = createDeadline(deadlineMs)
      return async <N extends ShapeName>(query: ContentQuery, shape: N) => {
        const fields = fieldsOf(lang, query)
        const key = keyOf(query, fields)
        function onItems(items: unknown[]) {
          if (items.length === 0) reportEmpty(query)
          else if (isPostShape(shape)) notifyLoaded(query, lang, items as AnyPost[])
        }
        function readNow() {
          const lookup = lookupOf(lang, query, shape, fields, { headers, onItems })
          const reading = cache.read(key, lookup)
          health.follow(reading)
          return reading
        }
        const isLimited = lookUps && query.isLookUp && !cache.has(key)
        const result = reads.get(key) ?? (isLimited ? lookUp(lookUps, readNow) : readNow())
        reads.set(key, result)
        onRead(key)
        return deadline.of(result) as Promise<ItemOf<N>[]>
      }
    },
    /**
     * Reads content for the search index and the catalogue's data: what is cached and fresh, else by a call
     * whose result is not cached in this process, so that it evicts nothing that visitors need.
     */
    forIndex: (lang: ContentLanguage): ReadContent =>
      async function readForIndex<N extends ShapeName>(query: ContentQuery, shape: N) {
        const fields = fieldsOf(lang, query)
        const key = keyOf(query, fields)
        const cached = cache.peekFresh(key)
        if (cached) return cached as ItemOf<N>[]
        return cache.loadUncached(key, lookupOf(lang, query, shape, fields, {}))
      },
    /** @param listener called with the items of each response that visitors' reads have loaded */
    onLoad(listener: (loaded: LoadedContent) => void) {
      loadListeners.add(listener)
    },
    /**
     * Reads cached content, from memory or disk, of any age, without calling the API. Missing
     * content is an empty list. Returns the same object until the entry changes.
     */
    readCached: (lang: ContentLanguage): ReadContent =>
      async function readCached<N extends ShapeName>(query: ContentQuery, shape: N) {
        const fields = fieldsOf(lang, query)
        const cached = await cache.findCached(keyOf(query, fields), {
          type: query.type,
          kind: kindOf(query),
          read: (response) =>
            reader.read(response, readOptionsOf(shape, lang, query, fields, content)),
        })
        return (cached ?? emptyList) as ItemOf<N>[]
      },
    /**
     * @param listener called with the key of cached content that was replaced by different content
     */
    onChange(listener: (key: string) => void) {
      listeners.add(listener)
    },
    /**
     * Expires cached content: it is loaded again before use.
     * @param matches matches cache keys
     * @param acceptsEmpty whether an empty list may replace a full one at once
     * @returns how many entries matched
     */
    expire: (matches: (key: string) => boolean, acceptsEmpty = false) =>
      cache.expire(matches, acceptsEmpty),
    /** Resolves when the reader thread is ready. */
    ready: () => reader.ready(),
    /** Circuit breaker states of the types called so far. */
    breakers: calls.breakers,
    /** Whether a key's content has been served stale and not refreshed since. */
    isServedStale: (key: string) => cache.isServedStale(key),
    /** State of the cache, for operators. */
    cacheReport: () => cache.report(),
    health: () => health.read(),
    /**
     * Makes one call, past cache and circuit breaker, and returns what was in its response besides the items.
     * @throws ContentUnavailable
     */
    inspect,
    /** Whether the API has issued an anti-forgery token, in what was called so far. */
    hasIssuedToken: () => client.hasIssuedToken(),
    other: createOtherCalls(client, content),
    async close() {
      await client.close()
      await disk?.close()
    },
  }
}

/** A response of the content API that was not cached before. */
export interface LoadedContent {
  query: ContentQuery
  language: ContentLanguage
  /** Not empty; in the shape that the query's call reads. */
  items: AnyPost[]
}

const emptyList: never[] = []

export type ContentSource = ReturnType<typeof createContentSource>

/** @throws ContentUnavailable 'limited' when the client is over its limit */
async function lookUp<T>(lookUps: LookUps, read: () => Promise<T[]>): Promise<T[]> {
  const settle = lookUps.begin()
  if (!settle) {
    throw new ContentUnavailable('limited', 'The client has asked for too many missing posts')
  }
  let isMissing = false
  try {
    const items = await read()
    isMissing = items.length === 0
    return items
  } finally {
    settle(!isMissing)
  }
}

/** A deadline for promises; each timer is cleared when its promise settles. */
function createDeadline(ms: number) {
  const endsAt = Date.now() + ms
  let isExpired = false

  return {
    /** @throws ContentUnavailable 'timeout' when the promise has not settled by then */
    async of<T>(promise: Promise<T>): Promise<T> {
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
    },
  }
}

function kindOf({ check, ParentId }: ContentQuery) {
  if (check === 'getPostDetails') return 'details'
  return ParentId === rootParent ? 'root list' : 'child list'
}

/** Identifies the content API, which the keys do not. */
export function contentScopeOf({ apiUrl, getPostPath, fbrnId }: Config['content']) {
  return JSON.stringify([apiUrl, getPostPath, fbrnId])
}

function readOptionsOf<N extends ShapeName>(
  shape: N,
  language: ContentLanguage,
  { type }: ContentQuery,
  { check, Type }: GetPostFields,
  { siteUrl }: Config['content'],
): ReadOptions<N> {
  return { shape, language, siteUrl, type, call: `${check} ${Type}` }
}
