import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import {
  contentLanguages,
  rootParent,
  type ContentLanguage,
  contentTypes,
  foundTypes,
  type ContentType,
} from '../../../server/content/content-types.ts'
import type { LoadedContent } from '../../../server/content/content.ts'
import { ContentUnavailable } from '../../../server/content/failures.ts'
import { seenPostOf } from './change-log.ts'
import { log, createThrottledLog } from '@site/runtime/log'
import { type CheckedFile, crawlIntervals, withRest } from './crawler.ts'
import { documentsOf, entryOf } from './entries.ts'
import type { Scope } from '../index/index-writer.ts'
import type { SearchThreads } from '../search-threads.ts'
import type { SearchEntry, SearchKind } from '../search-types.ts'

/**
 * Max. entries of one message to the thread, and max. length of their texts in UTF-16 units: its other calls wait for at
 * most one message.
 */
const maxBatch = { entries: 100, length: 250_000 }

/**
 * Max. time that the thread writes without a pause, ms; the current entry is still completed, as its details are
 * rewritten.
 */
const maxWritingMs = 100

/** Max. concurrent file checks: a product may have three hundred. */
const maxChecks = 20

/** How long an entry that crashed the thread is remembered, ms. */
const suspectMs = 24 * 60 * 60 * 1000

/** Max. remembered products of solutions: a content API whose IDs change sends new ones in each response. */
const maxSolutionProducts = 20_000
const maxSolutions = 50

/** Max. remembered empty lists: visitors may request those of any parent. */
const maxEmptyLists = 10_000

type Index = Pick<
  SearchThreads,
  'put' | 'retain' | 'visit' | 'filesOf' | 'recordFiles' | 'recordPosts' | 'retainPosts'
>

/** Writes content to the index and the change log, whether visitors or the crawl have loaded it. */
export interface Ingest {
  /** Indexes a response of the content API. */
  add: (loaded: LoadedContent) => Promise<void>
  /** Counts visitors' reads, which set the order of the crawl. */
  visited: (loaded: LoadedContent) => Promise<void>
  /** Whether a post of the kind `type` is a category rather than a type. */
  isCategory: (id: string) => boolean
  /** Returns the postIDs of all known posts of a type, in either language. */
  idsOf: (type: ContentType) => string[]
}

