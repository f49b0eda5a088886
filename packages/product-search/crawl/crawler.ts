import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import PQueue from 'p-queue'
import { createThrottledLog, log } from '@site/runtime/log'
import type { SearchThreads } from '../search-threads.ts'
import { contentLanguages, type ContentLanguage, type SearchKind } from '../types.ts'
import {
  rootParent,
  type ContentQuery,
  type LoadedContent,
  type SearchedContent,
} from './content.ts'
import { maxDetailsAge, type Ingest } from './ingest.ts'
import { withRest } from './with-rest.ts'

/** Intervals of the crawl, ms. */
export const crawlIntervals = {
  /** Pause between two rounds. */
  round: 10 * 60_000,
  /** Pause after a round in which something was unavailable. */
  failedRound: 60_000,
  /** Pause after a failed call, doubled up to the maximum. */
  retry: 1_000,
  maxRetry: 60_000,
  /** Interval between checks whether a circuit breaker has closed. */
  breaker: 1_000,
  /** After a breaker has been open this long without a visitor's probe, the crawl makes one call. */
  maxBreaker: 60_000,
  /** Maximum time a page waits to learn what an earlier process has indexed. */
  recall: 2_000,
}

/**
 * Max. concurrent calls for details; lists are read one at a time, in both languages. A content API of this site's own
 * has no limit but the CPU: so many calls keep its process, the parser and the index busy, which write together what
 * comes together.
 */
const concurrency = { limited: 2, unlimited: 80 }

/** Max. lists that are read before they are written. */
const maxUnwritten = 12

/** Retries of failed lists, after all others: few enough to open no circuit breaker. */
const listRetries = 1

/** After this many consecutive failures, the details of a kind wait for the next round. */
const maxFailuresInARow = 5

/** After this number of rounds, failing details no longer keep the index from being filled. */
const maxRoundsOfFailures = 3

/** Batch size when the index is asked for due details. */
const duePerCall = 100

/** Types with lists by parent. */
const listsByParent = [
  { type: 'Products', parent: 'ProductsTypes', shape: 'productCard' },
  { type: 'SolProducts', parent: 'Solutions', shape: 'productCard' },
]

/**
 * Parts of the content that the index may lack: lists of posts, with titles; and details, with
 * texts, files and, with some content APIs, specifications. The names are keys of the state in the
 * index's file.
 */
const parts = ['lists', 'filled'] as const

export type IndexPart = (typeof parts)[number]

/** Result of a call; 'none': the content has no such post. */
type Outcome = 'read' | 'none' | 'failed'

interface List {
  query: ContentQuery
  shape: string
}

interface CrawlOptions {
  content: Pick<SearchedContent, 'types' | 'read' | 'breakers' | 'Unavailable'>
  index: Pick<
    SearchThreads,
    'listDue' | 'expire' | 'readState' | 'writeState' | 'textChanges' | 'endBaseline' | 'count'
  >
  ingest: Pick<Ingest, 'add' | 'isCategory' | 'idsOf'>
  /** Calls for details per second; Infinity for no limit, 0 for no crawl. */
  detailsPerS: number
  signal: AbortSignal
}

/**
 * Fills the index in the background: first the lists, then missing or old details. It makes at most two concurrent
 * calls, and none while a circuit breaker is open.
 */
export class Crawler {
  readonly isEnabled: boolean
  readonly #options: CrawlOptions
  readonly #signal: AbortSignal
  readonly #details: PQueue
  /** Types whose circuit breaker has been open too long for the others to wait for it. */
  readonly #unavailable = new Set<string>()
  /** Parts that this or an earlier process has indexed completely. */
  readonly #indexed = new Set<IndexPart>()
  readonly #listeners = new Set<() => void>()
  readonly #logged = new Set<string>()
  readonly #filled: Promise<void>
  #onFilled: () => void = () => undefined
  #recalled: Promise<void> | undefined
  #startedAt = 0
  #rounds = 0
  #retryMs = 0
  #isWoken = false
  #endRest: () => void = () => undefined
  /** Number of purges of the content: a response requested before the latest one may be outdated. */
  #purges = 0
  #purgedAt = -Infinity
  /** Number of times that the index was rebuilt and lost what had been read. */
  #rebuilds = 0
  #textChanges = 0

