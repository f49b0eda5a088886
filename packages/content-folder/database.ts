import { z } from 'zod'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'libsql'
import { foldTitle, languages, type Language, type PostRow } from './wire.ts'
import {
  isTrue,
  findInode,
  isDamaged,
  makePrivateFolder,
  setAside,
  inTransaction,
} from '@site/runtime/sqlite'

export type ContentDatabase = Database.Database

/** SQLite application ID of this service's files ("TAYR"). */
const applicationId = 0x54415952
const schemaVersion = 1

/** How long to wait for another writing process, ms; filling a large catalogue takes a while. */
const busyTimeoutMs = 30_000

/** Page cache for the indices while filling a large catalogue; a small one never needs it. */
const cacheKiB = 64 * 1024

const schema = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE posts (
    position INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    language TEXT NOT NULL,
    id TEXT NOT NULL,
    parent_id TEXT NOT NULL,
    folded_title TEXT NOT NULL,
    list_item TEXT NOT NULL,
    detail_item TEXT NOT NULL
  );
  CREATE INDEX posts_by_type ON posts (type, language);
  CREATE INDEX posts_by_parent ON posts (type, language, parent_id);
  CREATE INDEX posts_by_id ON posts (type, language, id);
  CREATE TABLE emails (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    title TEXT NOT NULL,
    details TEXT NOT NULL,
    com_email TEXT NOT NULL,
    com_email_port INTEGER,
    is_send INTEGER NOT NULL
  );
  CREATE TABLE companies (id TEXT PRIMARY KEY, received_at TEXT NOT NULL, fields TEXT NOT NULL);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${schemaVersion};
