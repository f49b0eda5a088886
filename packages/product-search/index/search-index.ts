import { z } from 'zod'
import type { ContentLanguage } from '../types.ts'
import { inTransaction } from '@site/runtime/sqlite'
import { answer, isOfDocuments, isOfSheets, type Answer } from '../question/answer.ts'
import type { Clause } from '../question/parse/clauses.ts'
import {
  createCrawlList,
  type CrawlList,
  createDocumentList,
  type DocumentList,
  type DocumentQuestion,
  type DocumentResults,
} from './document-list.ts'
import { createRetriever, type Retriever } from '../question/retriever.ts'
import { createHitReader } from '../question/hits.ts'
import { createGrading, gradeAnswer, sortByStock, type GradedRows } from '../question/grading.ts'
import { matchLine } from '../list/match-line.ts'
import type { LineIndex } from '../list/write-out.ts'
import { createIndexMemory } from './memory.ts'
import { createIndexWriter, type FilesOfPost, type Scope } from './index-writer.ts'
import { listNumbers } from '../language/relations.ts'
import { topicOf } from '../language/synonym-phrases.ts'
import {
  openDatabase,
  openToRead,
  type SearchDatabase,
  kindOfItem,
  numberOfKind,
  textId,
  readSpecs,
  readVariants,
} from './schema.ts'
import {
  searchKinds,
  type DocumentFacts,
  type FileCount,
  type LineMatch,
  type SearchEntry,
  type SearchHit,
  type SearchKind,
  type SearchQuestion,
  type SearchResults,
  type Variant,
} from '../types.ts'
import { createVocabulary } from './vocabulary.ts'

const stateRow = z.object({ value: z.string() })
const countRow = z.object({ id: z.number(), count: z.number() })
const idRow = z.object({ id: z.number() })
const titleRow = z.object({ title: z.string() })
/** Max. products that are read to find the one with an order code: its words may be in that of another. */
const maxNamed = 3

const specsRow = z.object({ specs: z.string(), variants: z.string() })

/**
 * Opens or creates the index of a site's content. All calls are synchronous.
 * @param file `:memory:` for an index that ends with the process
 * @param report called once with the reason if the file was rebuilt: it was damaged, or belonged to
 * another program or version
 * @throws Error if the file cannot be opened or written; an SqliteError of code SQLITE_CORRUPT from
 * any call that reads a damaged part of the file
 */
export function openSearchIndex(file: string, report: (reason: string) => void = () => undefined) {
  return createSearchIndex(openDatabase(file, report))
}

/**
 * Opens the index that another thread writes; the methods that write fail.
 * @throws Error if there is none of this version
 */
export function readSearchIndex(file: string): SearchIndex {
  return createSearchIndex(openToRead(file))
}

/** The methods that only read the index, and for which a visitor waits. */
export interface Questions {
  /**
   * Searches items of all kinds, best first. At most a thousand products count, and as many other
   * items.
   */
  search: (question: SearchQuestion) => SearchResults
  /** Finds the best items for a question whose last word may be unfinished. */
  suggest: (
    text: string,
    language: ContentLanguage,
    limit: number,
    withSheets?: boolean,
  ) => SearchHit[]
  /** Finds the products that lines of a bill of quantities ask for, in the lines' order. */
  matchLines: (questions: readonly string[], language: ContentLanguage) => LineMatch[]
  /** Lists documents: those that match the question, best first, or all by category and name. */
  documents: (question: DocumentQuestion) => DocumentResults
  /**
   * Returns the known specifications and variants of products by ID.
   * @param maxLength limit of their JSON, in UTF-16 units: no product is read after the one that
   * reaches it
   * @returns the specifications, their length, and how many of the IDs were looked up
   */
  specsOf: (
    ids: readonly string[],
    language: ContentLanguage,
    maxLength: number,
  ) => {
    found: Map<string, Pick<SearchEntry, 'specs' | 'variants'>>
    length: number
    lookedUp: number
  }
  /** Finds the products that others name, by the text that names them; unknown ones are omitted. */
  productsNamed: (
    names: readonly string[],
    language: ContentLanguage,
  ) => Map<string, SearchHit | undefined>
  /** Returns the known titles of items of a kind by ID. */
  titlesOf: (
    kind: SearchKind,
    ids: readonly string[],
    language: ContentLanguage,
  ) => Map<string, string>
  /** Counts the files of a type's products, and adds up their sizes. */
  countFiles: (typeId: string) => FileCount
  /** Returns what is known of files, by file name. */
  filesOf: (
    fileNames: readonly string[],
  ) => Map<string, Partial<DocumentFacts> & { isMissing?: true }>
}

