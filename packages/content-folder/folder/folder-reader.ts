import { createHash } from 'node:crypto'
import { z } from 'zod'
import { articleExportFault, exportFault } from '../import/shops/recognise.ts'
import { fill, readMeta, readSource, withProducts, type ContentDatabase } from '../database.ts'
import { leadsOutside } from '../walk-files.ts'
import { solutionProductTypes, type PostRow } from '../wire.ts'
import type { Content } from './assemble.ts'
import {
  isMistake,
  listFolder,
  readContentFile,
  readStart,
  withGroupedWarnings,
  type Listing,
  type Problem,
} from './folder-files.ts'
import type { ParsedFile } from './parse-file.ts'

// A start with unchanged content needs none of what parses it.
const parseContentFile = async (name: string, bytes: Buffer) =>
  (await import('./parse-file.ts')).parseContentFile(name, bytes)
const assemble = async (files: ParsedFile[], listing: Listing) =>
  (await import('./assemble.ts')).assemble(files, listing)

/** Increase this when the same files yield different rows, so that databases are refilled. */
const rowsVersion = 8

/** The changes that an update of the content has made. */
export interface FolderUpdate {
  /** Content types with changed posts. */
  types: string[]
  /** Names of changed pictures and documents. */
  files: string[]
  /** All mistakes in the folder; null if nothing was read, so that it is as before. */
  problems: Problem[] | null
  /** Whether a file is being written, so that it does not count yet. */
  isUnsettled: boolean
}

const unchanged: FolderUpdate = { types: [], files: [], problems: null, isUnsettled: false }

/** A file as it was read, with what was parsed from it. */
interface ReadFile {
  version: string
  bytes: Buffer
  /** Parses it once: content that the database has already is not parsed. */
  parse: () => Promise<ParsedFile>
}

/**
 * Reads a content folder into a content database, and again whenever it has changed. A file with a mistake does not
 * count: its last good content stays.
 */
export interface FolderReader {
  /**
   * Reads what has changed. A file counts once it is the same in two calls, so that none is read while it is being
   * written.
   * @throws Error if the folder cannot be read, unless the database has its content from an earlier start; or if the
   * database cannot be written
   */
  update: () => Promise<FolderUpdate>
}

/**
 * @param links folders to which links in it may lead
 * @param database closed by its owner
 * @param products fills the catalogue up to this many products, for measuring
 */
export function createFolderReader(
  folder: string,
  links: readonly string[],
  database: ContentDatabase,
  products?: number,
): FolderReader {
  return new DatabaseFiller(folder, links, database, products)
}

class DatabaseFiller implements FolderReader {
  readonly #read = new Map<string, ReadFile>()
  readonly #folder: string
  readonly #links: readonly string[]
  readonly #database: ContentDatabase
  readonly #products: number | undefined
  /** The state of the folder that the database has, and the one that was seen last. */
  #applied: Listing | null = null
  #appliedState = ''
  #seen: Listing | null = null
  #hashes: Map<string, string>

  constructor(
    folder: string,
    links: readonly string[],
    database: ContentDatabase,
    products: number | undefined,
  ) {
    this.#folder = folder
    this.#links = links
    this.#database = database
    this.#products = products
    this.#hashes = parseHashes(readMeta(database, 'types'))
  }

