import { hash } from 'node:crypto'
import PQueue from 'p-queue'
import { createThrottledLog, log } from '@site/runtime/log'
import type { FilesOfPost, Scope } from '../index/index-writer.ts'
import type { SearchThreads } from '../search-threads.ts'
import { contentLanguages, type ContentLanguage, type SearchEntry } from '../types.ts'
import { seenPostOf, type SeenIn, type SeenPost } from './change-log.ts'
import { rootParent, type FoundType, type LoadedContent, type SearchedContent } from './content.ts'
import { documentsOf, entryOf } from './entries.ts'
import { JointWriter } from './joint-writer.ts'
import { withRest } from './with-rest.ts'

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

/** Max. age of details before they are read again, ms; of those with missing files, which may have been uploaded since. */
export const maxDetailsAge = { whole: 24 * 60 * 60_000, lackingFiles: 60 * 60_000 }

/** Max. concurrent file checks: a product may have three hundred. */
const maxChecks = 20

/** How long an entry that crashed the thread is remembered, ms. */
const suspectMs = 24 * 60 * 60 * 1000

/**
 * Max. remembered products of solutions, solutions of one, empty lists, and entries that crashed the thread: a content
 * API whose IDs change sends new ones in each response.
 */
const maxRemembered = { products: 20_000, solutions: 50, emptyLists: 10_000, suspects: 1_000 }

type Index = Pick<
  SearchThreads,
  'put' | 'retain' | 'visit' | 'filesOf' | 'recordFiles' | 'recordPosts' | 'retainPosts'
>

/** Writes content to the index and the change log, whether visitors or the crawl have loaded it. */
export class Ingest {
  readonly #index: Index
  readonly #content: Pick<SearchedContent, 'checkFile' | 'Unavailable'>
  readonly #types: ReadonlyMap<string, FoundType>
  readonly #parents: ReadonlySet<string | null>
  readonly #checking = new PQueue({ concurrency: maxChecks })
  /** The last entries sent to the thread: when it crashes, no others are being written. */
  #written: Promise<unknown> = Promise.resolve()
  readonly #listEntries = new JointWriter<SearchEntry>((entries) => this.#put(entries, false))
  readonly #wholeEntries = new JointWriter<SearchEntry>((entries) => this.#put(entries, true))
  readonly #postsInDetails = new JointWriter<SeenPost>((posts) => this.#record(posts, 'details'))
  readonly #files = new JointWriter<FilesOfPost>((files) => this.#recordFiles(files))
  /** Titles of possible parents, by type and language, and by postID. */
  readonly #titles = new Map<string, Map<string, string>>()
  /** postIDs of categories and types, which share one kind, by type and language. */
  readonly #typeIds = new Map<string, Set<string>>()
  /** postIDs of the solutions of each product. */
  readonly #solutions = new Map<string, Set<string>>()
  /**
   * Entries being written when the thread crashed, by their content. One written alone is almost certainly the cause:
   * for a day only its titles are indexed.
   */
  readonly #suspects = new Map<string, 'alone' | 'with others'>()
  #suspectedAt = 0
  /** Lists that were empty once; the second time they are accepted. */
  readonly #emptyOnce = new Map<string, true>()

  constructor(index: Index, content: Pick<SearchedContent, 'types' | 'checkFile' | 'Unavailable'>) {
    this.#index = index
    this.#content = content
    this.#types = new Map(content.types.map((found) => [found.type, found]))
    this.#parents = new Set(content.types.map(({ parent }) => parent))
  }