/** The index of a site's content. All calls are synchronous. */
export interface SearchIndex extends Questions, CrawlList {
  /**
   * Inserts entries, or replaces the texts of known items in their language. Unchanged entries
   * cost almost nothing.
   * @param options.isWhole whether the entries come from details. Entries from lists keep the
   * known text, specifications and variants that they lack.
   * @param options.maxMs time limit, ms; the first entry is always written
   * @returns how many entries were written
   */
  put: (entries: SearchEntry[], options?: { isWhole?: boolean; maxMs?: number }) => number
  /**
   * Removes the texts of a kind, optionally of one parent, in one language that are not in `ids`.
   * An item is removed with its last text, and its documents with it.
   * @param maxMs time limit, ms; the first text is always removed
   * @returns whether all were removed
   */
  retain: (scope: Scope, ids: ReadonlySet<string>, maxMs?: number) => boolean
  /**
   * Records which files of posts their server has, and which it lacks, and removes the posts' other documents.
   * @param wholeAt if any is missing, the time from which the age of the post's details counts, ms since the epoch
   * @param maxMs time limit, ms
   * @returns of how many posts all is done
   */
  recordFiles: (files: FilesOfPost[], wholeAt: number, maxMs?: number) => number
  /** Counts texts written or removed since the file was opened. */
  textChanges: () => number
  /** Reads a value stored by the caller. */
  readState: (key: string) => string | undefined
  /** Stores a value for the caller. */
  writeState: (key: string, value: string) => void
  /** Counts items by kind. */
  count: () => Partial<Record<SearchKind, number>>
  close: () => void
}

function createSearchIndex(database: SearchDatabase): SearchIndex {
  const vocabulary = createVocabulary(database)
  const writer = createIndexWriter(database, vocabulary)
  const memory = createIndexMemory(database)
  const retriever = createRetriever(database, memory)
  const grading = createGrading(database, retriever, memory)
  const hits = createHitReader(database)
  const documents = createDocumentList(database)
  const findState = database.prepare('SELECT value FROM state WHERE key = ?')
  const setState = database.prepare('INSERT OR REPLACE INTO state VALUES (?, ?)')
  const countItems = database.prepare(
    'SELECT min(id) AS id, count(*) AS count FROM items GROUP BY kind',
  )
  const findItemRow = database.prepare('SELECT id FROM items WHERE kind = ? AND key = ?')
  const findTitle = database.prepare('SELECT title FROM item_texts WHERE id = ?')
  const findSpecs = database.prepare(
    "SELECT specs, variants FROM item_texts WHERE id = ? AND (specs <> '[]' OR variants <> '[]')",
  )

  function findItem(kind: SearchKind, key: string) {
    const row = findItemRow.get(numberOfKind(kind), key)
    return row === undefined ? undefined : idRow.parse(row).id
  }
  const parts: IndexParts = { retriever, vocabulary, grading, hits, documents, findItem }

  return {
    put: (entries, { isWhole = false, maxMs = Infinity } = {}) =>
      writer.put(entries, isWhole, maxMs),

    retain: (scope, ids, maxMs = Infinity) => writer.retain(scope, ids, maxMs),

    search: (question) => search(parts, question),

    suggest(text, language, limit, withSheets = false) {
      const { rows, readHits } = answerGraded(parts, { text, language, withSheets }, true)
      return readHits(rows.slice(0, limit), false)
    },

    matchLines: (questions, language) =>
      questions.map((question) => matchLine(parts, question, language)),

    documents: (question) => listDocuments(parts, question),

    ...createCrawlList(database),

    specsOf(ids, language, maxLength) {
      const found = new Map<string, Pick<SearchEntry, 'specs' | 'variants'>>()
      let length = 0
      let lookedUp = 0
      for (const id of ids) {
        if (length >= maxLength) break
        lookedUp += 1
        const item = findItem('product', id)
        const row = item && findSpecs.get(textId(item, language))
        if (row === undefined) continue
        const { specs, variants } = specsRow.parse(row)
        length += specs.length + variants.length
        found.set(id, { specs: readSpecs(specs), variants: readVariants(variants) })
      }
      return { found, length, lookedUp }
    },

    productsNamed: (names, language) =>
      new Map(names.map((name) => [name, findNamed(parts, name, language)])),

    titlesOf(kind, ids, language) {
      const titles = new Map<string, string>()
      for (const id of ids) {
        const item = findItem(kind, id)
        const row = item && findTitle.get(textId(item, language))
        if (row !== undefined) titles.set(id, titleRow.parse(row).title)
      }
      return titles
    },

    recordFiles: (files, wholeAt, maxMs = Infinity) => writer.recordFiles(files, wholeAt, maxMs),

    countFiles: documents.countFiles,

    filesOf: (fileNames) => new Map(fileNames.map((name) => [name, documents.readFile(name)])),

    textChanges: () => writer.changes(),

    readState(key) {
      const row = findState.get(`own ${key}`)
      return row === undefined ? undefined : stateRow.parse(row).value
    },
    writeState(key, value) {
      inTransaction(database, () => setState.run(`own ${key}`, value))
    },

    count() {
      const counts: Partial<Record<SearchKind, number>> = {}
      for (const row of countItems.all()) {
        const { id, count } = countRow.parse(row)
        counts[kindOfItem(id)] = count
      }
      return counts
    },

    close() {
      database.close()
    },
  }
}

