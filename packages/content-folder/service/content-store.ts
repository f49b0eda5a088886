import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { inTransaction } from '@site/runtime/sqlite'
import type { ContentDatabase } from '../database.ts'
import { foldTitle, pageSize, rootParent, type Language } from '../wire.ts'

/** The query of a get-post call; an empty string does not filter. */
export interface PostQuery {
  type: string
  language: Language
  /** NTROOT0 for all items of the type. */
  parentId: string
  postId: string
  /** Part of the title. */
  title: string
  /** All items, only the first, or a page counted from 1. */
  extent: 'all' | 'first' | { page: number }
}

export interface Email {
  title: string
  details: string
  comEmail: string
  comEmailPort: number | undefined
  isSend: boolean
}

export interface ContentStore {
  /** Lists items in the type's order, as a JSON array. */
  listItems(query: PostQuery): string
  /** Lists the item of a details call, as a JSON array that is empty if there is no such post. */
  listDetailItems(query: PostQuery): string
  /** Finds the company's name: the title of its footer. */
  findCompanyName(language: Language): string | undefined
  /**
   * Stores an e-mail durably.
   * @returns its ID; null when the store is full
   */
  storeEmail(email: Email): string | null
  /**
   * Stores a company record durably.
   * @returns its ID; null when the store is full
   */
  storeCompany(fields: ReadonlyMap<string, string>): string | null
}

const joinedItems = z.object({ items: z.string().nullable() })
const footerItems = z.array(z.object({ postTitle: z.string() }))

/**
 * Creates the database queries of the API calls.
 * @param maxRecords limit of e-mails, and of company records. Stored records are never evicted:
 * otherwise anyone could push out real enquiries by sending more.
 */
export function createContentStore(database: ContentDatabase, maxRecords: number): ContentStore {
  // Counted in the INSERT itself, since other processes may insert too.
  const insertEmail = database.prepare(`INSERT INTO emails SELECT ?, ?, ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM emails) < ${maxRecords}`)
  const insertCompany = database.prepare(`INSERT INTO companies SELECT ?, ?, ?
    WHERE (SELECT count(*) FROM companies) < ${maxRecords}`)
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()

  /** Prepares each of the few different queries once. */
  function prepare(sql: string) {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }

  /**
   * Concatenates the items in SQLite: fetching thousands of rows one by one takes three times as
   * long.
   */
  function select(column: 'list_item' | 'detail_item', query: PostQuery): string {
    const conditions = ['type = ?', 'language = ?']
    const values: (string | number)[] = [query.type, query.language]
    const addCondition = (condition: string, value: string) => {
      conditions.push(condition)
      values.push(value)
    }
    if (query.postId !== '') addCondition('id = ?', query.postId)
    if (query.parentId !== rootParent) addCondition('parent_id = ?', query.parentId)
    const title = foldTitle(query.title)
    if (title !== '') addCondition('instr(folded_title, ?) > 0', title)

    const sql = `SELECT group_concat(item, ',') AS items FROM (SELECT ${column} AS item FROM posts
      WHERE ${conditions.join(' AND ')} ORDER BY position LIMIT ? OFFSET ?)`
    const { limit, offset } = toLimit(query.extent)
    const { items } = joinedItems.parse(prepare(sql).get(...values, limit, offset))
    // A statement that always holds is one of today. Within a text, its quotation marks would be escaped.
    const dated = items?.replaceAll(
      '"asOf":"today"',
      `"asOf":"${new Date().toISOString().slice(0, 10)}"`,
    )
    return `[${dated ?? ''}]`
  }

  return {
    listItems: (query) => select('list_item', query),

    // A product of two solutions has two rows; the first is returned.
    listDetailItems: (query) => select('detail_item', { ...query, extent: 'first' }),

    findCompanyName(language) {
      const items = select('list_item', {
        type: 'Footer.Data',
        language,
        parentId: rootParent,
        postId: '',
        title: '',
        extent: 'first',
      })
      return footerItems.parse(JSON.parse(items))[0]?.postTitle
    },

    storeEmail(email) {
      const id = randomUUID()
      const { title, details, comEmail, comEmailPort = null, isSend } = email
      const row = [
        id,
        new Date().toISOString(),
        title,
        details,
        comEmail,
        comEmailPort,
        isSend ? 1 : 0,
      ]
      const { changes } = inTransaction(database, () => insertEmail.run(...row))
      return changes > 0 ? id : null
    },

    storeCompany(fields) {
      const id = randomUUID()
      const text = JSON.stringify(Object.fromEntries(fields))
      const row = [id, new Date().toISOString(), text]
      const { changes } = inTransaction(database, () => insertCompany.run(...row))
      return changes > 0 ? id : null
    },
  }
}

/** Converts an extent; LIMIT -1 means no limit in SQLite. */
function toLimit(extent: PostQuery['extent']): { limit: number; offset: number } {
  if (extent === 'all') return { limit: -1, offset: 0 }
  if (extent === 'first') return { limit: 1, offset: 0 }
  return { limit: pageSize, offset: (extent.page - 1) * pageSize }
}
