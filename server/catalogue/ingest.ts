import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { contentLanguages, rootParent, type ContentLanguage } from '../content/content-calls.ts'
import { contentTypes, foundTypes, type ContentType } from '../content/content-types.ts'
import type { LoadedContent } from '../content/content.ts'
import { ContentUnavailable } from '../content/failures.ts'
import { seenPostOf } from './change-log.ts'
import { log, createThrottledLog } from '../observe/log.ts'
import { type CheckedFile, withRest } from './crawler.ts'
import { documentsOf, entryOf } from './entries.ts'
import type { Scope } from '../search/index/index-writer.ts'
import type { SearchThread } from '../search/search-thread.ts'
import type { SearchEntry, SearchKind } from '../search/search-types.ts'

/** Entries of one message to the thread, and their texts in UTF-16 units: searches wait that long at most. */
const maxBatch = { entries: 100, length: 250_000 }

/**
 * The thread writes for this long at a time, ms, and ends the entry that it is at: what is known of the details of each
 * is written anew.
 */
const maxWritingMs = 100

/** Files that are checked at once: a product may have three hundred. */
const maxChecks = 20

/** For how long an entry with which the thread has ended is remembered, ms. */
const suspectMs = 24 * 60 * 60 * 1000

/**
 * What is remembered of the products of solutions: their number, and the solutions of each. A content API whose IDs
 * change has new ones in each response.
 */
const maxSolutionProducts = 20_000
const maxSolutions = 50

/** Empty lists that are remembered: visitors may ask for those of any parent. */
const maxEmptyLists = 10_000

type Index = Pick<SearchThread, 'put' | 'retain' | 'visit' | 'recordPosts' | 'retainPosts'>

/**
 * Puts content into the index and the change log, whether visitors or the crawl have loaded it.
 * @param checkFile what is known of a file
 */