/** The parts of the index that visitors' questions are answered with. */
interface IndexParts extends LineIndex {
  documents: DocumentList
  /** Finds the row of an item. */
  findItem: (kind: SearchKind, key: string) => number | undefined
}

function search(parts: IndexParts, question: SearchQuestion): SearchResults {
  const { kind, offset, limit } = question
  const graded = answerGraded(parts, question, false)
  const { rows, unmet, searchedInstead, closest, without } = graded
  const topic = topicOf(graded.text)
  const counts: SearchResults['counts'] = {}
  for (const row of rows) {
    const found = kindOfItem(row)
    counts[found] = (counts[found] ?? 0) + 1
  }
  const asked = kind === undefined ? rows : rows.filter((row) => kindOfItem(row) === kind)
  return {
    hits: graded.readHits(asked.slice(offset, offset + limit), true),
    total: asked.length,
    counts,
    ...(unmet && { unmet }),
    ...(searchedInstead !== undefined && { searchedInstead }),
    ...(closest !== undefined && { closest }),
    ...(without?.length && { without }),
    ...(topic && { topic }),
  }
}

/** Answers a question, with its products graded by its conditions. */
function answerGraded(
  parts: IndexParts,
  { text, language, withSheets = false }: Pick<SearchQuestion, 'text' | 'language' | 'withSheets'>,
  isTyping: boolean,
) {
  const answered = answer(parts, { text, language, isTyping, kinds: searchKinds })
  const byGrade: GradedRows & { codes?: ReadonlyMap<number, Variant[]> } = gradeAnswer(
    parts.grading,
    answered,
    language,
    isTyping,
  )
  const graded = {
    ...byGrade,
    ...(answered.stockAt && sortByStock(parts.grading, byGrade, answered, language)),
  }
  const { clauses, rows } = answered
  // Products that only meet the conditions are no answer to the number of another maker.
  const unknown =
    rows.length > 0 || graded.rows.length === 0
      ? []
      : clauses.filter((one) => one.word !== undefined && !parts.retriever.isFound([one]))
  const without = unknown.map(({ from, to }) => text.slice(from, to))
  return {
    without,
    ...answered,
    ...graded,
    rows: withSheetsIn(parts, graded.rows, answered.clauses, { language, withSheets }),
    readHits: (rows: number[], withMatch: boolean) =>
      rows.flatMap((row) => {
        if (row < 0) return readSheet(parts, row, answered.clauses, language) ?? []
        const grade = graded.grades.get(row)
        // A branch is found by its town, whatever numbers of the question its text has.
        if (row === answered.branch)
          return (
            parts.hits.readHit(row, answered.stockAt ?? [], language, { withMatch: false }) ?? []
          )
        const unmet = new Set(grade?.unmetClauses)
        const clauses = answered.clauses.filter((clause) => !unmet.has(clause))
        const hit = parts.hits.readHit(row, clauses, language, {
          ...{ withMatch, grade },
          codes: graded.codes?.get(row),
        })
        if (hit?.replacedBy)
          hit.replacedBy.product = findNamed(parts, hit.replacedBy.text, language)
        return hit ?? []
      }),
  }
}

/** Finds a product by what others call it: an order code, a number in its title, or its postID. */
function findNamed(parts: IndexParts, name: string, language: ContentLanguage) {
  for (const number of listNumbers(name)) {
    const whole = { terms: [number], match: 'all' as const, quality: 1 }
    const clause = { from: 0, to: 0, weight: 1, isCode: true, alternatives: [whole] }
    for (const row of parts.retriever.listProductsWithCode([number]).slice(0, maxNamed)) {
      const hit = parts.hits.readHit(row, [clause], language, { withMatch: false })
      if (hit?.code || hit?.titleMarks.length) return hit
    }
  }
  const item = parts.findItem('product', name)
  return item === undefined
    ? undefined
    : parts.hits.readHit(item, [], language, { withMatch: false })
}

/**
 * Adds sheets to the answer of a question for them: that of the best product or type comes before it, the others last.
 * A question for nothing else is answered first with the screen that lists them.
 */
