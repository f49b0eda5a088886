import { z } from 'zod'
import type { Alternative, Clause } from './parse/clauses.ts'
import { contentLanguages, type ContentLanguage } from '../types.ts'
import { branchTerm } from '../language/synonym-phrases.ts'
import { scoreOf, toTermFields, withWeights, type TermFields } from './ranking.ts'
import type { IndexMemory } from '../index/memory.ts'
import { type SearchDatabase, kindOfItem, rowsOfKind, textId } from '../index/schema.ts'
import { searchKinds, type SearchKind } from '../types.ts'

/**
 * Builds the FTS5 query for all clauses. Each term is quoted, so that user input is never syntax.
 */
function allOf(clauses: readonly Clause[]) {
  return clauses.map(({ alternatives }) => `(${alternatives.map(one).join(' OR ')})`).join(' AND ')
}

/** Restricts `allOf` to titles and part numbers. */
function allInTitle(clauses: readonly Clause[]) {
  return `{code title} : (${allOf(clauses)})`
}

function one({ terms, match }: Alternative) {
  const quoted = terms.map((term) => `"${term.replaceAll('"', '')}"`)
  if (match === 'prefix') return `${quoted.join('')}*`
  return quoted.length > 1 ? `(${quoted.join(' AND ')})` : quoted.join('')
}

/** Maximum number of products, and of other items, that are counted and can be paged to. */
const maxFound = 1_000

/** Maximum number of results ranked; the others follow in list order. */
const maxRanked = 100
const maxRankedOfKind = 16
const maxTitles = 50

/** Number of results whose terms are in memory at once. */
const rankedPerBatch = 20

/** Maximum number of results of a query that leaves out some clauses. */
const maxOfSome = 60

/** Maximum number of queries that leave out some clauses. */
const maxRelaxed = 24

/** Maximum size of the remembered queries with their rows, and of the remembered terms, in UTF-16 units and rows. */
const maxKnownRows = 300_000
const maxKnownTerms = 600_000

/** Maximum number of products with the same code. */
const maxWithCode = 10

type Rows = [from: number, to: number]

const allRows: Rows = [0, Number.MAX_SAFE_INTEGER]

const rowsRow = z.object({ rows: z.string() })
const rowList = z.array(z.number())
const fieldsRow = z.object({ id: z.number(), fields: z.string(), position: z.number() })

/** An item's terms by language. */
type Terms = { fields: TermFields; isOwn: boolean }[]

/** Rows of items, best first. */
export interface RankedRows {
  rows: number[]
  /** The score of the first row. */
  best: number
}

const nothing: RankedRows = { rows: [], best: 0 }

/** Retrieves and ranks the items that match the clauses of a question. */
export interface Retriever {
  /** Finds all items that match all clauses; the best are ranked, the others follow in list order. */
  findAll: (
    clauses: Clause[],
    language: ContentLanguage,
    kinds?: readonly SearchKind[],
  ) => RankedRows
  /**
   * Finds the items that match as many of the clauses as any item does.
   * @param counts.most maximum number of clauses matched
   * @param counts.least minimum number of clauses matched
   */
  findMost: (
    clauses: Clause[],
    counts: { most: number; least: number },
    language: ContentLanguage,
    kinds: readonly SearchKind[],
  ) => RankedRows
  /** Reads the terms of rows in each language, with their weights; those of a list's products once. */
  readTerms: (rows: readonly number[], language: ContentLanguage) => Map<number, Terms>
  /** Lists the first products that have an order code or a part number, or replace one, by its one term. */
  listProductsWithCode: (terms: readonly string[], field?: 'code' | 'claims') => readonly number[]
  /** Lists the first products that match all clauses, the first of them in their titles or those of their types. */
  listProducts: (clauses: readonly Clause[], limit: number, named?: Clause) => readonly number[]
  /** Lists the products whose titles, or those of their types, or only these, match all clauses. */
  listProductsNamed: (clauses: Clause[], fields?: 'title parent' | 'parent') => readonly number[]
  /** Lists the items of a kind that have, or replace, the order codes and part numbers of all clauses. */
  listWithCodes: (clauses: Clause[], kind: SearchKind) => readonly number[]
  /** Whether the title of a product, or that of its type, matches all clauses. */
  isNamed: (clauses: Clause[]) => boolean
  /** Lists the first types and categories whose titles match a clause. */
  listTypesNamed: (clause: Clause) => readonly number[]
  /** Whether a clause is in the title of a branch: its town. */
  namesBranch: (clause: Clause) => boolean
  /** Whether any item matches all clauses. */
  isFound: (clauses: Clause[]) => boolean
}

