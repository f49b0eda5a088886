import { openDatabaseFile } from '../database-file.ts'

/** SQLite application ID of the change log's files ("TAYC"). */
const applicationId = 0x54415943

/** Increase when tables change. The log is lost then: all posts become its baseline again. */
const version = 2

/** In KiB. */
const cacheKiB = 4 * 1024

/** Some two hundred thousand posts, those removed in 90 days among them. */
const maxMiB = 64

const schema = `
  CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE posts (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    language TEXT NOT NULL,
    key TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    -- Fingerprints of the post as it was last seen in a list and in its details.
    list TEXT,
    details TEXT,
    first_seen_at INTEGER NOT NULL,
    changed_at INTEGER,
    removed_at INTEGER
  );
  CREATE UNIQUE INDEX posts_by_key ON posts (kind, language, key);
  CREATE INDEX posts_by_parent ON posts (kind, language, parent_id, changed_at, removed_at);
  CREATE INDEX removed_posts ON posts (removed_at) WHERE removed_at IS NOT NULL;
`

/** Opens the change log's file, or creates it. See openDatabaseFile. */
export function openLogFile(file: string, report: (reason: string) => void) {
  const format = { applicationId, version, schema, tables: ['state', 'posts'], cacheKiB, maxMiB }
  return openDatabaseFile(file, format, report)
}