function withSheetsIn(
  { documents }: IndexParts,
  rows: number[],
  clauses: readonly Clause[],
  asked: { language: ContentLanguage; withSheets: boolean },
) {
  if (!clauses.some(isOfSheets)) return rows
  if (clauses.every(isOfSheets)) {
    const screen = rows.find((row) => kindOfItem(row) === 'page')
    return screen === undefined ? rows : [...new Set([screen, ...rows])]
  }
  if (!asked.withSheets || clauses.every(isOfDocuments)) return rows
  const wanted = rows.map((row) => -row)
  const there = new Set(documents.list(asked, 0, wanted.length, wanted))
  const [best, ...others] = wanted.filter((row) => there.has(row))
  return best === undefined ? rows : [...rows.toSpliced(rows.indexOf(-best), 0, best), ...others]
}

function readSheet(
  { hits }: IndexParts,
  row: number,
  clauses: readonly Clause[],
  language: ContentLanguage,
): SearchHit | undefined {
  const hit = hits.readHit(-row, clauses, language, { withMatch: false })
  if (!hit) return undefined
  const { id, parentId, title, titleMarks, parentTitle, date, position } = hit
  return {
    ...{ kind: 'document', id, parentId, language: hit.language, title, titleMarks, parentTitle },
    ...{ subTitle: '', image: '', date, position },
    sheetOf: hit.kind === 'product' ? 'product' : 'type',
  }
}

/** Restricts the answer of a question for an order code to what has it: others may mention it. */
function withCodes({ listWithCodes }: Retriever, { rows, clauses }: Answer) {
  const codes = clauses.flatMap((clause) =>
    clause.isCode ? [{ ...clause, alternatives: clause.alternatives.slice(0, 1) }] : [],
  )
  const products = codes.length > 0 ? listWithCodes(codes, 'product') : []
  if (products.length === 0) return rows
  const named = new Set([...products, ...listWithCodes(codes, 'document')])
  return rows.filter((row) => named.has(row))
}

/** Max. documents of a kind that are found by its name alone. */
const maxOfKind = 1_000

function listDocuments(parts: IndexParts, question: DocumentQuestion): DocumentResults {
  const { documents, hits } = parts
  const { text, language, offset, limit } = question
  const { rows, clauses } = text.trim() === '' ? { clauses: [] } : findDocuments(parts, question)
  const listed = rows && new Set(documents.list(question, 0, rows.length, rows))
  const shown =
    rows && listed
      ? rows.filter((row) => listed.has(row)).slice(offset, offset + limit)
      : documents.list(question, offset, limit)
  const found = shown.flatMap((row) => {
    const document = documents.readFacts(row)
    const hit =
      row < 0
        ? readSheet(parts, row, clauses, language)
        : hits.readHit(row, clauses, language, { withMatch: false })
    return document && hit ? [{ ...hit, document }] : []
  })
  return { hits: found, ...documents.count(question, rows) }
}

/**
 * Finds documents by their own words, and by all that their products are found by. Those of a product follow one
 * another: the better its own words match, the earlier, and its sheet last, unless it is asked for. Those of another
 * kind that is asked for come before all.
 */
function findDocuments(parts: IndexParts, question: DocumentQuestion) {
  const { documents } = parts
  const asked = { text: question.text, language: question.language, isTyping: false }
  const own = answer(parts, { ...asked, kinds: ['document'] })
  if (own.clauses.every(isOfDocuments)) {
    const kinds = own.clauses.some(isOfSheets) ? (['datasheet', 'catalogue'] as const) : []
    const ofKinds = kinds.flatMap((documentKind) =>
      documents.list({ ...question, documentKind }, 0, maxOfKind),
    )
    return { ...own, rows: [...new Set([...own.rows, ...ofKinds])] }
  }
  const found = answer(parts, { ...asked, kinds: ['type', 'product', 'document'] })
  const { clauses } = found
  // ISO 9001 without its number is another standard.
  const isNumbered = clauses.some(({ alternatives: [whole] }) =>
    /^\d+$/.test(whole?.terms[0] ?? ''),
  )
  const rows = found.without && isNumbered ? [] : withCodes(parts.retriever, found)
  const files = documents.listFiles(rows)
  const areSheets = clauses.some(isOfSheets)
  const ranks = new Map(rows.map((row, rank) => [row, rank]))
  const rankOf = (row: number) => ranks.get(row) ?? rows.length
  const papers = rows.flatMap((row) => {
    if (kindOfItem(row) === 'document') return [row]
    const ofProduct = (files.get(row) ?? []).sort((a, b) => rankOf(a) - rankOf(b))
    return areSheets ? [-row, ...ofProduct] : [...ofProduct, -row]
  })
  const isOfKind = !areSheets && clauses.some(isOfDocuments)
  const ofKind = isOfKind ? rows.filter((row) => kindOfItem(row) === 'document') : []
  return { clauses, rows: [...new Set([...ofKind, ...papers])] }
}