/** @param checkFile returns what is known of a file */
export function createIngest(
  index: Index,
  checkFile: (file: string) => Promise<CheckedFile>,
): Ingest {
  const writing = new PQueue({ concurrency: 1 })
  const checking = new PQueue({ concurrency: maxChecks })
  /** Titles of possible parents, by type, language and postID. */
  const titles = new Map<string, Map<string, string>>()
  /** postIDs of categories and types, which share one kind, by language. */
  const typeIds = new Map<string, Set<string>>()
  /** postIDs of the solutions of each product. */
  const solutions = new LRUCache<string, Set<string>>({ max: maxSolutionProducts })
  /**
   * Entries being written when the thread crashed, by their content. One written alone is almost certainly the cause:
   * for a day only its titles are indexed.
   */
  const suspects = new LRUCache<string, 'alone' | 'with others'>({ max: 1_000, ttl: suspectMs })
  /** Lists that were empty once; the second time they are accepted. */
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
      // The list of the other language has it in its own words.
      if ((post.postLanguage ?? language) !== language) return []
      const parentTitle = parents?.get(post.parentID) ?? ''
      return entryOf(query.type, post, { language, position, parentTitle }) ?? []
    })
  }

  async function put(entries: SearchEntry[], isWhole: boolean) {
    for (const batch of batchesOf(entries)) {
      // When a batch has crashed the thread, only separate calls show which entry caused it.
      const isSuspect = suspects.size > 0 && batch.some((entry) => suspects.has(entryKeyOf(entry)))
      const calls = isSuspect ? batch.map((entry) => [entry]) : [batch]
      for (const call of calls) {
        for (let at = 0; at < call.length;) {
          const rest = call.slice(at)
          at += await writing.add(() => withRest(() => putSome(rest, isWhole)))
        }
      }
    }
  }

  /** @returns the number of entries written */
  async function putSome(entries: SearchEntry[], isWhole: boolean) {
    const wanted = entries.map((entry) =>
      suspects.size > 0 && suspects.get(entryKeyOf(entry)) === 'alone'
        ? { ...entry, specs: [], variants: [], text: '' }
        : entry,
    )
    try {
      return await index.put(wanted, { isWhole, maxMs: maxWritingMs })
    } catch (error) {
      // Calls that did not reach a thread have no cause.
      if (error instanceof ContentUnavailable && error.cause !== undefined) {
        const how = entries.length === 1 ? 'alone' : 'with others'
        for (const entry of entries) suspects.set(entryKeyOf(entry), how)
      }
      throw error
    }
  }

  async function addDetails(loaded: LoadedContent) {
    const entries = entriesOf(loaded)
    await put(entries, true)
    await record(index, loaded)
    const [post] = loaded.items
    const [owner] = entries
    // No screen shows the files of a category or type.
    if (!owner || !post || owner.kind === 'type' || !('postFiles' in post)) return
    const documents = documentsOf(owner, post.postFiles, [...(solutions.get(owner.id) ?? [])])
    const checked = await checking.addAll(
      documents.map((entry) => async () => {
        const { isMissing, ...facts } = await checkFile(entry.id)
        const { document } = entry
        return {
          isMissing,
          entry: { ...entry, ...(document && { document: { ...document, ...facts } }) },
        }
      }),
    )
    // A file that was missing stays so while its server does not answer.
    const unknown = checked.flatMap((file) => (file.isMissing === undefined ? [file.entry.id] : []))
    const known = unknown.length > 0 ? await index.filesOf(unknown) : null
    const lacks = ({ isMissing, entry }: (typeof checked)[number]) =>
      isMissing ?? known?.get(entry.id)?.isMissing ?? false
    const offered = checked.flatMap((file) => (lacks(file) ? [] : [file.entry]))
    const there = offered.map((entry) => entry.id)
    const missing = checked.flatMap((file) => (lacks(file) ? [file.entry.id] : []))
    await put(offered, true)
    const { kind, id, language } = owner
    await retainTexts(index, { kind: 'document', language, parentId: id }, new Set(there))
    const { details, detailsLackingFiles } = crawlIntervals
    const wholeAt = Date.now() - details + detailsLackingFiles
    await index.recordFiles({ kind, id, language }, { there, missing }, wholeAt)
  }

  async function addList(loaded: LoadedContent) {
    const { query, language, items } = loaded
    const entries = entriesOf(loaded)
    if (isParent(query.type)) {
      const known = titlesOf(query.type, language)
      if (query.ParentId === rootParent) known.clear()
      for (const { postID, postTitle } of items) known.set(postID, postTitle)
    }
    const hasText = items.some((post) => 'postDetails' in post)
    await put(entries, hasText)
    await record(index, loaded)
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

  /** Removes posts that the list no longer has. */
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
      // Posts can only be removed once both lists are known.
      if (categories && types)
        await retain(index, { kind, language }, new Set([...categories, ...types]))
      return
    }
    const parentId = contentTypes[query.type]?.screen ?? query.ParentId
    const isWhole = parentId === rootParent
    if (isWhole && kind === 'product') return
    await retain(index, { kind, language, ...(!isWhole && { parentId }) }, ids)
  }

  /** Removes the products of removed types: their lists will not be read again. */
  async function removeProductsOf(type: ContentType, ids: Set<string>, language: ContentLanguage) {
    if (type !== 'ProductsTypes') return
    const [, known = new Set<string>()] = typesIn(language)
    for (const parentId of known) {
      if (ids.has(parentId)) continue
      await retain(index, { kind: 'product', language, parentId }, new Set())
    }
  }

  return {
    async add(loaded) {
      const { query, items } = loaded
      if (query.type === 'SolProducts' && query.check === 'getPost') {
        for (const post of items) {
          const known = solutions.get(post.postID) ?? new Set()
          if (known.size < maxSolutions) known.add(query.ParentId)
          solutions.set(post.postID, known)
        }
      }
      if (!contentTypes[query.type] || (query.Pno === '1' && query.check === 'getPost')) return
      await (query.check === 'getPostDetails' ? addDetails(loaded) : addList(loaded))
    },
    async visited({ query, items }) {
      const kind = contentTypes[query.type]?.kind
      const [post] = items
      if (query.check !== 'getPostDetails' || !kind || !post) return
      await index.visit(kind, post.postID)
    },
    isCategory: (id) => contentLanguages.some((language) => typesIn(language)[0]?.has(id) === true),
    idsOf: (type) => [
      ...new Set(contentLanguages.flatMap((language) => [...titlesOf(type, language).keys()])),
    ],
  }
}

/** Removes the other texts of a scope, in as many calls as their time limit requires. */
async function retainTexts(index: Index, scope: Scope, ids: Set<string>) {
  while (!(await withRest(() => index.retain(scope, ids, maxWritingMs))));
}

/** Removes the other posts of a scope from the index, and records that they are gone. */
async function retain(index: Index, scope: Scope, ids: Set<string>) {
  await retainTexts(index, scope, ids)
  await index.retainPosts(scope, ids).catch(logRecordFailed)
}

/** Records a response's posts in the change log. */
async function record(index: Index, { query, language, items }: LoadedContent) {
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

/** Yields one batch at a time, since each is measured only when it is due. */
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

function entryKeyOf(entry: SearchEntry) {
  return hash('sha1', JSON.stringify(entry), 'base64')
}

function isParent(type: ContentType) {
  return foundTypes.some(({ parent }) => parent === type)
}

/** Search continues without the change log. */
const logRecordFailed = createThrottledLog((suppressed, error: unknown) =>
  log.warn({ error: String(error), suppressed }, 'change log update failed'),
)
