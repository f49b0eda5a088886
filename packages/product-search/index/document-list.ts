import { z } from 'zod'
import { type ContentLanguage, contentLanguages } from '../types.ts'
import { type SearchDatabase, numberOfKind } from './schema.ts'
import { searchKinds, type DocumentFacts, type SearchHit, type SearchKind } from '../types.ts'
import { documentKinds, type DocumentKind } from '../document-kinds.ts'
import { inTransaction } from '@site/runtime/sqlite'

export interface DocumentQuestion {
  /** Empty lists all documents. */
  text: string
  language: ContentLanguage
  documentKind?: DocumentKind
  /** postID of a product or solution; a solution also has the documents of its products. */
  ownerId?: string
  /** postID of a category: the documents of its types' products. */
  categoryId?: string
  /** The postIDs of categories, in whose order documents are listed; those of no category come last. */
  categoryIds?: string[]
  offset: number
  limit: number
}

export interface DocumentResults {
  hits: (SearchHit & { document: DocumentFacts })[]
  /** Number of documents of the kind asked for, or of all kinds. */
  total: number
  /** Number of documents of each kind, regardless of the kind asked for. */
  counts: Partial<Record<DocumentKind, number>>
  /** Number of documents of each category that has any, by its postID, regardless of the category asked for. */
  categories: Record<string, number>
}

const documentRow = z.object({
  id: z.number(),
  kind: z.enum(documentKinds),
  file_language: z.enum([...contentLanguages, 'both', '']),
  owner_kind: z.enum(searchKinds),
  solutions: z.string(),
  size: z.number().nullable(),
  modified_at: z.string().nullable(),
})
const countRow = z.object({ kind: z.enum(documentKinds), count: z.number() })
const categoryRow = z.object({ category: z.string(), count: z.number() })

/** A document's category is the parent of the parent of the product that it belongs to. */
const categoryOf = `(SELECT types.parent_id FROM items AS own
  JOIN items AS products ON products.kind = ${numberOfKind('product')} AND products.key = own.parent_id
  JOIN items AS types ON types.kind = ${numberOfKind('type')} AND types.key = products.parent_id
  WHERE own.id = documents.id AND documents.owner_kind = 'product')`
/** By category, then by the name of the product, in a language or else the other. */
const inOrder = `(SELECT key FROM json_each(?) WHERE value = ${categoryOf}) NULLS LAST,
  (SELECT parent_title FROM item_texts WHERE id IN (documents.id * 2, documents.id * 2 + 1)
   ORDER BY language = ? DESC LIMIT 1), id`
const idRow = z.object({ id: z.number() })
const idList = z.array(z.string())

/** Lists documents by owner and kind. */
export interface DocumentList {
  /** Counts documents by kind. */
  count: (filter: Omit<DocumentFilter, 'documentKind'>) => DocumentResults['counts']
  /** Counts documents by category. */
  countByCategory: (filter: Omit<DocumentFilter, 'categoryId'>) => DocumentResults['categories']
  /** Lists rows by category and name. */
  list: (filter: DocumentFilter, asked: DocumentQuestion, offset: number, limit: number) => number[]
  readFacts: (id: number) => DocumentFacts | undefined
  /** Returns what is known of a file. */
  readFile: (name: string) => Partial<DocumentFacts> & { isMissing?: true }
}