  async update(): Promise<FolderUpdate> {
    let found: Listing
    try {
      found = listFolder(this.#folder, this.#links)
    } catch (error) {
      if (this.#applied || !this.#hasContentOfFolder()) throw error
      const problem = readProblem(`${this.#folder}, whose last content stays`, error)
      return { ...unchanged, problems: [problem] }
    }
    if (this.#applied && stateOf(found) === this.#appliedState) {
      this.#seen = found
      return unchanged
    }
    const listing = this.#applied && this.#seen ? settled(found, this.#seen, this.#applied) : found
    this.#seen = found
    const state = stateOf(listing)
    const isUnsettled = state !== stateOf(found)
    if (this.#applied && state === this.#appliedState) return { ...unchanged, isUnsettled }
    const update = await this.#apply(listing)
    this.#appliedState = state
    return { ...update, isUnsettled }
  }

  #hasContentOfFolder() {
    return readMeta(this.#database, 'folder') === this.#folder
  }

  async #apply(listing: Listing): Promise<Omit<FolderUpdate, 'isUnsettled'>> {
    for (const name of this.#read.keys()) if (!listing.texts.has(name)) this.#read.delete(name)
    const files = changedFiles(this.#applied, listing)
    const fingerprint = await this.#fingerprintOf(listing)
    if (this.#applied === null && readMeta(this.#database, 'sample') === fingerprint) {
      this.#applied = listing
      const problems = parseProblems(readMeta(this.#database, 'problems'))
      return { types: [], files: [], problems }
    }
    if (!this.#hasContentOfFolder()) this.#database.exec('DELETE FROM sources')
    const good = await Promise.all([...listing.texts].map((text) => this.#readGood(...text)))
    const { content, problems: missing } = await assemble(
      good.flatMap(({ file }) => file ?? []),
      listing,
    )
    const { listPostRows } = await import('./rows.ts')
    const problems = withGroupedWarnings([
      ...good.flatMap((one) => one.problems),
      ...missing,
      ...(await unreadProblems(this.#folder, this.#links, listing)),
      ...linkProblems(listing),
    ])
    const rows = [...withProducts([...listPostRows(content)], this.#products)]
    const hashes = hashTypes(rows)
    const sources = new Map(
      good.flatMap(({ file, source }) => (file && source ? [[file.name, source] as const] : [])),
    )
    const meta = {
      sample: fingerprint,
      folder: this.#folder,
      types: JSON.stringify([...hashes]),
      problems: JSON.stringify(problems),
    }
    fill(this.#database, { rows, sources, meta })
    // A change that could not be stored is one at the next call again.
    const types = changedTypes(this.#hashes, hashes)
    this.#hashes = hashes
    this.#applied = listing
    return { types, files, problems }
  }

  /** Returns a file's content: the last good one if it has mistakes, or the good part of it if there is none. */
  async #readGood(name: string, version: string) {
    try {
      const { bytes, parse } = await this.#readFile(name, version)
      const file = await parse()
      if (!file.problems.some(isMistake)) return { file, source: bytes, problems: file.problems }
      const last = readSource(this.#database, name)
      const good = last && (await parseContentFile(name, last))
      const isGood = good !== null && good !== undefined && !good.problems.some(isMistake)
      return { file: isGood ? good : file, source: isGood ? last : null, problems: file.problems }
    } catch (error) {
      const last = readSource(this.#database, name)
      const file = last ? await parseContentFile(name, last) : null
      return { file, source: last ?? null, problems: [readProblem(name, error)] }
    }
  }

  async #readFile(name: string, version: string): Promise<ReadFile> {
    const known = this.#read.get(name)
    if (known?.version === version) return known
    const bytes = await readContentFile(this.#folder, this.#links, name)
    let parsed: Promise<ParsedFile> | undefined
    const parse = () => (parsed ??= parseContentFile(name, bytes))
    const file = { version, bytes, parse }
    this.#read.set(name, file)
    return file
  }

  /** A fingerprint of the names and bytes of all texts, and of all other names. */
  async #fingerprintOf(listing: Listing) {
    const start = `${rowsVersion} ${this.#products ?? ''} ${this.#folder}\n`
    const hash = createHash('sha256').update(start)
    for (const [name, version] of listing.texts) {
      hash.update(`${name}\0`)
      try {
        hash.update((await this.#readFile(name, version)).bytes)
      } catch {
        // The file is reported where it is used.
      }
    }
    const others = [...listing.pictures.keys(), ...listing.documents.keys(), ...listing.outside]
    for (const name of others) hash.update(`\0${name}`)
    return hash.digest('hex')
  }
}

/** The state of a folder without what has changed since the last look: of that, the state that was applied stays. */
function settled(found: Listing, seen: Listing, applied: Listing): Listing {
  const settle = (kind: 'texts' | 'pictures' | 'documents') => {
    const names = new Set([...found[kind].keys(), ...applied[kind].keys()])
    const versions = [...names].toSorted().flatMap((name) => {
      const version = found[kind].get(name)
      const isSettled = version === seen[kind].get(name)
      const kept = isSettled ? version : applied[kind].get(name)
      return kept === undefined ? [] : [[name, kept] as const]
    })
    return new Map(versions)
  }
  return {
    texts: settle('texts'),
    pictures: settle('pictures'),
    documents: settle('documents'),
    unread: found.unread,
    outside: found.outside,
  }
}

/** The headings of a table, by whether visitors see what is below them. */
export interface TableColumns {
  /** The file, and its sheet if it has several. */
  place: string
  shown: string[]
  hidden: string[]
}

/**
 * Reads a content folder, with its mistakes and the columns of its tables. Entries with mistakes are left out.
 * @param links folders to which links in it may lead
 */
export async function readFolder(
  folder: string,
  links: readonly string[] = [],
): Promise<{ content: Content; columns: TableColumns[]; problems: Problem[] }> {
  const listing = listFolder(folder, links)
  const unreadable: Problem[] = []
  const files: ParsedFile[] = []
  for (const name of listing.texts.keys()) {
    try {
      files.push(await parseContentFile(name, await readContentFile(folder, links, name)))
    } catch (error) {
      unreadable.push(readProblem(name, error))
    }
  }
  const { content, problems, hidden, isPublicSpec } = await assemble(files, listing)
  const all = [...unreadable, ...files.flatMap((file) => file.problems), ...problems]
  const columns = files.flatMap((file) =>
    file.columns.map(({ sheet, headings }) => ({
      place: [file.name, sheet].filter(Boolean).join(', '),
      shown: headings.filter(isPublicSpec),
      hidden: headings.filter((heading) => !isPublicSpec(heading)),
    })),
  )
  const inTables = new Set(columns.flatMap((table) => table.hidden))
  const others = [...hidden].filter((label) => !inTables.has(label))
  if (others.length > 0) columns.push({ place: 'products', shown: [], hidden: others })
  const unread = await unreadProblems(folder, links, listing)
  const ofNames = [...unread, ...linkProblems(listing)]
  return { content, columns, problems: withGroupedWarnings([...all, ...ofNames]) }
}

function readProblem(file: string, error: unknown): Problem {
  const reason = error instanceof Error ? error.message : String(error)
  return { file, place: '', message: `cannot be read: ${reason}` }
}

const unknownName =
  'is not read, since no part of the site has this name; docs/content.md lists the names'

/** Says of files that nothing reads whether another program has written them. */
async function unreadProblems(
  folder: string,
  links: readonly string[],
  { unread }: Listing,
): Promise<Problem[]> {
  return Promise.all(
    unread.map(async (file) => {
      const start = /\.(?:csv|xml)$/i.test(file) ? await readStart(folder, links, file) : undefined
      // A cell that the end of the start divides is in none of the first rows.
      const rows = (start ?? '').split(/\r?\n/).map((line) => line.split(/[,;\t]/).map(unquoted))
      const fault = start && (articleExportFault(start) ?? exportFault(rows))
      return { file, place: '', message: fault ?? unknownName }
    }),
  )
}

const unquoted = (cell: string) => cell.replace(/^"(.*)"$/, '$1')

function linkProblems({ outside }: Listing): Problem[] {
  const leading = `${leadsOutside}, so it is not read: put a copy in its place, or name the folder there`
  const report = (message: string) => (file: string) => ({ file, place: '', message })
  return outside.map(report(leading))
}

function stateOf({ texts, pictures, documents, unread, outside }: Listing) {
  return JSON.stringify([[...texts], [...pictures], [...documents], unread, outside])
}

function changedFiles(before: Listing | null, after: Listing): string[] {
  if (!before) return []
  const changed = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
    [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name))
  return [
    ...changed(before.pictures, after.pictures),
    ...changed(before.documents, after.documents),
  ]
}

function hashTypes(rows: PostRow[]): Map<string, string> {
  const hashes = new Map<string, ReturnType<typeof createHash>>()
  for (const { type, language, parentId, detailItem } of rows) {
    const hash = hashes.get(type) ?? createHash('sha256')
    hashes.set(type, hash.update(`${language} ${parentId} ${detailItem}\n`))
  }
  return new Map([...hashes].map(([type, hash]) => [type, hash.digest('base64')]))
}

function changedTypes(before: Map<string, string>, after: Map<string, string>): string[] {
  const types = [...new Set([...before.keys(), ...after.keys()])]
  const changed = types.filter((type) => before.get(type) !== after.get(type))
  // Two types have the products of solutions.
  return changed.flatMap((type) =>
    solutionProductTypes.includes(type) ? solutionProductTypes : type,
  )
}

const storedHashes = z.array(z.tuple([z.string(), z.string()]))

function parseHashes(json = '[]'): Map<string, string> {
  return new Map(storedHashes.parse(JSON.parse(json)))
}

const storedProblems = z.array(
  z.object({
    file: z.string(),
    place: z.string(),
    message: z.string(),
    isWarning: z.literal(true).optional(),
  }),
)

function parseProblems(json = '[]'): Problem[] {
  return storedProblems.parse(JSON.parse(json))
}
