import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ContentDatabase } from './database.ts'
import { foldTitle } from './title-search.ts'
import { pageSize, rootParent } from './wire.ts'
import type { Language } from './wire.ts'

/** What a get-post call asks for; an empty text leaves that out of the question. */
export interface PostQuestion {
  type: string
  language: Language
  /** NTROOT0 for all items of the type. */
  parentId: string
  postId: string
  /** A part of the title. */
  title: string
  /** All of them, the first alone, or a page counted from 1. */
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
  /** The items that a list answers, in the type's order, as JSON text of a list. */
  listItems(question: PostQuestion): string
  /** The items that a detail answers, likewise: one, or none if there is no such post. */
  listDetailItems(question: PostQuestion): string
  /** The company's name in a language: the title of its footer. */
  findCompanyName(language: Language): string | undefined
  /** Returns the new e-mail's id once it is on the disk; null when there is no room for it. */
  storeEmail(email: Email): string | null
  /** Returns the new record's id once it is on the disk; null when there is no room for it. */
  storeCompany(fields: ReadonlyMap<string, string>): string | null
}

const joinedItems = z.object({ items: z.string().nullable() })
const footerItems = z.array(z.object({ postTitle: z.string() }))

/**
 * The questions that the calls put to the database.
 * @param mostRecords of e-mails, and of company records. What is stored stays: whoever could push it
 *   out by sending more would take enquiries from the company.
 */
export function createContentStore(database: ContentDatabase, mostRecords: number): ContentStore {
  // Counted as it is stored, since other processes may store too.
  const insertEmail = database.prepare(`INSERT INTO emails SELECT ?, ?, ?, ?, ?, ?, ?
    WHERE (SELECT count(*) FROM emails) < ${mostRecords}`)
  const insertCompany = database.prepare(`INSERT INTO companies SELECT ?, ?, ?
    WHERE (SELECT count(*) FROM companies) < ${mostRecords}`)
  const prepared = new Map<string, ReturnType<typeof database.prepare>>()

  /** There are a few shapes of question, and each is prepared once. */
  function prepare(sql: string) {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }

  /** SQLite joins the items: rows by the thousand, each handed over alone, take three times as long. */
  function select(column: 'list_item' | 'detail_item', question: PostQuestion): string {
    const conditions = ['type = ?', 'language = ?']
    const values: (string | number)[] = [question.type, question.language]
    const ask = (condition: string, value: string) => {
      conditions.push(condition)
      values.push(value)
    }
    if (question.postId !== '') ask('id = ?', question.postId)
    if (question.parentId !== rootParent) ask('parent_id = ?', question.parentId)
    const title = foldTitle(question.title)
    if (title !== '') ask('instr(folded_title, ?) > 0', title)

    const sql = `SELECT group_concat(item, ',') AS items FROM (SELECT ${column} AS item FROM posts
      WHERE ${conditions.join(' AND ')} ORDER BY position LIMIT ? OFFSET ?)`
    const { limit, offset } = toLimit(question.extent)
    const { items } = joinedItems.parse(prepare(sql).get(...values, limit, offset))
    return `[${items ?? ''}]`
  }

  return {
    listItems: (question) => select('list_item', question),

    // A product of two solutions has a row in each; one of them is the answer.
    listDetailItems: (question) => select('detail_item', { ...question, extent: 'first' }),

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
      const { changes } = insertEmail.run(
        id,
        new Date().toISOString(),
        email.title,
        email.details,
        email.comEmail,
        email.comEmailPort ?? null,
        email.isSend ? 1 : 0,
      )
      return changes > 0 ? id : null
    },

    storeCompany(fields) {
      const id = randomUUID()
      const text = JSON.stringify(Object.fromEntries(fields))
      const { changes } = insertCompany.run(id, new Date().toISOString(), text)
      return changes > 0 ? id : null
    },
  }
}

/** SQLite's LIMIT of -1 is none. */
function toLimit(extent: PostQuestion['extent']): { limit: number; offset: number } {
  if (extent === 'all') return { limit: -1, offset: 0 }
  if (extent === 'first') return { limit: 1, offset: 0 }
  return { limit: pageSize, offset: (extent.page - 1) * pageSize }
}