export function createDocumentList(database: SearchDatabase): DocumentList {
  const findOne = database.prepare('SELECT * FROM documents WHERE id = ?')
  const findId = database.prepare('SELECT id FROM items WHERE kind = ? AND key = ?')
  const findMissing = database.prepare('SELECT 1 FROM missing_files WHERE file = ?')
  const ofOwner = 'id IN (SELECT document FROM document_owners WHERE owner = ?)'
  const ofRows = 'id IN (SELECT value FROM json_each(?))'
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()

  /** Prepares each of the few different queries once. */
  function prepare(sql: string) {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }

  function where(filter: DocumentFilter) {
    const conditions = ['1']
    const values: string[] = []
    const add = (condition: string, value: string) => {
      conditions.push(condition)
      values.push(value)
    }
    if (filter.rows) add(ofRows, JSON.stringify(filter.rows))
    if (filter.ownerId !== undefined) add(ofOwner, filter.ownerId)
    if (filter.categoryId !== undefined) add(`${categoryOf} = ?`, filter.categoryId)
    if (filter.documentKind !== undefined) add('kind = ?', filter.documentKind)
    return { sql: conditions.join(' AND '), values }
  }

  function readFacts(id: number): DocumentFacts | undefined {
    const row = findOne.get(id)
    if (row === undefined) return undefined
    const { kind, file_language, owner_kind, solutions, size, modified_at } = documentRow.parse(row)
    return {
      kind,
      fileLanguage: file_language,
      ownerKind: owner_kind,
      solutions: idList.parse(JSON.parse(solutions)),
      ...(size !== null && { size }),
      ...(modified_at !== null && { modifiedAt: modified_at }),
    }
  }

  return {
    count(filter) {
      const { sql, values } = where(filter)
      const rows = prepare(
        `SELECT kind, count(*) AS count FROM documents WHERE ${sql} GROUP BY kind`,
      ).all(...values)
      return Object.fromEntries(
        rows.map((row) => countRow.parse(row)).map((row) => [row.kind, row.count]),
      )
    },

    countByCategory(filter) {
      const { sql, values } = where(filter)
      const rows = prepare(
        `SELECT ${categoryOf} AS category, count(*) AS count FROM documents
         WHERE ${sql} AND category IS NOT NULL GROUP BY category`,
      ).all(...values)
      return Object.fromEntries(
        rows.map((row) => categoryRow.parse(row)).map((row) => [row.category, row.count]),
      )
    },

    list(filter, asked, offset, limit) {
      const { sql, values } = where(filter)
      const { categoryIds = [], language } = asked
      const order = [JSON.stringify(categoryIds), contentLanguages.indexOf(language)]
      const rows = prepare(
        `SELECT id FROM documents WHERE ${sql} ORDER BY ${inOrder} LIMIT ? OFFSET ?`,
      ).all(...values, ...order, limit, offset)
      return rows.map((row) => idRow.parse(row).id)
    },

    readFacts,

    readFile(name) {
      if (findMissing.get(name) !== undefined) return { isMissing: true }
      const row = findId.get(numberOfKind('document'), name)
      return (row && readFacts(idRow.parse(row).id)) ?? {}
    },
  }
}

interface DocumentFilter {
  /** Restricts the list to these rows. */
  rows?: number[]
  ownerId?: string | undefined
  categoryId?: string | undefined
  documentKind?: DocumentKind | undefined
}

const keyRow = z.object({ key: z.string() })

/** Lists the details to crawl next, and counts visits, which rank them. */
export interface CrawlList {
  /**
   * Lists the IDs of a kind whose details are unknown or older than a time: most visited first,
   * then in list order, then the oldest.
   */
  listDue: (
    kind: SearchKind,
    language: ContentLanguage,
    beforeMs: number,
    limit: number,
  ) => string[]
  /** Makes all details of these kinds due again; the index keeps what it has. */
  expire: (kinds: SearchKind[]) => void
  /** Counts a visit of an item, if it is known. */
  visit: (kind: SearchKind, id: string) => void
}

export function createCrawlList(database: SearchDatabase): CrawlList {
  const due = `kind = ? AND language = ? AND whole_at < ?`
  const listVisited = database.prepare(
    `SELECT items.key FROM items JOIN item_texts ON item_texts.id = items.id * 2 + ?2
     WHERE items.kind = ?1 AND items.visits > 0 AND whole_at < ?3
     ORDER BY visits DESC, position LIMIT ?4`,
  )
  const listOldest = database.prepare(
    `SELECT items.key FROM (SELECT id FROM item_texts WHERE ${due} ORDER BY whole_at, id LIMIT ?) AS old
     JOIN items ON items.id = old.id / 2`,
  )
  const expire = database.prepare('UPDATE item_texts SET whole_at = 0 WHERE kind = ?')
  const visit = database.prepare('UPDATE items SET visits = visits + 1 WHERE kind = ? AND key = ?')

  return {
    listDue(kind, language, beforeMs, limit) {
      const asked = [numberOfKind(kind), contentLanguages.indexOf(language), beforeMs, limit]
      const rows = [...listVisited.all(...asked), ...listOldest.all(...asked)]
      return [...new Set(rows.map((row) => keyRow.parse(row).key))].slice(0, limit)
    },

    expire(kinds) {
      inTransaction(database, () => {
        for (const kind of kinds) expire.run(numberOfKind(kind))
      })
    },

    visit(kind, id) {
      inTransaction(database, () => visit.run(numberOfKind(kind), id))
    },
  }
}