`

/** The sources table came later: an older version of this service still uses a database that has it. */
const addedSchema = `
  CREATE TABLE IF NOT EXISTS sources (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID;
`

interface DatabaseOptions {
  dataDir: string
  /** A separate database for a catalogue of this many products. */
  products?: number | undefined
}

/** Returns the file of the content database in DATA_DIR. */
export function databaseFile({ dataDir, products }: DatabaseOptions): string {
  const name = products === undefined ? 'content.db' : `content-products-${products}.db`
  return path.join(dataDir, 'content-service', name)
}

/**
 * Opens a content database, and creates it if it is missing. A file that is damaged or belongs to another program is
 * renamed and reported.
 * @param report receives a line for the operator
 * @throws Error if the file cannot be opened or written
 */
export async function openContentDatabase(
  file: string,
  report: (line: string) => void,
): Promise<ContentDatabase> {
  const database = await openOrReplace(file, report)
  try {
    inTransaction(database, () => database.exec(addedSchema))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

async function openOrReplace(
  file: string,
  report: (line: string) => void,
): Promise<ContentDatabase> {
  try {
    makePrivateFolder(path.dirname(file))
  } catch (error) {
    throw new Error(
      `The folder ${path.dirname(file)} cannot be created by user ${process.getuid?.() ?? ''}. Check DATA_DIR.`,
      {
        cause: error,
      },
    )
  }

  const inodeBefore = findInode(file)
  const first = open(file)
  const fault = await prepareFile(first, file)
  if (!fault) return first

  first.close()
  // Another process may have replaced it already; the name then belongs to an intact file.
  if (findInode(file) === inodeBefore) {
    const newName = setAside(file)
    report(
      `The content database ${file} ${fault}. It was renamed to ${newName}, and a new one was created.`,
    )
  }
  const second = open(file)
  const secondFault = await prepareFile(second, file)
  if (!secondFault) return second
  second.close()
  throw new Error(`The content database ${file} ${secondFault}. Move it away and restart.`)
}

function open(file: string): ContentDatabase {
  try {
    return new Database(file, { timeout: busyTimeoutMs })
  } catch (error) {
    throw new Error(
      `The content database ${file} cannot be opened. Check that it is a file in a writable folder.`,
      { cause: error },
    )
  }
}

/**
 * Checks that a file belongs to this service, and initialises it if it is empty.
 *
 * Uses exec only: a prepared statement keeps the file open until it is garbage-collected, and
 * closing a connection to a renamed file that late would delete the WAL of the new one.
 * @returns what is wrong with it, as the end of a sentence that starts with the file's name
 */
async function prepareFile(database: ContentDatabase, file: string): Promise<string | undefined> {
  const deadline = Date.now() + busyTimeoutMs
  for (;;) {
    try {
      return findFault(database) ?? initialise(database)
    } catch (error) {
      if (isDamaged(error)) return 'is damaged'
      const code = error instanceof Database.SqliteError ? error.code : ''
      // SQLite does not wait for locks while it changes the journal mode.
      if (!code.startsWith('SQLITE_BUSY') || Date.now() > deadline) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`The content database ${file} cannot be used: ${reason}.`, { cause: error })
      }
      await wait(20)
    }
  }
}

function findFault(database: ContentDatabase): string | undefined {
  if (isEmpty(database)) return undefined
  if (!isTrue(database, `(SELECT application_id FROM pragma_application_id) = ${applicationId}`)) {
    return 'belongs to another program'
  }
  if (!isTrue(database, `(SELECT user_version FROM pragma_user_version) = ${schemaVersion}`)) {
    return 'was made by another version of the content service'
  }
  if (!isTrue(database, "(SELECT quick_check FROM pragma_quick_check(1)) = 'ok'")) {
    return 'is damaged'
  }
  return undefined
}

function initialise(database: ContentDatabase): undefined {
  inTransaction(database, () => {
    if (isEmpty(database)) database.exec(schema)
  })
  database.exec('PRAGMA journal_mode = WAL')
  // An e-mail counts as stored once it is on disk.
  database.exec('PRAGMA synchronous = FULL')
  database.exec(`PRAGMA cache_size = -${cacheKiB}`)
}

function isEmpty(database: ContentDatabase): boolean {
  return isTrue(database, 'NOT EXISTS (SELECT 1 FROM sqlite_schema)')
}

const textRow = z.object({ value: z.string() })

/** Reads a value that a filling has stored; undefined if there is none. */
export function readMeta(database: ContentDatabase, key: string): string | undefined {
  const row = database.prepare('SELECT value FROM meta WHERE key = ?').get(key)
  return row === undefined ? undefined : textRow.parse(row).value
}

const bytesRow = z.object({ bytes: z.instanceof(Buffer) })

/** Reads the last good content of a file; undefined if there is none. */
export function readSource(database: ContentDatabase, name: string): Buffer | undefined {
  const row = database.prepare('SELECT bytes FROM sources WHERE name = ?').get(name)
  return row === undefined ? undefined : bytesRow.parse(row).bytes
}

/** The content that replaces that of a database. */
interface Filling {
  rows: Iterable<PostRow>
  /** Values by key, for readMeta. */
  meta: Record<string, string>
  /** Files by name, for readSource; those that are not named are forgotten. */
  sources: ReadonlyMap<string, Buffer>
}

/**
 * Replaces the posts in one transaction, so that other processes see all of them or none; stored e-mails and company
 * records stay.
 */
export function fill(database: ContentDatabase, { rows, meta, sources }: Filling): void {
  const insert = database.prepare('INSERT INTO posts VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)')
  const setMeta = database.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)')
  const setSource = database.prepare('INSERT INTO sources VALUES (?, ?)')
  inTransaction(database, () => {
    // The previous lock holder may have filled it from the same content.
    if (readMeta(database, 'sample') === meta['sample']) return
    database.exec('DELETE FROM posts; DELETE FROM sources')
    for (const row of rows) {
      insert.run(
        row.type,
        row.language,
        row.id,
        row.parentId,
        foldTitle(row.title),
        row.listItem,
        row.detailItem,
      )
    }
    for (const source of sources) setSource.run(...source)
    for (const entry of Object.entries(meta)) setMeta.run(...entry)
  })
  // Moves the WAL's pages into the file, so that a large catalogue is on disk only once.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Generates rows, and synthetic products up to a number. */
export function* withProducts(rows: PostRow[], products: number | undefined): Generator<PostRow> {
  yield* rows
  if (products !== undefined) yield* listSyntheticProductRows(rows, products)
}

const specSchema = z.object({ name: z.string(), value: z.string(), unit: z.string() })

type Spec = z.infer<typeof specSchema>

/** The list item of a product. */
const listedSchema = z.looseObject({ postTitle: z.string(), postSpecs: z.array(specSchema) })

const detailsSchema = z.looseObject({ postImages: z.array(z.string()) })

/** A product of the sample by language. */
type Model = Partial<Record<Language, ReturnType<typeof parseRow>>>

/**
 * Generates synthetic products that fill the sample's catalogue up to `total`, spread evenly over
 * its product types: each is a numbered copy of a product of its type, with the same images, its
 * first three specifications with other numbers, and no order codes. Generates none if the sample
 * is large enough or has no product to copy.
 * @param sample the rows of the sample
 */
function* listSyntheticProductRows(sample: PostRow[], total: number): Generator<PostRow> {
  const types = [...listModels(sample)]
  const missing = total - types.reduce((count, [, models]) => count + models.length, 0)

  // Type by type, so that the products of a type are adjacent on disk.
  let number = 0
  for (const [index, [typeId, models]] of types.entries()) {
    const end = Math.floor((missing * (index + 1)) / types.length)
    for (let place = 0; number < end; place++, number++) {
      const model = models[place % models.length]
      if (model) yield* listRowsOfCopy(model, typeId, number + 1)
    }
  }
}

/** Lists the products of each type that has any. */
function listModels(sample: PostRow[]): Map<string, Model[]> {
  const types = new Map<string, Map<string, Model>>()
  for (const row of sample.filter(({ type }) => type === 'Products')) {
    const models = types.get(row.parentId) ?? new Map<string, Model>()
    const model = { ...models.get(row.id), [row.language]: parseRow(row) }
    types.set(row.parentId, models.set(row.id, model))
  }
  return new Map([...types].map(([typeId, models]) => [typeId, [...models.values()]]))
}

function parseRow(row: PostRow) {
  const listed = listedSchema.parse(JSON.parse(row.listItem))
  return { row, listed, details: detailsSchema.parse(JSON.parse(row.detailItem)) }
}

/** Factors by which the numbers of copies differ, so that filters divide the list. */
const factors = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8]

const texts = {
  Ar: {
    title: (title: string, number: number) => `${title}، طراز ${number}`,
    details: (number: number) => `منتج رقم ${number} في كتالوج أُنشئ لقياس السرعة.`,
  },
  En: {
    title: (title: string, number: number) => `${title}, model ${number}`,
    details: (number: number) => `Product ${number} of a catalogue made for measuring.`,
  },
}

function* listRowsOfCopy(model: Model, parentId: string, number: number): Generator<PostRow> {
  const factor = factors[number % factors.length] ?? 1
  for (const language of languages) {
    const version = model[language]
    if (!version) continue
    const { row, listed, details } = version
    const id = `synthetic-${number}`
    const title = texts[language].title(listed.postTitle, number)
    const specs = listed.postSpecs.slice(0, 3).map((spec) => withFactor(spec, factor))
    const own = { postID: id, postTitle: title, postSpecs: specs, postVariants: [] }
    const ownDetails = {
      postDetails: `<p>${texts[language].details(number)}</p>\n`,
      postImages: details.postImages.map((_, index) => `${row.id}-${index + 2}.png`),
      postFiles: [],
    }
    yield {
      ...row,
      id,
      parentId,
      title,
      listItem: JSON.stringify({ ...listed, ...own }),
      detailItem: JSON.stringify({ ...details, ...own, ...ownDetails }),
    }
  }
}

/** Multiplies the numbers in a value without letters, such as `63`, `6–63` or `10,000`. */
function withFactor(spec: Spec, factor: number): Spec {
  if (/\p{L}/u.test(spec.value)) return spec
  const value = spec.value.replace(/\d+(,\d{3})*(\.\d+)?/g, (number) =>
    String(Number((Number(number.replaceAll(',', '')) * factor).toPrecision(3))),
  )
  return { ...spec, value }
}
