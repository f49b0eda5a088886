import { z } from 'zod'
import { createHash } from 'node:crypto'
import {
  type SearchDatabase,
  newItemId,
  numberOfKind,
  textId,
  readSpecs,
  readVariants,
} from './schema.ts'
import type { DocumentFacts, SearchEntry, SearchKind } from '../types.ts'
import { contentLanguages, type ContentLanguage } from '../types.ts'
import { inTransaction } from '@site/runtime/sqlite'
import { fieldNames, fieldsOfEntry, listTerms, type KnownWords } from './entry-terms.ts'
import type { Vocabulary } from './vocabulary.ts'

const textRow = z.object({
  partial_hash: z.string(),
  whole_hash: z.string(),
  specs: z.string(),
  variants: z.string(),
  whole_at: z.number(),
})
const fieldsRow = z.object({ fields: z.string() })
const bodyRow = z.object({ body: z.string() })

/** Words collected in memory before they are written; the words of one entry may exceed it. */
const maxKnown = 5_000

export interface Scope {
  kind: SearchKind
  language: ContentLanguage
  parentId?: string
}

/** The files of a post in one language: those that its server has, and those that it lacks. */
export interface FilesOfPost extends Pick<SearchEntry, 'kind' | 'id' | 'language'> {
  there: string[]
  missing: string[]
}