export function createSearchFeed(index: Index, checkFile: (file: string) => Promise<CheckedFile>) {
  const writing = new PQueue({ concurrency: 1 })
  const checking = new PQueue({ concurrency: maxChecks })
  /** Titles of possible parents, by type, language and postID. */
  const titles = new Map<string, Map<string, string>>()
  /** postIDs of the categories and of the types, which are of one kind, by language. */
  const typeIds = new Map<string, Set<string>>()
  /** postIDs of the solutions of each product. */
  const solutions = new LRUCache<string, Set<string>>({ max: maxSolutionProducts })
  /**
   * The entries with which the thread has ended, by their content. One put alone is why, or nearly always so: for
   * a day it is indexed by its titles only.
   */
  const suspects = new LRUCache<string, 'alone' | 'with others'>({ max: 1_000, ttl: suspectMs })
  /** Lists that came empty once: the second time they are believed. */
  const emptyOnce = new LRUCache<string, true>({ max: maxEmptyLists })

  function titlesOf(type: ContentType, language: ContentLanguage) {
    const key = `${type} ${language}`
    const known = titles.get(key) ?? new Map<string, string>()
    titles.set(key, known)
    return known
  }

  function typesIn(language: ContentLanguage) {
    return (['ProductsCategory', 'ProductsTypes'] as const).map((type) =>
      typeIds.get(`${type} ${language}`),
    )
  }

  function entriesOf({ query, language, items }: LoadedContent): SearchEntry[] {
    const parentType = contentTypes[query.type]?.parent
    const parents = parentType && titlesOf(parentType, language)
    return items.flatMap((post, position) => {
      const parentTitle = parents?.get(post.parentID) ?? ''
      return entryOf(query.type, post, { language, position, parentTitle }) ?? []
    })
  }

  async function put(entries: SearchEntry[], isWhole: boolean) {
    for (const batch of batchesOf(entries)) {
      // Which of several has ended the thread, if any has, only a call of its own tells.
      const isSuspect = suspects.size > 0 && batch.some((entry) => suspects.has(keyOf(entry)))
      const calls = isSuspect ? batch.map((entry) => [entry]) : [batch]
      for (const call of calls) {
        for (let at = 0; at < call.length;) {
          const rest = call.slice(at)
          at += await writing.add(() => withRest(() => putSome(rest, isWhole)))
        }
      }
    }
  }

  /** @returns how many of the entries have been put */
  async function putSome(entries: SearchEntry[], isWhole: boolean) {
    const wanted = entries.map((entry) =>
      suspects.size > 0 && suspects.get(keyOf(entry)) === 'alone'
        ? { ...entry, specs: [], variants: [], text: '' }
        : entry,
    )
    try {
      return await index.put(wanted, { isWhole, maxMs: maxWritingMs })
    } catch (error) {
      // Calls that no thread has taken have no cause.
      if (error instanceof ContentUnavailable && error.cause !== undefined) {
        const how = entries.length === 1 ? 'alone' : 'with others'
        for (const entry of entries) suspects.set(keyOf(entry), how)
      }
      throw error
    }
  }

  /** Tells the change log what a response says of its posts. */
  async function record({ query, language, items }: LoadedContent) {
    const seenIn = query.check === 'getPostDetails' ? 'details' : 'list'
    const isWhole = query.ParentId === rootParent
    for (let at = 0; at < items.length; at += maxBatch.entries) {
      const batch = items.slice(at, at + maxBatch.entries)
      await withRest(() => {
        const posts = batch.flatMap((post) => seenPostOf(query.type, post, language, seenIn) ?? [])
        return index.recordPosts(posts, seenIn, { isWhole }).catch(logRecordFailed)
      })
    }
  }

  async function retainTexts(scope: Scope, ids: Set<string>) {
    while (!(await withRest(() => index.retain(scope, ids, maxWritingMs))));
  }

  async function retain(scope: Scope, ids: Set<string>) {
    await retainTexts(scope, ids)
    await index.retainPosts(scope, ids).catch(logRecordFailed)
  }

  async function feedDetails(loaded: LoadedContent) {
    const entries = entriesOf(loaded)
    await put(entries, true)
    await record(loaded)
    const [post] = loaded.items
    const [owner] = entries
    if (!owner || !post || !('postFiles' in post)) return
    const documents = documentsOf(owner, post.postFiles, [...(solutions.get(owner.id) ?? [])])
    const checked = await checking.addAll(
      documents.map((entry) => async () => {
        const { isMissing, size } = await checkFile(entry.id)
        const { document } = entry
        if (isMissing) return []
        return [size && document ? { ...entry, document: { ...document, size } } : entry]
      }),
    )
    const offered = checked.flat()
    await put(offered, true)
    const { id: parentId, language } = owner
    await retainTexts(
      { kind: 'document', language, parentId },
      new Set(offered.map(({ id }) => id)),
    )
  }

  async function feedList(loaded: LoadedContent) {
    const { query, language, items } = loaded
    const entries = entriesOf(loaded)
    if (isParent(query.type)) {
      const known = titlesOf(query.type, language)
      if (query.ParentId === rootParent) known.clear()
      for (const { id, title } of entries) known.set(id, title)
    }
    const hasText = items.some((post) => 'postDetails' in post)
    await put(entries, hasText)
    await record(loaded)
    const kind = contentTypes[query.type]?.kind
    const isEmpty = entries.length === 0
    const key = JSON.stringify([query.type, query.ParentId, language])
    if (!kind || (isEmpty && !emptyOnce.has(key))) {
      if (isEmpty) emptyOnce.set(key, true)
      return
    }
    emptyOnce.delete(key)
    await removeOthers(loaded, kind, new Set(entries.map(({ id }) => id)))
  }

  /** Removes what the list no longer has. */
  async function removeOthers(
    { query, language }: LoadedContent,
    kind: SearchKind,
    ids: Set<string>,
  ) {
    if (kind === 'type') {
      if (query.ParentId !== rootParent) return
      await removeProductsOf(query.type, ids, language)
      typeIds.set(`${query.type} ${language}`, ids)
      const [categories, types] = typesIn(language)
      // Nothing is known to be gone until both are known.
      if (categories && types) await retain({ kind, language }, new Set([...categories, ...types]))
      return
    }
    const parentId = contentTypes[query.type]?.screen ?? query.ParentId
    const isWhole = parentId === rootParent
    if (isWhole && kind === 'product') return
    await retain({ kind, language, ...(!isWhole && { parentId }) }, ids)
  }

  /** Products of types that are gone: no list of theirs will be read again. */
  async function removeProductsOf(type: ContentType, ids: Set<string>, language: ContentLanguage) {
    if (type !== 'ProductsTypes') return
    const [, known = new Set<string>()] = typesIn(language)
    for (const parentId of known) {
      if (ids.has(parentId)) continue
      await retain({ kind: 'product', language, parentId }, new Set())
    }
  }

  return {
    /** Indexes a response of the content API. */
    async feed(loaded: LoadedContent) {
      const { query, items } = loaded
      if (query.type === 'SolProducts' && query.check === 'getPost') {
        for (const post of items) {
          const known = solutions.get(post.postID) ?? new Set()
          if (known.size < maxSolutions) known.add(query.ParentId)
          solutions.set(post.postID, known)
        }
      }
      if (!contentTypes[query.type] || (query.Pno === '1' && query.check === 'getPost')) return
      await (query.check === 'getPostDetails' ? feedDetails(loaded) : feedList(loaded))
    },
    /** Counts what visitors read, for the order of the crawl. */
    async visited({ query, items }: LoadedContent) {
      const kind = contentTypes[query.type]?.kind
      const [post] = items
      if (query.check !== 'getPostDetails' || !kind || !post) return
      await index.visit(kind, post.postID)
    },
    /** Of a thing of the kind `type`: which of its two content types it is. */
    isCategory: (id: string) =>
      contentLanguages.some((language) => typesIn(language)[0]?.has(id) === true),
    /** postIDs of all known posts of a type, in either language. */
    idsOf: (type: ContentType) => [
      ...new Set(contentLanguages.flatMap((language) => [...titlesOf(type, language).keys()])),
    ],
  }
}

export type SearchFeed = ReturnType<typeof createSearchFeed>

/** One batch after the other, since each is measured when its turn has come. */
function* batchesOf(entries: SearchEntry[]) {
  let batch: SearchEntry[] = []
  let length = 0
  for (const entry of entries) {
    batch.push(entry)
    length += JSON.stringify(entry).length
    if (batch.length < maxBatch.entries && length < maxBatch.length) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

function keyOf(entry: SearchEntry) {
  return hash('sha1', JSON.stringify(entry), 'base64')
}

function isParent(type: ContentType) {
  return foundTypes.some(({ parent }) => parent === type)
}

/** Search goes on without the change log. */
const logRecordFailed = createThrottledLog((suppressed, error: unknown) =>
  log.warn({ error: String(error), suppressed }, 'change log update failed'),
)
