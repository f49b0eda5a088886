import type { Config, ContentType } from '../config.ts'
import { createApiClient, type GetPostFields } from './api/api-client.ts'
import { createContentCache } from './cache/content-cache.ts'
import { createContentHealth } from './content-health.ts'
import {
  anyOf,
  rootParent,
  type ContentLanguage,
  type ContentQuery,
  type ReadContent,
} from './content-calls.ts'
import { ContentUnavailable } from './failures.ts'
import type { ItemOf, ShapeName } from './posts/post.ts'
import { reader, type ReadingOrder, type Unread } from './reading/reader.ts'
import { createDiskCache } from './cache/disk-cache.ts'
import { createOtherCalls } from './other-calls.ts'
import { createInstrumentedCalls } from './api/instrumented-calls.ts'

/**
 * Where a process has its content from: one kept-alive pool and one cache for all visitors.
 * @param base the content API's base address
 * @param folder where the last good content outlives the process; null: nowhere
 */
export function createContentSource(
  content: Config['content'],
  base: () => Promise<string>,
  folder: string | null = null,
) {
  const client = createApiClient(base)
  const calls = createInstrumentedCalls()
  const lifetimeMs = content.freshMs + content.staleMs
  const disk =
    folder === null || lifetimeMs === 0
      ? null
      : createDiskCache({ folder, scope: scopeOf(content), lifetimeMs })
  const health = createContentHealth()
  const listeners = new Set<(key: string) => void>()
  const cache = createContentCache({
    ...content,
    disk,
    onChange: (key) => listeners.forEach((listener) => listener(key)),
  })

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

  /** Asks for one post of a type, whichever, only to see whether there is any. */
  async function isTypeEmpty(lang: ContentLanguage, type: ContentType) {
    const fields = fieldsOf(lang, anyOf(type))
    const answer = await client.post(content.getPostPath, { ...fields }, { kind: 'read' })
    const order = orderOf('anything', lang, anyOf(type), fields)
    return (await reader.read(answer, order)).items.length === 0
  }

  /** The type's own name too: CONTENT_TYPES may give two types, read differently, one wire name. */
  function keyOf({ type }: ContentQuery, fields: GetPostFields) {
    return JSON.stringify([type, ...Object.values<string>({ ...fields })])
  }

  return {
    /**
     * Reads content for one page view: it makes each distinct call at most once, and none of them
     * holds the page longer than its deadline.
     * @param deadlineMs from now on
     * @param onRead told the key of everything that is read
     * @param requestId of the visitor's request, told to the API with each call
     */
    forRequest(
      lang: ContentLanguage,
      deadlineMs: number,
      onRead: (key: string) => void = () => undefined,
      requestId?: string,
    ): ReadContent {
      const asked = new Map<string, Promise<unknown[]>>()
      const deadline = createDeadline(deadlineMs)
      return async <N extends ShapeName>(query: ContentQuery, shape: N) => {
        const fields = fieldsOf(lang, query)
        const key = keyOf(query, fields)
        const read = (answer: Unread) => reader.read(answer, orderOf(shape, lang, query, fields))
        const answer =
          asked.get(key) ??
          cache.read(key, {
            type: query.type,
            kind: kindOf(query),
            emptiness: kindOf(query) === 'child list' ? key : JSON.stringify([query.type, lang]),
            load: (known) =>
              calls.make(query.type, async (isProbe) => {
                const options = { kind: 'read', isProbe, requestId } as const
                void reader.ready()
                const answer = await client.post(content.getPostPath, { ...fields }, options)
                const { size, fingerprint } = answer
                if (fingerprint === known) return { ...answer, value: 'unchanged', isCut: false }
                const { items: value, body, isCut } = await read(answer)
                return { value, body, isCut, size, fingerprint }
              }),
            read,
            isTypeEmpty: () => isTypeEmpty(lang, query.type),
          })
        if (!asked.has(key)) health.follow(answer)
        asked.set(key, answer)
        onRead(key)
        return deadline.of(answer) as Promise<ItemOf<N>[]>
      }
    },
    /**
     * Reads what is kept, in memory or on disk, however old, and does not ask the API. What is not
     * kept is an empty list: the same object as long as the same is kept.
     */
    readCached: (lang: ContentLanguage): ReadContent =>
      async function readCached<N extends ShapeName>(query: ContentQuery, shape: N) {
        const fields = fieldsOf(lang, query)
        const kept = await cache.findCached(keyOf(query, fields), {
          type: query.type,
          kind: kindOf(query),
          read: (answer) => reader.read(answer, orderOf(shape, lang, query, fields)),
        })
        return (kept ?? nothing) as ItemOf<N>[]
      },
    /** @param listener told the key of kept content that has been replaced by something else */
    onChange(listener: (key: string) => void) {
      listeners.add(listener)
    },
    /**
     * From now on, content is asked for again before it is used.
     * @param concerns told the keys of what is kept
     * @param acceptsEmpty whether an empty list in place of a full one is accepted at once
     * @returns how many kept answers that concerns
     */
    expire: (concerns: (key: string) => boolean, acceptsEmpty = false) =>
      cache.expire(concerns, acceptsEmpty),
    /** Fulfils once answers can be read. */
    ready: () => reader.ready(),
    /** Which types are asked for, of those that have been: an open one is not. */
    breakers: calls.breakers,
    /** Whether what is kept under a key is past its time, and used because nothing newer has come. */
    isServedStale: (key: string) => cache.isServedStale(key),
    /** How what is kept stands, for operators. */
    kept: () => cache.report(),
    /** Whether pages can be made of it. */
    health: () => health.read(),
    other: createOtherCalls(client, content),
    async close() {
      await client.close()
      await disk?.close()
    },
  }
}

const nothing: never[] = []

export type ContentSource = ReturnType<typeof createContentSource>

/** Whether a key is of one of these types; of any when there are none. */
export function isKeyOf(types: readonly ContentType[]) {
  const starts = types.map((type) => `[${JSON.stringify(type)},`)
  return (key: string) => types.length === 0 || starts.some((start) => key.startsWith(start))
}

/** A point in time that promises are held to, each with a timer that goes when it has settled. */
function createDeadline(ms: number) {
  const endsAt = Date.now() + ms
  let isOver = false

  return {
    /** @throws ContentUnavailable when the answer is not there by then */
    async of<T>(answer: Promise<T>): Promise<T> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        function giveUp() {
          isOver = true
          reject(new ContentUnavailable('timeout', 'The page ran out of time'))
        }
        if (isOver) giveUp()
        else timer = setTimeout(giveUp, endsAt - Date.now())
      })
      try {
        return await Promise.race([answer, late])
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

/** Whose content it is: the keys tell only what of it. */
function scopeOf({ apiUrl, getPostPath, fbrnId }: Config['content']) {
  return JSON.stringify([apiUrl, getPostPath, fbrnId])
}

function orderOf<N extends ShapeName>(
  shape: N,
  language: ContentLanguage,
  { type }: ContentQuery,
  { check, Type }: GetPostFields,
): ReadingOrder<N> {
  return { shape, language, type, call: `${check} ${Type}` }
}