/** The tables that a writer writes, and how many texts it has written or removed. */
function openTables(database: SearchDatabase, vocabulary: Vocabulary) {
  return {
    changes: 0,
    vocabulary,
    documents: createDocumentWriter(database),
    items: createItemTable(database),
    findText: database.prepare(
      'SELECT partial_hash, whole_hash, specs, variants, whole_at FROM item_texts WHERE id = ?',
    ),
    writeText: database.prepare(
      'INSERT OR REPLACE INTO item_texts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    writeVariants: database.prepare('UPDATE item_texts SET variants = ? WHERE id = ?'),
    touchText: database.prepare('UPDATE item_texts SET whole_at = ? WHERE id = ?'),
    readFields: database.prepare('SELECT fields FROM item_texts WHERE id = ?'),
    findBody: database.prepare('SELECT body FROM bodies WHERE id = ?'),
    writeBody: database.prepare('INSERT OR REPLACE INTO bodies VALUES (?, ?)'),
    deleteBody: database.prepare('DELETE FROM bodies WHERE id = ?'),
    writeFts: database.prepare(
      'INSERT OR REPLACE INTO fts (rowid, code, title, parent, sub, specs, claims, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    deleteFts: database.prepare('DELETE FROM fts WHERE rowid = ?'),
    forgetMissing: database.prepare(
      `DELETE FROM missing_files WHERE file IN (SELECT value FROM json_each(?))
     OR (owner = ? AND file NOT IN (SELECT value FROM json_each(?)))`,
    ),
    addMissing: database.prepare(
      'INSERT OR IGNORE INTO missing_files SELECT value, ? FROM json_each(?)',
    ),
    deleteText: database.prepare('DELETE FROM item_texts WHERE id = ?'),
  }
}

type Writer = ReturnType<typeof openTables>

/** Writes the index: each call is one transaction. */
export function createIndexWriter(database: SearchDatabase, vocabulary: Vocabulary) {
  const writer = openTables(database, vocabulary)
  return {
    put: (entries: SearchEntry[], isWhole: boolean, maxMs: number) =>
      inTransaction(database, () => putAll(writer, entries, isWhole, timerOf(maxMs))),

    retain: (scope: Scope, ids: ReadonlySet<string>, maxMs: number) =>
      inTransaction(database, () => retain(writer, scope, ids, timerOf(maxMs))),

    recordFiles: (files: FilesOfPost[], wholeAt: number, maxMs: number) =>
      inTransaction(database, () => recordAll(writer, files, wholeAt, timerOf(maxMs))),

    /** Counts texts written or removed since the file was opened. */
    changes: () => writer.changes,
  }
}

/** The entries of a transaction share these. */
interface Collected {
  /** The time of the transaction, ms since the epoch. */
  now: number
  words: KnownWords
  /** Terms of body texts, by the rows of the texts. */
  bodies: Map<number, string>
}

/** @returns the item's row if its terms must be rewritten */
function putOne(
  writer: Writer,
  entry: SearchEntry,
  isWhole: boolean,
  { now, words, bodies }: Collected,
) {
  // A stock that changes each day changes no terms.
  const lasting = { ...entry, variants: entry.variants.map(({ code, specs }) => ({ code, specs })) }
  const hash = createHash('sha1').update(JSON.stringify(lasting)).digest('base64')
  const found = writer.items.find(entry.kind, entry.id)
  const id = found === undefined ? undefined : textId(found, entry.language)
  const row = id === undefined ? undefined : writer.findText.get(id)
  const stored = row === undefined ? undefined : textRow.parse(row)
  if (stored && hash === (isWhole ? stored.whole_hash : stored.partial_hash)) {
    if (isWhole) writer.touchText.run(now, id)
    const variants = JSON.stringify(entry.variants)
    if (entry.variants.length > 0 && variants !== stored.variants) {
      writer.writeVariants.run(variants, id)
    }
    return undefined
  }

  const item = writer.items.write(entry, found)
  const merged = !isWhole && stored ? withKnownDetails(entry, stored) : entry
  if (entry.document) writer.documents.write(item, entry.parentId, entry.document)
  const language = contentLanguages.indexOf(entry.language)
  const fields = fieldsOfEntry(merged, words)
  writer.writeText.run(
    textId(item, entry.language),
    numberOfKind(entry.kind),
    language,
    merged.title,
    merged.subTitle,
    merged.parentTitle,
    JSON.stringify(merged.specs),
    JSON.stringify(merged.variants),
    fieldNames.map((name) => fields[name]).join('\n'),
    isWhole ? (stored?.partial_hash ?? '') : hash,
    // A changed list entry clears the hash, so that unchanged details are written again.
    isWhole ? hash : '',
    isWhole ? now : (stored?.whole_at ?? 0),
  )
  if (entry.text !== '') {
    writer.writeBody.run(textId(item, entry.language), entry.text)
    bodies.set(textId(item, entry.language), listTerms(entry.text, words).terms.join(' '))
  } else if (isWhole) {
    writer.deleteBody.run(textId(item, entry.language))
    bodies.delete(textId(item, entry.language))
  }
  return item
}

/** Writes the full-text row as a whole: a contentless row cannot be updated in part. */
function writeTerms(writer: Writer, item: number, known?: Collected['bodies']) {
  const columns: string[][] = fieldNames.map(() => [])
  const bodies: string[] = []
  for (const language of contentLanguages) {
    const id = textId(item, language)
    const row = writer.readFields.get(id)
    if (row === undefined) continue
    fieldsRow
      .parse(row)
      .fields.split('\n')
      .forEach((field, at) => columns[at]?.push(field))
    bodies.push(known?.get(id) ?? readBodyTerms(writer, id))
  }
  writer.writeFts.run(item, ...columns.map((column) => column.join(' ')), bodies.join(' '))
}

function readBodyTerms(writer: Writer, id: number) {
  const body = writer.findBody.get(id)
  return body === undefined ? '' : listTerms(bodyRow.parse(body).body, new Map()).terms.join(' ')
}

function removeText(
  writer: Writer,
  item: number,
  kind: SearchKind,
  key: string,
  language: ContentLanguage,
) {
  if (writer.deleteText.run(textId(item, language)).changes === 0) return
  writer.changes += 1
  writer.deleteBody.run(textId(item, language))
  if (contentLanguages.some((other) => writer.findText.get(textId(item, other)) !== undefined)) {
    writeTerms(writer, item)
    return
  }
  writer.deleteFts.run(item)
  writer.items.remove(item)
  if (kind === 'document') writer.documents.remove(item)
  else removeDocumentsOf(writer, key)
  writer.forgetMissing.run('[]', item, '[]')
}

function removeDocumentsOf(writer: Writer, owner: string) {
  for (const { id, key } of writer.items.list('document', owner)) {
    for (const language of contentLanguages) removeText(writer, id, 'document', key, language)
  }
}

function putAll(writer: Writer, entries: SearchEntry[], isWhole: boolean, isTimeUp: () => boolean) {
  const collected: Collected = { now: Date.now(), words: new Map(), bodies: new Map() }
  const { words } = collected
  const changed = new Set<number>()
  let put = 0
  for (const entry of entries) {
    if (put > 0 && isTimeUp()) break
    put += 1
    const item = putOne(writer, entry, isWhole, collected)
    if (item !== undefined) changed.add(item)
    if (words.size < maxKnown) continue
    writer.vocabulary.add(words)
    words.clear()
  }
  writer.changes += changed.size
  // Sorted by row, so that FTS5 writes adjacent rows together.
  for (const item of [...changed].sort((a, b) => a - b)) writeTerms(writer, item, collected.bodies)
  writer.vocabulary.add(words)
  writer.items.writeSequence()
  return put
}

/** @returns whether all are removed */
function retain(
  writer: Writer,
  { kind, language, parentId }: Scope,
  ids: ReadonlySet<string>,
  isTimeUp: () => boolean,
) {
  const changesBefore = writer.changes
  for (const { id, key } of writer.items.list(kind, parentId)) {
    if (ids.has(key)) continue
    if (writer.changes > changesBefore && isTimeUp()) return false
    removeText(writer, id, kind, key, language)
  }
  return true
}

/** @returns the number of posts whose files are recorded, and whose other files are removed */
function recordAll(writer: Writer, files: FilesOfPost[], wholeAt: number, isTimeUp: () => boolean) {
  for (const [at, { kind, id, language, ...found }] of files.entries()) {
    const scope = { kind: 'document', language, parentId: id } as const
    if ((at > 0 && isTimeUp()) || !retain(writer, scope, new Set(found.there), isTimeUp)) return at
    const item = writer.items.find(kind, id)
    if (item === undefined) continue
    const missing = JSON.stringify(found.missing)
    const there = JSON.stringify(found.there)
    writer.changes += writer.forgetMissing.run(there, item, missing).changes
    writer.changes += writer.addMissing.run(item, missing).changes
    if (found.missing.length > 0) writer.touchText.run(wholeAt, textId(item, language))
  }
  return files.length
}

/**
 * Keeps known details that a list entry lacks; the body text stays, too, since it is stored
 * separately.
 */
function withKnownDetails(entry: SearchEntry, stored: z.output<typeof textRow>): SearchEntry {
  return {
    ...entry,
    specs: entry.specs.length > 0 ? entry.specs : readSpecs(stored.specs),
    variants: entry.variants.length > 0 ? entry.variants : readVariants(stored.variants),
  }
}

/** Returns a function that tells whether a time, ms, has passed. */
function timerOf(maxMs: number) {
  const end = performance.now() + maxMs
  return () => performance.now() > end
}

/** Writes the facts about document files other than their texts; call it within a transaction. */
function createDocumentWriter(database: SearchDatabase) {
  const insert = database.prepare(
    `INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
     kind = excluded.kind, file_language = excluded.file_language,
     owner_kind = excluded.owner_kind, solutions = excluded.solutions,
     size = coalesce(excluded.size, size), modified_at = coalesce(excluded.modified_at, modified_at)`,
  )
  const remove = database.prepare('DELETE FROM documents WHERE id = ?')
  const addOwner = database.prepare('INSERT OR IGNORE INTO document_owners VALUES (?, ?)')
  const removeOwners = database.prepare('DELETE FROM document_owners WHERE document = ?')

  return {
    /** @param owner postID of the product or solution that has the file */
    write(id: number, owner: string, facts: DocumentFacts) {
      const { kind, fileLanguage, ownerKind, solutions, size = null, modifiedAt = null } = facts
      const inSolutions = JSON.stringify(solutions)
      insert.run(id, kind, fileLanguage, ownerKind, inSolutions, size, modifiedAt)
      removeOwners.run(id)
      for (const one of new Set([owner, ...solutions])) addOwner.run(one, id)
    },

    remove(id: number) {
      remove.run(id)
      removeOwners.run(id)
    },
  }
}

const idRow = z.object({ id: z.number() })
const itemRow = idRow.extend({ key: z.string() })
const sequenceRow = z.object({ value: z.coerce.number() })

/** Writes the language-independent facts about items; call it within a transaction. */
function createItemTable(database: SearchDatabase) {
  const find = database.prepare('SELECT id FROM items WHERE kind = ? AND key = ?')
  const insert = database.prepare('INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?, 0)')
  const update = database.prepare(
    'UPDATE items SET parent_id = ?, image = ?, date = ?, position = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM items WHERE id = ?')
  const listOfKind = database.prepare('SELECT id, key FROM items WHERE kind = ?')
  const listOfParent = database.prepare(
    'SELECT id, key FROM items WHERE kind = ? AND parent_id = ?',
  )
  const findSequence = database.prepare("SELECT value FROM state WHERE key = 'sequence'")
  const writeSequence = database.prepare("INSERT OR REPLACE INTO state VALUES ('sequence', ?)")
  /** The last number assigned: items are numbered in order of insertion. */
  let sequence = readSequence()

  function readSequence() {
    const row = findSequence.get()
    return row === undefined ? 0 : sequenceRow.parse(row).value
  }

  return {
    /** Finds the row of an item. */
    find(kind: SearchKind, key: string) {
      const row = find.get(numberOfKind(kind), key)
      return row === undefined ? undefined : idRow.parse(row).id
    },

    /**
     * Inserts an item, or updates the known one.
     * @returns its row
     */
    write({ kind, id: key, parentId, image, date, position }: SearchEntry, known?: number) {
      if (known !== undefined) {
        update.run(parentId, image, date, position, known)
        return known
      }
      const id = newItemId(kind, position, ++sequence)
      insert.run(id, numberOfKind(kind), key, parentId, image, date, position)
      return id
    },

    /** Call this after the last new item of a transaction. */
    writeSequence() {
      writeSequence.run(sequence)
    },

    /** Lists the rows and IDs of a kind, optionally of one parent. */
    list(kind: SearchKind, parentId?: string) {
      const asked = [numberOfKind(kind), ...(parentId === undefined ? [] : [parentId])]
      const rows = (parentId === undefined ? listOfKind : listOfParent).all(...asked)
      return rows.map((row) => itemRow.parse(row))
    },

    remove(id: number) {
      remove.run(id)
    },
  }
}