  constructor(options: CrawlOptions) {
    const { detailsPerS, signal } = options
    this.#options = options
    this.#signal = signal
    this.isEnabled = detailsPerS > 0
    // Each call may rest, and each rest ends with the signal.
    setMaxListeners(2 * concurrency.unlimited, signal)
    this.#filled = new Promise((resolve) => (this.#onFilled = resolve))
    const hasLimit = this.isEnabled && Number.isFinite(detailsPerS)
    this.#details = new PQueue({
      concurrency: hasLimit ? concurrency.limited : concurrency.unlimited,
      ...(hasLimit && { intervalCap: detailsPerS, interval: 1_000 }),
    })
  }

  /**
   * Crawls until the signal, if it is enabled. A failed round, as when the index is unavailable, is followed by another
   * one.
   */
  start() {
    if (!this.isEnabled) return
    this.#recalled = this.#recall()
    void this.#run()
  }

  /**
   * Whether a part of the content is still being indexed for the first time, so that unknown
   * content may exist. Always false without a crawl.
   */
  async lacks(part: IndexPart) {
    if (!this.isEnabled) return false
    if (this.#recalled && !this.#indexed.has(part)) {
      await within(this.#recalled, crawlIntervals.recall)
    }
    return !this.#indexed.has(part)
  }

  /**
   * Resolves when the index has been filled once, in this or an earlier process, or after a time
   * limit, ms.
   */
  async whenFilled(maxMs: number) {
    if (this.isEnabled && !this.#indexed.has('filled') && maxMs > 0)
      await within(this.#filled, maxMs)
  }

  /** Calls the listener whenever a round has changed the index. */
  onNewVersion(listener: () => void) {
    this.#listeners.add(listener)
  }

  /** Marks the details of purged types, or of all types if empty, to be read again. */
  expire(types: readonly string[]) {
    this.#purges += 1
    this.#purgedAt = Date.now()
    this.#expireDetails(types)
  }

  /** Reads the details of a type again if it may have been purged since a response was requested that is indexed now. */
  expireOutdated(type: string, calledAt: number) {
    if (calledAt <= this.#purgedAt) this.#expireDetails([type])
  }

  #expireDetails(types: readonly string[]) {
    const { content, index } = this.#options
    const expired = content.types.filter(({ type }) => types.length === 0 || types.includes(type))
    index
      .expire([...new Set(expired.map(({ kind }) => kind))])
      .then(() => this.#wake(), logUpdateFailed)
  }

  /** Reads everything again, since the index was rebuilt and is empty. */
  restart() {
    this.#indexed.clear()
    this.#rebuilds += 1
    this.#wake()
  }

  /** Starts the next round now, or after this one. */
  #wake() {
    this.#isWoken = true
    this.#endRest()
  }

  async #recall() {
    const { index } = this.#options
    const states = await Promise.all(parts.map((part) => index.readState(part))).catch(() => [])
    parts.forEach((part, at) => states[at] && this.#setIndexed(part))
    // Index files of earlier versions of the site only store this state.
    if (this.#indexed.has('filled')) this.#setIndexed('lists')
  }

  async #run() {
    this.#startedAt = performance.now()
    await this.#recalled
    while (!this.#signal.aborted) {
      this.#isWoken = false
      const read = await this.#crawlOnce().catch((error: unknown) => {
        if (!this.#signal.aborted) logRoundFailed(error)
        return 'failed'
      })
      if (this.#isWoken && read !== 'failed') continue
      const rest = this.#pause(
        read === 'all' ? crawlIntervals.round : crawlIntervals.failedRound,
      ).catch(() => undefined)
      const woken = new Promise<void>((resolve) => (this.#endRest = resolve))
      await (read === 'failed' ? rest : Promise.race([rest, woken]))
    }
  }

  /** @returns whether everything was read */
  async #crawlOnce() {
    const rebuildsBefore = this.#rebuilds
    const lists = await this.#crawlLists()
    if (lists !== 'none') {
      this.#logFirst('search lists indexed')
      if (lists === 'all') this.#options.index.endBaseline().catch(logUpdateFailed)
      // Lists that are still missing have failed several times: they are unavailable.
      await this.#record('lists', rebuildsBefore)
    }
    const { areAllRead, wereAvailable } = await this.#crawlDetails()
    if (lists !== 'none') {
      this.#rounds += 1
      if (wereAvailable || this.#rounds >= maxRoundsOfFailures) {
        this.#logFirst('search index filled')
        await this.#record('filled', rebuildsBefore)
      }
    }
    return lists === 'all' && areAllRead ? 'all' : 'some'
  }

  #logFirst(message: string) {
    if (this.#logged.has(message)) return
    this.#logged.add(message)
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000)
    this.#options.index
      .count()
      .then((entries) => log.info({ seconds, entries }, message), logUpdateFailed)
  }

  /**
   * Records that a part has been indexed.
   * @param rebuildsBefore the number of rebuilds when the round started: a rebuild loses what was
   * read before
   */
  async #record(part: IndexPart, rebuildsBefore: number) {
    const { index } = this.#options
    const isNew = !this.#indexed.has(part)
    if (rebuildsBefore === this.#rebuilds) {
      this.#setIndexed(part)
      index.writeState(part, '1').catch(logUpdateFailed)
    }
    const changes = await index.textChanges().catch(() => this.#textChanges)
    if (!isNew && changes === this.#textChanges) return
    this.#textChanges = changes
    for (const listen of this.#listeners) listen()
  }

  #setIndexed(part: IndexPart) {
    this.#indexed.add(part)
    if (part === 'filled') this.#onFilled()
  }

  async #crawlLists() {
    const { content, ingest } = this.#options
    const roots = content.types.flatMap(({ type, list }) =>
      list ? [{ query: listOf(type), shape: list }] : [],
    )
    const ofRoots = await this.#readLists(roots)
    const children = listsByParent.flatMap(({ type, parent, shape }) =>
      ingest.idsOf(parent).map((id) => ({ query: listOf(type, id), shape })),
    )
    const read = [...ofRoots, ...(await this.#readLists(children))]
    if (read.every(Boolean)) return 'all'
    return read.some(Boolean) ? 'some' : 'none'
  }

  /**
   * Reads lists in turn, each in both languages, and retries the failed ones at the end. The next ones are read while
   * some are written.
   * @returns for each whether it was read
   */
  async #readLists(asked: List[]) {
    let waiting = asked.map((list) => ({ ...list, languages: [...contentLanguages] }))
    for (let tries = 0; tries <= listRetries; tries += 1) {
      const written: Promise<Outcome[]>[] = []
      for (const { query, shape, languages } of waiting) {
        const loaded = await Promise.all(
          languages.map((language) => this.#read(query, shape, language)),
        )
        const adding = Promise.all(loaded.map((one) => this.#add(one)))
        written.push(adding)
        // Its error is thrown below, where all are waited for; until then nobody handles it.
        adding.catch(() => undefined)
        await written.at(-maxUnwritten)
      }
      const outcomes = await Promise.all(written)
      const failed = waiting.flatMap((list, at) => {
        const languages = list.languages.filter((_, of) => outcomes[at]?.[of] === 'failed')
        return languages.length > 0 ? [{ ...list, languages }] : []
      })
      // If every list failed, the API itself is unavailable, so retries are useless.
      if (failed.length === 0 || failed.length === asked.length) {
        return asked.map(() => failed.length === 0)
      }
      waiting = failed
    }
    return asked.map((_, at) => at >= waiting.length)
  }

  /**
   * Reads details until none is due. Details that failed in this round are not retried.
   * @returns whether all were read; and whether they were available: false if a kind had too many consecutive failures
   */
  async #crawlDetails() {
    const before = Date.now() - maxDetailsAge.whole
    // Categories have the same kind and shape as the types that follow them.
    const detailed = new Map(
      this.#options.content.types.flatMap(({ kind, type, details }) =>
        details ? [[kind, { type, shape: details }] as const] : [],
      ),
    )
    const kinds = await Promise.all(
      [...detailed].map(([kind, list]) => this.#crawlDetailsOf(kind, list, before)),
    )
    return {
      areAllRead: kinds.every(({ areAllRead }) => areAllRead),
      wereAvailable: kinds.every(({ wereAvailable }) => wereAvailable),
    }
  }

  async #crawlDetailsOf(
    kind: SearchKind,
    { type, shape }: { type: string; shape: string },
    before: number,
  ) {
    const { ingest } = this.#options
    const failed = { Ar: new Set<string>(), En: new Set<string>() }
    const inARow = { Ar: 0, En: 0 }
    const isAvailable = (language: ContentLanguage) => inARow[language] < maxFailuresInARow
    while (!this.#signal.aborted) {
      const languages = contentLanguages.filter(isAvailable)
      const due = await this.#listDue(kind, languages, before, failed)
      if (due.length === 0) break
      const calls = due.map(({ id, language }) => async () => {
        if (!isAvailable(language)) return
        const isCategory = type === 'ProductsTypes' && ingest.isCategory(id)
        const query = detailsOf(isCategory ? 'ProductsCategory' : type, id)
        const outcome = await this.#addCurrent(query, shape, language)
        inARow[language] = outcome === 'failed' ? inARow[language] + 1 : 0
        if (outcome !== 'read') failed[language].add(id)
      })
      await this.#details.addAll(calls)
    }
    return {
      areAllRead: failed.Ar.size + failed.En.size === 0,
      wereAvailable: contentLanguages.every(isAvailable),
    }
  }

  /** Lists due details but for the failed ones; those of one post in both languages follow one another. */
  async #listDue(
    kind: SearchKind,
    languages: ContentLanguage[],
    before: number,
    failed: Record<ContentLanguage, ReadonlySet<string>>,
  ) {
    const { index } = this.#options
    const listed = languages.map(async (language) => {
      const max = duePerCall + failed[language].size
      const ids = await index.listDue(kind, language, before, max)
      return { language, ids: new Set(ids.filter((id) => !failed[language].has(id))) }
    })
    const due = await Promise.all(listed)
    return [...new Set(due.flatMap(({ ids }) => [...ids]))].flatMap((id) =>
      due.flatMap(({ language, ids }) => (ids.has(id) ? [{ id, language }] : [])),
    )
  }

  /**
   * Reads and indexes details, again if there was a purge before they were written: it may have come too early to make
   * them due again.
   */
  async #addCurrent(
    query: ContentQuery,
    shape: string,
    language: ContentLanguage,
  ): Promise<Outcome> {
    const purgesBefore = this.#purges
    const outcome = await this.#add(await this.#read(query, shape, language))
    return this.#purges === purgesBefore ? outcome : this.#addCurrent(query, shape, language)
  }

  /** @returns null when it failed */
  async #read(
    query: ContentQuery,
    shape: string,
    language: ContentLanguage,
  ): Promise<LoadedContent | null> {
    if (this.#signal.aborted) return null
    await this.#breakersClosed()
    try {
      const { content } = this.#options
      const items = await withRest(() => content.read(language, query, shape), this.#signal)
      this.#retryMs = 0
      return { query, language, items }
    } catch (error) {
      await this.#pauseAfter(error, query)
      return null
    }
  }

  /** Indexes what was read. */
  async #add(loaded: LoadedContent | null): Promise<Outcome> {
    if (!loaded) return 'failed'
    try {
      await this.#options.ingest.add(loaded)
    } catch (error) {
      await this.#pauseAfter(error, loaded.query)
      return 'failed'
    }
    return loaded.items.length > 0 || loaded.query.check === 'getPost' ? 'read' : 'none'
  }

  async #pauseAfter(error: unknown, { type }: ContentQuery) {
    if (!(error instanceof this.#options.content.Unavailable)) throw error
    log.debug({ type, error: error.message }, 'search crawl call failed')
    this.#retryMs = Math.min(crawlIntervals.maxRetry, this.#retryMs * 2 || crawlIntervals.retry)
    await this.#pause(Math.max(this.#retryMs, (error.retryAfterS ?? 0) * 1_000))
  }

  async #breakersClosed() {
    const since = performance.now()
    for (;;) {
      const open = Object.entries(this.#options.content.breakers()).flatMap(([type, state]) =>
        state === 'closed' ? [] : [type],
      )
      for (const type of this.#unavailable) if (!open.includes(type)) this.#unavailable.delete(type)
      if (open.every((type) => this.#unavailable.has(type))) return
      if (performance.now() - since >= crawlIntervals.maxBreaker) {
        for (const type of open) this.#unavailable.add(type)
        return
      }
      await this.#pause(crawlIntervals.breaker)
    }
  }

  #pause(ms: number) {
    return pause(ms, undefined, { signal: this.#signal, ref: false })
  }
}

/** Resolves with the promise, or after a time limit, ms. */
async function within(promise: Promise<void>, ms: number) {
  const stopping = new AbortController()
  const timeout = pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  await Promise.race([promise, timeout])
  stopping.abort()
}

function listOf(type: string, parentId = rootParent): ContentQuery {
  return { check: 'getPost', type, PostId: '', ParentId: parentId, Pno: '-1' }
}

function detailsOf(type: string, id: string): ContentQuery {
  return { check: 'getPostDetails', type, PostId: id, ParentId: rootParent, Pno: '1' }
}

const logRoundFailed = createThrottledLog((suppressed, error: unknown) =>
  log.error({ error: String(error), suppressed }, 'search crawl round failed'),
)

export const logUpdateFailed = createThrottledLog((suppressed, error: unknown) =>
  log.warn({ error: String(error), suppressed }, 'search index update failed'),
)