  /** Indexes a response of the content API. */
  async add(loaded: LoadedContent) {
    const { query, items } = loaded
    if (query.type === 'SolProducts' && query.check === 'getPost') {
      for (const { postID } of items) this.#addSolution(postID, query.ParentId)
    }
    const found = this.#types.get(query.type)
    if (!found || (query.Pno === '1' && query.check === 'getPost')) return
    await (query.check === 'getPostDetails'
      ? this.#addDetails(found, loaded)
      : this.#addList(found, loaded))
  }

  /** Indexes a response to a visitor, and counts the visit, which sets the order of the crawl. */
  async addVisited(loaded: LoadedContent) {
    await this.add(loaded)
    const { query, items } = loaded
    const kind = this.#types.get(query.type)?.kind
    const [post] = items
    if (query.check !== 'getPostDetails' || !kind || !post) return
    await this.#index.visit(kind, post.postID)
  }

  /** Whether a post of the kind `type` is a category rather than a type. */
  isCategory(id: string) {
    return contentLanguages.some((language) =>
      this.#typeIds.get(`ProductsCategory ${language}`)?.has(id),
    )
  }

  /** Returns the postIDs of all known posts of a type, in either language. */
  idsOf(type: string) {
    const ids = contentLanguages.flatMap((language) => [...this.#titlesOf(type, language).keys()])
    return [...new Set(ids)]
  }

  #titlesOf(type: string, language: ContentLanguage) {
    const key = `${type} ${language}`
    const known = this.#titles.get(key) ?? new Map<string, string>()
    this.#titles.set(key, known)
    return known
  }

  #addSolution(product: string, solution: string) {
    const known = this.#solutions.get(product) ?? new Set()
    if (known.size < maxRemembered.solutions) known.add(solution)
    remember(this.#solutions, product, known, maxRemembered.products)
  }

  #entriesOf(found: FoundType, { language, items }: LoadedContent): SearchEntry[] {
    const parents = found.parent === null ? undefined : this.#titlesOf(found.parent, language)
    return items.flatMap((post, position) => {
      // The list of the other language has it in its own words.
      if ((post.postLanguage ?? language) !== language) return []
      const parentTitle = parents?.get(post.parentID) ?? ''
      return entryOf(found, post, { language, position, parentTitle })
    })
  }

  async #addDetails(found: FoundType, loaded: LoadedContent) {
    const entries = this.#entriesOf(found, loaded)
    await this.#wholeEntries.add(entries)
    await this.#postsInDetails.add(seenPostsOf(found, loaded, 'details'))
    const [post] = loaded.items
    const [owner] = entries
    // No screen shows the files of a category or type.
    if (!owner || !post?.postFiles || owner.kind === 'type') return
    const solutions = [...(this.#solutions.get(owner.id) ?? [])]
    const { offered, missing } = await this.#checkFiles(
      documentsOf(owner, post.postFiles, solutions),
    )
    await this.#wholeEntries.add(offered)
    const there = offered.map((entry) => entry.id)
    const { kind, id, language } = owner
    await this.#files.add([{ kind, id, language, there, missing }])
  }

  async #recordFiles(files: FilesOfPost[]) {
    const { whole, lackingFiles } = maxDetailsAge
    const wholeAt = Date.now() - whole + lackingFiles
    for (let at = 0; at < files.length;) {
      const rest = files.slice(at)
      at += await withRest(() => this.#index.recordFiles(rest, wholeAt, maxWritingMs))
    }
  }

  /** Completes documents with what their server says of them, without those that it lacks. */
  async #checkFiles(documents: ReturnType<typeof documentsOf>) {
    const checked = await this.#checking.addAll(
      documents.map((entry) => async () => ({
        entry,
        ...(await this.#content.checkFile(entry.id)),
      })),
    )
    // A file that was missing stays so while its server does not answer.
    const unknown = checked.filter(({ isMissing }) => isMissing === undefined)
    const known =
      unknown.length > 0
        ? await this.#index.filesOf(unknown.map(({ entry }) => entry.id))
        : undefined
    const offered: SearchEntry[] = []
    const missing: string[] = []
    for (const { entry, isMissing = known?.get(entry.id)?.isMissing, ...facts } of checked) {
      if (isMissing) missing.push(entry.id)
      else offered.push({ ...entry, document: { ...entry.document, ...facts } })
    }
    return { offered, missing }
  }

  async #addList(found: FoundType, loaded: LoadedContent) {
    const { query, language, items } = loaded
    const entries = this.#entriesOf(found, loaded)
    if (this.#parents.has(query.type)) {
      const known = this.#titlesOf(query.type, language)
      if (query.ParentId === rootParent) known.clear()
      for (const { postID, postTitle } of items) known.set(postID, postTitle)
    }
    const hasText = items.some((post) => post.postDetails !== undefined)
    await (hasText ? this.#wholeEntries : this.#listEntries).add(entries)
    await this.#record(seenPostsOf(found, loaded, 'list'), 'list', query.ParentId === rootParent)
    const key = JSON.stringify([query.type, query.ParentId, language])
    if (entries.length === 0 && !this.#emptyOnce.has(key)) {
      remember(this.#emptyOnce, key, true, maxRemembered.emptyLists)
      return
    }
    this.#emptyOnce.delete(key)
    await this.#removeOthers(found, loaded, new Set(entries.map(({ id }) => id)))
  }

  /** Removes posts that the list no longer has. */
  async #removeOthers(
    { type, kind, screen }: FoundType,
    { query, language }: LoadedContent,
    ids: Set<string>,
  ) {
    if (kind === 'type') {
      if (query.ParentId !== rootParent) return
      if (type === 'ProductsTypes') await this.#removeProductsOfOthers(ids, language)
      this.#typeIds.set(`${type} ${language}`, ids)
      const categories = this.#typeIds.get(`ProductsCategory ${language}`)
      const types = this.#typeIds.get(`ProductsTypes ${language}`)
      // Posts can only be removed once both lists are known.
      if (categories && types)
        await this.#retain({ kind, language }, new Set([...categories, ...types]))
      return
    }
    const parentId = screen ?? query.ParentId
    const isWhole = parentId === rootParent
    if (isWhole && kind === 'product') return
    await this.#retain({ kind, language, ...(!isWhole && { parentId }) }, ids)
  }

