import { z } from 'zod'
import { createHash } from 'node:crypto'
import type Database from 'libsql'
import { contentLanguages, type ContentLanguage } from '../types.ts'
import { searchKinds, type Availability, type SearchKind, type SearchEntry } from '../types.ts'
import { openDatabaseFile, openDatabaseToRead } from '@site/runtime/sqlite'
import { kindWords, synonyms, units, wordForms } from '../language/synonyms.ts'

/**
 * Kinds in row order. FTS5 returns rows in order, so when there are more matches than can be
 * ranked, a row's number decides which are found: kinds follow one another, and within a kind,
 * items early in their list come first. The largest kinds come last, since FTS5 also reads the rows
 * before a range but stops at its end.
 */
const kinds = [
  ...searchKinds.filter((kind) => kind !== 'document' && kind !== 'product'),
  'document',
  'product',
] as const

const kindSize = 2 ** 44
const bucketSize = 2 ** 40
const maxBucket = 15

/** Returns the number of a kind, from 1. */
export function numberOfKind(kind: SearchKind) {
  return kinds.indexOf(kind) + 1
}

export function newItemId(kind: SearchKind, position: number, sequence: number) {
  const bucket = Math.min(maxBucket, Math.floor(Math.log2(Math.max(0, position) + 1)))
  return numberOfKind(kind) * kindSize + bucket * bucketSize + sequence
}

/** Returns the kind of a row; a negative one stands for the sheet of the item of that row. */
export function kindOfItem(id: number): SearchKind {
  if (id < 0) return 'document'
  const kind = kinds[Math.floor(id / kindSize) - 1]
  if (!kind) throw new Error(`The row ${id} belongs to no kind.`)
  return kind
}

/** Returns the first and last possible row of a kind. */
export function rowsOfKind(kind: SearchKind): [from: number, to: number] {
  const from = numberOfKind(kind) * kindSize
  return [from, from + kindSize - 1]
}

/** Returns the row of an item's texts in one language. */
export function textId(item: number, language: ContentLanguage) {
  return item * contentLanguages.length + contentLanguages.indexOf(language)
}

const specs: z.ZodType<SearchEntry['specs']> = z.array(
  z.object({ name: z.string(), value: z.string(), unit: z.string() }),
)
const availability: z.ZodType<Availability> = z.object({
  state: z.enum(['in-stock', 'days', 'to-order', 'discontinued']),
  days: z.number().optional(),
  branch: z.string().optional(),
  asOf: z.string(),
})
const variants: z.ZodType<SearchEntry['variants']> = z.array(
  z.object({ code: z.string(), specs, availability: availability.optional() }),
)

/** Parses specifications from the JSON stored in the index. */
export const readSpecs = (json: string) => specs.parse(JSON.parse(json))
/** Parses variants from the JSON stored in the index. */
export const readVariants = (json: string) => variants.parse(JSON.parse(json))

export type SearchDatabase = Database.Database

/** SQLite application ID of the index's files ("TAYS"). */
const applicationId = 0x54415953

/** Increase this when tables or the terms of a text change; older files are then rebuilt. */
const schemaVersion = 10

/** Page cache in KiB: searches read few pages, and the operating system caches the file. */
const cacheKiB = 8 * 1024

/**
 * Maximum file size, MiB; protects the disk from words and lists that change with every response.
 */
const maxMiB = 512

/**
 * Includes a hash of the trade vocabulary and of the kinds that rows stand for: editing them changes what is
 * indexed, so the index is rebuilt.
 */
const version =
  (schemaVersion << 16) | hashOf(wordForms + units + synonyms + JSON.stringify([kindWords, kinds]))

const tables = [
  ...['state', 'items', 'item_texts', 'bodies', 'documents', 'missing_files'],
  ...['words', 'spellings', 'fts'],
]

const schema = `
  CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    key TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    image TEXT NOT NULL,
    date TEXT NOT NULL,
    position INTEGER NOT NULL,
    visits INTEGER NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX items_by_key ON items (kind, key);
  CREATE INDEX items_by_parent ON items (kind, parent_id);
  CREATE INDEX visited_items ON items (kind, visits) WHERE visits > 0;
  CREATE TABLE item_texts (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    language INTEGER NOT NULL,
    title TEXT NOT NULL,
    sub_title TEXT NOT NULL,
    parent_title TEXT NOT NULL,
    specs TEXT NOT NULL,
    variants TEXT NOT NULL,
    fields TEXT NOT NULL,
    partial_hash TEXT NOT NULL,
    whole_hash TEXT NOT NULL,
    whole_at INTEGER NOT NULL
  );
  CREATE INDEX item_texts_by_age ON item_texts (kind, language, whole_at);
  CREATE TABLE bodies (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    file_language TEXT NOT NULL,
    owner_kind TEXT NOT NULL,
    solutions TEXT NOT NULL,
    size INTEGER,
    modified_at TEXT
  );
  CREATE TABLE document_owners (
    owner TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (owner, document)
  ) WITHOUT ROWID;
  CREATE TABLE missing_files (file TEXT PRIMARY KEY, owner INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX missing_files_by_owner ON missing_files (owner);
  CREATE TABLE words (
    id INTEGER PRIMARY KEY,
    word TEXT NOT NULL UNIQUE,
    term TEXT NOT NULL,
    shown TEXT NOT NULL,
    is_code INTEGER NOT NULL,
    count INTEGER NOT NULL
  );
  CREATE TABLE spellings (
    key INTEGER NOT NULL,
    word INTEGER NOT NULL,
    PRIMARY KEY (key, word)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE code_parts USING fts5 (code, content='', tokenize='trigram');
  CREATE VIRTUAL TABLE fts USING fts5 (
    code, title, parent, sub, specs, claims, body,
    content='', contentless_delete=1, detail=column,
    tokenize="ascii tokenchars '.'"
  );
  -- A query looks up each term in every segment, so there are few. No 'merge': in SQLite 3.45 it damages a table with
  -- contentless_delete.
  INSERT INTO fts (fts, rank) VALUES ('crisismerge', 2);
`

const format = { applicationId, version, schema, tables, cacheKiB, maxMiB }

/**
 * Opens or creates the index file. An unusable file is deleted and rebuilt from the content.
 * @param report called once with the reason for deleting it
 * @throws Error if the file cannot be opened or written
 */
export function openDatabase(file: string, report: (reason: string) => void): SearchDatabase {
  return openDatabaseFile(file, format, report)
}

/**
 * Opens the index file to read it only.
 * @throws Error if there is none of this version
 */
export function openToRead(file: string): SearchDatabase {
  return openDatabaseToRead(file, format)
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest().readUInt16BE(0)
}