export function createRetriever(database: SearchDatabase, memory: IndexMemory): Retriever {
  // Returned as one JSON value: fetching each row costs more than finding it. CAST is needed since
  // libsql binds numbers as REAL, for which FTS5 ignores the row limits and reads all matches.
  const findRows = database.prepare(
    `SELECT json_group_array(rowid) AS rows FROM (
       SELECT rowid FROM fts
       WHERE fts MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) LIMIT ?
     )`,
  )
  const findFields = database.prepare(
    `SELECT item_texts.id, fields, position FROM json_each(?) AS wanted
     JOIN item_texts ON item_texts.id = wanted.value JOIN items ON items.id = item_texts.id / 2`,
  )

  /** Rows by query, and terms by language and row: the lines of a list ask for the same words and products. */
  const knownRows = memory.createPart<readonly number[]>(maxKnownRows)
  const knownTerms = memory.createPart<Terms>(maxKnownTerms)

  function listRows(query: string, [from, to]: Rows, limit: number): readonly number[] {
    const { rows } = rowsRow.parse(findRows.get(query, from, to, limit))
    return rowList.parse(JSON.parse(rows))
  }

  /** Lists rows for what names products, which the lines of a list ask again and again. */
  function listKnownRows(query: string, rows: Rows, limit: number): readonly number[] {
    const key = `${rows.join(' ')} ${limit} ${query}`
    const found = knownRows.get(key) ?? listRows(query, rows, limit)
    knownRows.set(key, found, key.length + found.length)
    return found
  }

  /** @param limit of each kind; of all kinds, for products, and for all other items together */
  function listOfKinds(query: string, kinds: readonly SearchKind[], limit: number) {
    if (kinds.length < searchKinds.length)
      return kinds.flatMap((kind) => listRows(query, rowsOfKind(kind), limit))
    const products = rowsOfKind('product')
    const others: Rows = [0, products[0] - 1]
    return [...listRows(query, products, limit), ...listRows(query, others, limit)]
  }

  function readFields(rows: number[], language: ContentLanguage) {
    const ids = rows.flatMap((row) => contentLanguages.map((one) => textId(row, one)))
    const byRow = new Map<number, { languages: Terms; position: number }>()
    for (const found of findFields.all(JSON.stringify(ids))) {
      const { id, fields, position } = fieldsRow.parse(found)
      const row = Math.floor(id / contentLanguages.length)
      const known = byRow.get(row) ?? { languages: [], position }
      known.languages.push({ fields: toTermFields(fields), isOwn: id === textId(row, language) })
      byRow.set(row, known)
    }
    return byRow
  }

  function readTerms(rows: readonly number[], language: ContentLanguage) {
    const byRow = new Map<number, Terms>()
    const unknown: number[] = []
    for (const row of rows) {
      const known = knownTerms.get(`${language} ${row}`)
      if (known) byRow.set(row, known)
      else unknown.push(row)
    }
    for (const [row, { languages }] of readFields(unknown, language)) {
      const terms = languages.map((one) => ({ ...one, fields: withWeights(one.fields) }))
      const size = terms.reduce((sum, { fields }) => sum + fields.all.length, 0)
      knownTerms.set(`${language} ${row}`, terms, size)
      byRow.set(row, terms)
    }
    return byRow
  }

  const source = { listOfKinds, readFields }
  return {
    findAll: (clauses, language, kinds) => findAll(source, clauses, language, kinds),
    findMost: (clauses, counts, language, kinds) =>
      findMost(source, clauses, counts, language, kinds),
    readTerms,
    listProductsWithCode: (terms, field = 'code') =>
      listKnownRows(
        `{${field}} : (${one({ terms: [...terms], match: 'all', quality: 1 })})`,
        rowsOfKind('product'),
        maxWithCode,
      ),
    listProducts: (clauses, limit, named) =>
      listKnownRows(
        [...(named ? [`{title parent} : (${allOf([named])})`] : []), allOf(clauses)]
          .filter((part) => part !== '')
          .join(' AND '),
        rowsOfKind('product'),
        limit,
      ),
    listProductsNamed: (clauses, fields = 'title parent') =>
      listKnownRows(`{${fields}} : (${allOf(clauses)})`, rowsOfKind('product'), maxFound),
    listWithCodes: (clauses, kind) =>
      listKnownRows(`{code claims} : (${allOf(clauses)})`, rowsOfKind(kind), maxFound),
    isNamed: (clauses) =>
      listKnownRows(`{title parent} : (${allOf(clauses)})`, rowsOfKind('product'), 1).length > 0,
    listTypesNamed: (clause) =>
      listKnownRows(`{title} : (${allOf([clause])})`, rowsOfKind('type'), maxOfSome),
    namesBranch: (clause) =>
      !clause.isCode &&
      clause.number === undefined &&
      listKnownRows(`{title} : (${allOf([clause])} AND "${branchTerm()}")`, rowsOfKind('page'), 1)
        .length > 0,
    isFound: (clauses) => listKnownRows(allOf(clauses), allRows, 1).length > 0,
  }
}

