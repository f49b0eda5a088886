import { createHash } from 'node:crypto'
import type Database from 'libsql'
import { openDatabaseFile } from '../database-file.ts'
import { kindWords, synonyms, units, wordForms } from '../language/synonyms.ts'

export type SearchDatabase = Database.Database

/** SQLite application ID of the index's files ("TAYS"). */
const applicationId = 0x54415953

/** Increase when tables change, or when a text gets other terms. */
const schemaVersion = 4

/** In KiB. Searches read few pages, and the operating system caches the file. */
const cacheKiB = 8 * 1024

/** Words and lists that change with every response would fill the disk. */
const maxMiB = 256

/** Of the words of the trade, too, whose change changes the terms of texts. */
const version =
  (schemaVersion << 16) | hashOf(wordForms + units + synonyms + JSON.stringify(kindWords))

const tables = ['state', 'things', 'texts', 'bodies', 'documents', 'words', 'spellings', 'found']

const schema = `
  CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE things (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    key TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    image TEXT NOT NULL,
    date TEXT NOT NULL,
    position INTEGER NOT NULL,
    visits INTEGER NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX things_by_key ON things (kind, key);
  CREATE INDEX things_by_parent ON things (kind, parent_id);
  CREATE INDEX visited_things ON things (kind, visits) WHERE visits > 0;
  CREATE TABLE texts (
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
  CREATE INDEX texts_by_age ON texts (kind, language, whole_at);
  CREATE TABLE bodies (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    file_language TEXT NOT NULL,
    owner_kind TEXT NOT NULL,
    solutions TEXT NOT NULL,
    size INTEGER
  );
  CREATE TABLE document_owners (
    owner TEXT NOT NULL,
    document INTEGER NOT NULL,
    PRIMARY KEY (owner, document)
  ) WITHOUT ROWID;
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
  CREATE VIRTUAL TABLE found USING fts5 (
    code, title, parent, sub, specs, body,
    content='', contentless_delete=1, detail=column,
    tokenize="ascii tokenchars '.'"
  );
`

/**
 * Opens the index's file, or creates it. A file that cannot be used is deleted: the index is made from
 * the content again.
 * @param report called once with why it was deleted
 * @throws Error if the file cannot be opened or written
 */
export function openDatabase(file: string, report: (reason: string) => void): SearchDatabase {
  return openDatabaseFile(
    file,
    { applicationId, version, schema, tables, cacheKiB, maxMiB },
    report,
  )
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest().readUInt16BE(0)
}