  /** Removes the products of removed types: their lists will not be read again. */
  async #removeProductsOfOthers(types: Set<string>, language: ContentLanguage) {
    for (const parentId of this.#typeIds.get(`ProductsTypes ${language}`) ?? []) {
      if (types.has(parentId)) continue
      await this.#retain({ kind: 'product', language, parentId }, new Set())
    }
  }

  async #put(entries: SearchEntry[], isWhole: boolean) {
    if (Date.now() - this.#suspectedAt > suspectMs) this.#suspects.clear()
    for (const batch of batchesOf(entries)) {
      // When a batch has crashed the thread, only separate calls show which entry caused it.
      const isSuspect = batch.some((entry) => this.#suspicionOf(entry) !== undefined)
      for (const call of isSuspect ? batch.map((entry) => [entry]) : [batch]) {
        for (let at = 0; at < call.length;) {
          const rest = call.slice(at)
          const written = this.#written.then(() => withRest(() => this.#putSome(rest, isWhole)))
          this.#written = written.catch(() => undefined)
          at += await written
        }
      }
    }
  }

  /** @returns the number of entries written */
  async #putSome(entries: SearchEntry[], isWhole: boolean) {
    const wanted = entries.map((entry) =>
      this.#suspicionOf(entry) === 'alone'
        ? { ...entry, specs: [], variants: [], text: '' }
        : entry,
    )
    try {
      return await this.#index.put(wanted, { isWhole, maxMs: maxWritingMs })
    } catch (error) {
      // Calls that did not reach a thread have no cause.
      if (error instanceof this.#content.Unavailable && error.cause !== undefined) {
        const how = entries.length === 1 ? 'alone' : 'with others'
        this.#suspectedAt = Date.now()
        for (const entry of entries) {
          remember(this.#suspects, entryKeyOf(entry), how, maxRemembered.suspects)
        }
      }
      throw error
    }
  }

  /** Tells how an entry was written when the thread crashed; hashing it is left out while there was no crash. */
  #suspicionOf(entry: SearchEntry) {
    return this.#suspects.size > 0 ? this.#suspects.get(entryKeyOf(entry)) : undefined
  }

  /** Removes the other posts of a scope from the index, and records that they are gone. */
  async #retain(scope: Scope, ids: Set<string>) {
    while (!(await withRest(() => this.#index.retain(scope, ids, maxWritingMs))));
    await this.#index.retainPosts(scope, ids).catch(logRecordFailed)
  }

  /** Records the posts of responses in the change log. */
  async #record(posts: SeenPost[], seenIn: SeenIn, isWhole = false) {
    for (let at = 0; at < posts.length; at += maxBatch.entries) {
      const batch = posts.slice(at, at + maxBatch.entries)
      await withRest(() =>
        this.#index.recordPosts(batch, seenIn, { isWhole }).catch(logRecordFailed),
      )
    }
  }
}

function seenPostsOf(found: FoundType, { language, items }: LoadedContent, seenIn: SeenIn) {
  return items.map((post) => seenPostOf(found, post, language, seenIn))
}

/** Sets an entry of a map, and empties a full one first: where keys change all the time, none is worth more. */
function remember<V>(known: Map<string, V>, key: string, value: V, max: number) {
  if (known.size >= max && !known.has(key)) known.clear()
  known.set(key, value)
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

/** Search continues without the change log. */
const logRecordFailed = createThrottledLog((suppressed, error: unknown) =>
  log.warn({ error: String(error), suppressed }, 'change log update failed'),
)