/** Reads the rows that are found and ranked. */
interface RowSource {
  listOfKinds: (query: string, kinds: readonly SearchKind[], limit: number) => readonly number[]
  readFields: (
    rows: number[],
    language: ContentLanguage,
  ) => Map<number, { languages: Terms; position: number }>
}

function findAll(
  source: RowSource,
  clauses: Clause[],
  language: ContentLanguage,
  kinds: readonly SearchKind[] = searchKinds,
): RankedRows {
  if (clauses.length === 0) return nothing
  const rows = source.listOfKinds(allOf(clauses), kinds, maxFound)
  if (rows.length === 0) return nothing
  const listTitles = () => source.listOfKinds(allInTitle(clauses), kinds, maxTitles)
  const candidates = rows.length <= maxRanked ? rows : chooseCandidates(listTitles(), rows)
  const isAsked = new Set(clauses)
  const ranked = rank(source, candidates, clauses, language, () => isAsked)
  if (ranked.rows.length === rows.length) return ranked
  const isRanked = new Set(ranked.rows)
  return { ...ranked, rows: [...ranked.rows, ...rows.filter((row) => !isRanked.has(row))] }
}

function findMost(
  source: RowSource,
  clauses: Clause[],
  { most, least }: { most: number; least: number },
  language: ContentLanguage,
  kinds: readonly SearchKind[],
): RankedRows {
  const matched = new Map<number, Set<Clause>>()
  let queries = 0
  for (let size = most; size >= least && matched.size === 0; size--) {
    for (const some of listSubsets(clauses, size)) {
      if (++queries > maxRelaxed) break
      for (const row of source.listOfKinds(allOf(some), kinds, maxOfSome)) {
        const known = matched.get(row) ?? new Set()
        for (const clause of some) known.add(clause)
        matched.set(row, known)
      }
    }
  }
  const rows = [...matched.keys()].slice(0, maxRanked)
  return rank(source, rows, clauses, language, (row) => matched.get(row) ?? new Set())
}

function rank(
  source: RowSource,
  rows: readonly number[],
  clauses: Clause[],
  language: ContentLanguage,
  clausesOf: (row: number) => ReadonlySet<Clause>,
): RankedRows {
  const ranked: { row: number; position: number; score: number }[] = []
  for (let at = 0; at < rows.length; at += rankedPerBatch) {
    const some = rows.slice(at, at + rankedPerBatch)
    const texts = source.readFields(some, language)
    for (const row of some) {
      const { languages = [], position = 0 } = texts.get(row) ?? {}
      const found = clausesOf(row)
      const score = scoreOf(clauses, languages, (clause) => found.has(clause))
      ranked.push({ row, position, score })
    }
  }
  ranked.sort((a, b) => b.score - a.score || a.position - b.position || a.row - b.row)
  return { rows: ranked.map(({ row }) => row), best: ranked[0]?.score ?? 0 }
}

/** Chooses items with all clauses in their `titles`, then the first of each kind, then others. */
function chooseCandidates(titles: readonly number[], rows: readonly number[]) {
  const chosen = new Set(titles.slice(0, maxRanked))
  const counts = new Map<SearchKind, number>()
  for (const row of rows) {
    const kind = kindOfItem(row)
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    if (count < maxRankedOfKind) chosen.add(row)
  }
  for (const row of rows) {
    if (chosen.size >= maxRanked) break
    chosen.add(row)
  }
  return [...chosen]
}

/** Generates the subsets of a given size. */
function* listSubsets<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) {
    yield []
    return
  }
  for (let at = from; at <= items.length - size; at++) {
    const item = items[at]
    if (item === undefined) continue
    for (const rest of listSubsets(items, size - 1, at + 1)) yield [item, ...rest]
  }
}
