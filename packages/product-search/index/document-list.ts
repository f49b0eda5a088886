import { z } from 'zod'
import { type ContentLanguage, contentLanguages } from '../types.ts'
import { type SearchDatabase, kindOfItem, numberOfKind } from './schema.ts'
import {
  searchKinds,
  type DocumentFacts,
  type FileCount,
  type SearchHit,
  type SearchKind,
} from '../types.ts'
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
  /** postID of a type: the documents of its products. */
  typeId?: string
  /** Whether the site makes a datasheet of each product, and of all products of a type, which are listed as well. */
  withSheets?: boolean
  /** postIDs of the products of `ownerId`, whose sheets are listed with its documents. */
  productIds?: string[]
  /** The postIDs of categories, in whose order documents are listed; those of no category come last. */
  categoryIds?: string[]
  offset: number
  limit: number
}

export interface DocumentResults {
  /** The hit of a sheet is that of its product or type, with `sheetOf`. */
  hits: (SearchHit & { document: DocumentFacts })[]
  /** Number of documents of the kind asked for, or of all kinds. */
  total: number
  /** Number of documents of each kind, regardless of the kind asked for. */
  counts: Partial<Record<DocumentKind, number>>
  /** Number of documents of each category that has any, by its postID, regardless of the category asked for. */
  categories: Record<string, number>
  /** Number of documents of each type of the category asked for, by its postID, regardless of the type asked for. */
  types: Record<string, number>
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
const countRow = z.object({
  kind: z.enum(documentKinds),
  category: z.string().nullable(),
  type: z.string().nullable(),
  count: z.number(),
})

const [product, type] = [numberOfKind('product'), numberOfKind('type')]

/**
 * Documents with their products' types. A sheet, which no table has, is the negative row of its product or type.
 * @param areListed whether only the rows of the first parameter are read
 */
function from(withSheets: boolean, areListed: boolean) {
  const listed = (value: string) =>
    areListed ? `IN (SELECT ${value} FROM json_each(?1))` : 'IS NOT NULL'
  const files = `SELECT documents.id, documents.kind, NULL AS product, products.parent_id AS type
    FROM documents JOIN items AS own ON own.id = documents.id
    LEFT JOIN items AS products ON documents.owner_kind = 'product'
      AND products.kind = ${product} AND products.key = own.parent_id
    WHERE documents.id ${listed('value')}`
  const sheets = `SELECT -id, 'datasheet', key, parent_id FROM items
    WHERE ${areListed ? '+' : ''}kind = ${product} AND id ${listed('-value')}
    UNION ALL SELECT -id, 'catalogue', NULL, key FROM items AS types
    WHERE kind = ${type} AND id ${listed('-value')}
      AND EXISTS (SELECT 1 FROM items WHERE kind = ${product} AND parent_id = types.key)`
  return `(${withSheets ? `${files} UNION ALL ${sheets}` : files}) AS papers
    LEFT JOIN items AS types ON types.kind = ${type} AND types.key = papers.type`
}

/** Whether it is a sheet of what has no files. */
const isAlone = `papers.id < 0 AND NOT EXISTS (SELECT 1 FROM items AS own
  WHERE own.kind = ${numberOfKind('document')} AND own.parent_id = product)`

/** By category, then by the name of the product, in a language or else the other, with its sheet after its files. */
const inOrder = `(SELECT key FROM json_each(?) WHERE value = types.parent_id) NULLS LAST,
  papers.id < 0 AND product IS NULL,
  (SELECT iif(papers.id < 0, title, parent_title) FROM item_texts
   WHERE id IN (abs(papers.id) * 2, abs(papers.id) * 2 + 1) ORDER BY language = ? DESC LIMIT 1),
  papers.id < 0, papers.id`
const idRow = z.object({ id: z.number() })
const fileRow = idRow.extend({ product: z.number() })
const idList = z.array(z.string())

/** The documents that a list is restricted to. */
type DocumentFilter = Omit<DocumentQuestion, 'text' | 'offset' | 'limit'>

/** Counts of documents, each regardless of what is asked for of that selection. */
type DocumentCounts = Omit<DocumentResults, 'hits'>

const fileCount = z.object({ count: z.number(), sized: z.number(), bytes: z.number() })

/** Lists documents, whose IDs are rows; that of a sheet is the negative row of its product or type. */
export interface DocumentList {
  /** @param rows restricts the counted documents */
  count: (filter: DocumentFilter, rows?: readonly number[]) => DocumentCounts
  /** Lists documents by category and name, of all kinds those of products with files first. */
  list: (
    filter: DocumentFilter,
    offset: number,
    limit: number,
    rows?: readonly number[],
  ) => number[]
  /** Lists the files of products by their row. */
  listFiles: (products: readonly number[]) => Map<number, number[]>
  readFacts: (id: number) => DocumentFacts | undefined
  /** Counts the files of a type's products, and adds up their sizes. */
  countFiles: (typeId: string) => FileCount
  /** Returns what is known of a file. */
  readFile: (name: string) => Partial<DocumentFacts> & { isMissing?: true }
}

export function createDocumentList(database: SearchDatabase): DocumentList {
  const findOne = database.prepare('SELECT * FROM documents WHERE id = ?')
  const findId = database.prepare('SELECT id FROM items WHERE kind = ? AND key = ?')
  const findMissing = database.prepare('SELECT 1 FROM missing_files WHERE file = ?')
  const findFiles = database.prepare(
    `SELECT products.id AS product, documents.id FROM json_each(?) AS wanted
     CROSS JOIN items AS products ON products.id = wanted.value AND products.kind = ${product}
     CROSS JOIN items AS own ON own.kind = ${numberOfKind('document')} AND own.parent_id = products.key
     CROSS JOIN documents ON documents.id = own.id AND documents.owner_kind = 'product' ORDER BY documents.id`,
  )
  const sumFiles = database.prepare(
    `SELECT count(*) AS count, count(size) AS sized, total(size) AS bytes FROM items AS products
     CROSS JOIN items AS own ON own.kind = ${numberOfKind('document')} AND own.parent_id = products.key
     CROSS JOIN documents ON documents.id = own.id AND documents.owner_kind = 'product'
     WHERE products.kind = ${product} AND products.parent_id = ?`,
  )
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()

  /** Prepares each of the few different queries once. */
  function prepare(sql: string) {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }

  /** Restricts documents to rows and owners. */
  function where({ ownerId, productIds = [] }: DocumentFilter, rows?: readonly number[]) {
    const values = rows ? [JSON.stringify(rows)] : []
    if (ownerId === undefined) return { sql: '1', values }
    const sql = `(papers.id IN (SELECT document FROM document_owners WHERE owner = ?)
      OR product IN (SELECT value FROM json_each(?)))`
    return { sql, values: [...values, ownerId, JSON.stringify(productIds)] }
  }

  function readFacts(id: number): DocumentFacts | undefined {
    if (id < 0) {
      const ownerKind = kindOfItem(-id)
      const kind = ownerKind === 'product' ? 'datasheet' : 'catalogue'
      return { kind, fileLanguage: '', ownerKind, solutions: [] }
    }
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
    count(asked, rows) {
      const { documentKind, categoryId, typeId, withSheets = false } = asked
      const { sql, values } = where(asked, rows)
      const found = prepare(
        `SELECT papers.kind, types.parent_id AS category, type, count(*) AS count
         FROM ${from(withSheets, rows !== undefined)} WHERE ${sql} GROUP BY 1, 2, 3`,
      ).all(...values)
      let total = 0
      const kinds = new Map<string, number>()
      const categories = new Map<string, number>()
      const types = new Map<string, number>()
      for (const row of found) {
        const { kind, category, type: ofType, count } = countRow.parse(row)
        const isOfKind = documentKind === undefined || kind === documentKind
        const isOfCategory = categoryId === undefined || category === categoryId
        const isOfType = typeId === undefined || ofType === typeId
        if (isOfKind && isOfCategory && isOfType) total += count
        if (isOfCategory && isOfType) add(kinds, kind, count)
        if (isOfKind && category !== null) add(categories, category, count)
        if (isOfKind && isOfCategory && ofType !== null) add(types, ofType, count)
      }
      return {
        total,
        counts: Object.fromEntries(kinds),
        categories: Object.fromEntries(categories),
        types: Object.fromEntries(types),
      }
    },

    list(asked, offset, limit, rows) {
      const { sql, values } = where(asked, rows)
      const { categoryIds = [], language, documentKind, categoryId, typeId } = asked
      const chosen = [documentKind, categoryId, typeId].map((value) => value ?? null)
      const order = [JSON.stringify(categoryIds), contentLanguages.indexOf(language)]
      const found = prepare(
        `SELECT papers.id FROM ${from(asked.withSheets ?? false, rows !== undefined)} WHERE ${sql}
           AND papers.kind = coalesce(?, papers.kind)
           AND types.parent_id IS coalesce(?, types.parent_id) AND type IS coalesce(?, type)
         ORDER BY ${documentKind ? '' : `${isAlone},`} ${inOrder} LIMIT ? OFFSET ?`,
      ).all(...values, ...chosen, ...order, limit, offset)
      return found.map((row) => idRow.parse(row).id)
    },

    listFiles(products) {
      const files = new Map<number, number[]>()
      for (const row of findFiles.all(JSON.stringify(products))) {
        const { product: owner, id } = fileRow.parse(row)
        files.set(owner, [...(files.get(owner) ?? []), id])
      }
      return files
    },

    countFiles(typeId) {
      const { count, sized, bytes } = fileCount.parse(sumFiles.get(typeId))
      return { count, bytes: sized === count ? bytes : null }
    },

    readFacts,

    readFile(name) {
      if (findMissing.get(name) !== undefined) return { isMissing: true }
      const row = findId.get(numberOfKind('document'), name)
      return (row && readFacts(idRow.parse(row).id)) ?? {}
    },
  }
}

function add(counts: Map<string, number>, key: string, count: number) {
  counts.set(key, (counts.get(key) ?? 0) + count)
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
