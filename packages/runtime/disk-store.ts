import { createHash, randomBytes, webcrypto } from 'node:crypto'
import {
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { log } from './log.ts'

/** Disks allocate whole blocks, and each file's directory entry takes space as well. */
const blockBytes = 4_096
const digestBytes = 32

/** Readable by its owner only. */
const folderMode = 0o700

const temporaryName = /\.tmp$/
/** A temporary file older than this was left by a process that died, ms. */
const staleTemporaryMs = 60 * 60 * 1000

interface DiskEntry {
  bytes: Uint8Array
  /** SHA-256 of the bytes. */
  digest: Buffer
}

/** A file as listed at the start. */
interface DiskFile {
  key: string
  /** In bytes. */
  size: number
  /** When last written, or last read with `updatesDateOnRead`, ms since the epoch. */
  usedAt: number
}

/** A stored file, open for reading. Its bytes begin at `start`. */
interface OpenDiskFile {
  handle: FileHandle
  start: number
  /** In bytes. */
  size: number
  /** When last written, read or touched, ms since the epoch. */
  usedAt: number
}

/** A file that is being written piece by piece. */
export interface DiskWriter {
  /** Does nothing after a write failed, which is logged. */
  write: (piece: Uint8Array) => Promise<void>
  /** Makes the file visible. */
  complete: () => Promise<void>
  /** Removes what has been written. */
  discard: () => Promise<void>
}

interface DiskStoreOptions {
  folder: string
  /** Maximum size of all files together, in whole blocks. */
  maxBytes: number
  /** Whether reading a file updates its date (the default); otherwise only writing does. */
  updatesDateOnRead?: boolean
  /** Matches the store's own file names: hashes and fixed words, never outside input. */
  ownName: RegExp
  /** Log messages for failures. */
  messages: { writeFailed: string; readFailed: string; corrupt: string }
}

/**
 * A size-limited file store in one folder with LRU eviction. A file is the SHA-256 of its content
 * followed by the content, so that corruption is detected. If the folder cannot be read or written,
 * nothing is cached and nothing else fails.
 */
interface FileStore {
  /**
   * Lists the folder; reads and writes need not wait for it.
   * @returns the files, least recently used first
   */
  open(): Promise<DiskFile[]>
  /** @returns null if there is no intact file */
  read(key: string): Promise<DiskEntry | null>
  /**
   * Resolves when the file is complete or has failed, which is logged.
   * @param digest of the bytes, if already known
   */
  write(key: string, bytes: Uint8Array, digest?: Buffer): Promise<void>
  /**
   * Opens a file that may be too large for memory. Unlike `read`, it does not check the digest.
   * The caller closes it.
   * @returns null if there is none
   */
  openFile(key: string): Promise<OpenDiskFile | null>
  /** Writes a file too large for memory. Its methods must be called one after another. */
  createWriter(key: string): DiskWriter
  /**
   * Sets a file's modification time.
   * @param usedAt ms since the epoch
   */
  touch(key: string, usedAt: number): Promise<void>
  /** Removes a file, if there is one. */
  remove(key: string): Promise<void>
  /** Lists the names of known files. */
  keys(): string[]
  /** Resolves when all pending writes and removals are done. */
  close(): Promise<void>
}

export class DiskStore implements FileStore {
  readonly #options: DiskStoreOptions
  /** Sizes of the files on disk, bytes. */
  readonly #index: LRUCache<string, number>
  readonly #pending = new Set<Promise<void>>()
  #isIndexed = false
  #isFailing = false

  constructor(options: DiskStoreOptions) {
    this.#options = options
    this.#index = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: (size) => size,
      dispose: (_, key, reason) => {
        if (reason === 'evict') void this.#track(rm(this.#pathOf(key), { force: true }))
      },
    })
  }

  async open() {
    const { folder, messages } = this.#options
    // Earlier versions made the folder world-readable. A missing folder is created by the first
    // write.
    await chmod(folder, folderMode).catch(() => undefined)
    const files = await this.#listFiles().catch((error: unknown) => {
      const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!isNew) log.warn({ folder, error: String(error) }, messages.readFailed)
      return []
    })
    const index = this.#index
    const used = [...index.keys()].reverse()
    for (const { key, size } of files) if (!index.has(key)) index.set(key, sizeOnDisk(size))
    for (const key of used) index.get(key)
    this.#isIndexed = true
    return files.filter(({ key }) => index.has(key))
  }

  /** Lists the store's files, least recently used first. */
  async #listFiles() {
    const { folder, ownName } = this.#options
    const files: DiskFile[] = []
    let foreign = 0
    for (const key of await readdir(folder)) {
      const stats = await stat(this.#pathOf(key)).catch(() => null)
      if (!stats) continue
      if (stats.isFile() && ownName.test(key)) {
        files.push({ key, size: stats.size, usedAt: stats.mtimeMs })
      } else if (!temporaryName.test(key)) foreign += 1
      else if (stats.mtimeMs < Date.now() - staleTemporaryMs) await this.remove(key)
    }
    if (foreign > 0) log.warn({ folder, foreign }, 'foreign files ignored')
    return files.sort((a, b) => a.usedAt - b.usedAt)
  }

  async read(key: string) {
    if (this.#isIndexed && this.#index.get(key) === undefined) return null
    const file = this.#pathOf(key)
    const content = await readFile(file).catch(() => null)
    if (!content) return null
    const digest = content.subarray(0, digestBytes)
    const bytes = content.subarray(digestBytes)
    if (!digest.equals(await digestOf(bytes))) {
      log.warn({ file }, this.#options.messages.corrupt)
      await this.remove(key)
      return null
    }
    if (this.#options.updatesDateOnRead !== false) void this.touch(key, Date.now())
    return { bytes, digest }
  }

  async write(key: string, bytes: Uint8Array, digest?: Buffer) {
    const temporary = this.#temporaryFileOf(key)
    const written = async () => {
      try {
        const known = digest ?? (await digestOf(bytes))
        await this.#makeFolder()
        // Two chunks, not one concatenated copy in memory.
        await writeFile(temporary, [known, bytes], { flag: 'wx' })
        await this.#publish(temporary, key, bytes.length)
      } catch (error) {
        await this.#giveUp(temporary, error)
      }
    }
    await this.#track(written())
  }

  async openFile(key: string) {
    const handle = await open(this.#pathOf(key)).catch(() => null)
    const stats = await handle?.stat().catch(() => null)
    if (handle && stats && stats.size >= digestBytes) {
      this.#index.get(key)
      const size = stats.size - digestBytes
      return { handle, start: digestBytes, size, usedAt: stats.mtimeMs }
    }
    await handle?.close()
    return null
  }

  createWriter(key: string): DiskWriter {
    const temporary = this.#temporaryFileOf(key)
    const digest = createHash('sha256')
    let size = 0
    let handle: FileHandle | null = null
    let hasFailed = false

    /** Runs a step, unless an earlier one has failed. */
    const step = async (work: () => Promise<void>) => {
      if (hasFailed) return
      try {
        await work()
      } catch (error) {
        hasFailed = true
        await handle?.close().catch(() => undefined)
        await this.#giveUp(temporary, error)
      }
    }
    const write = async (piece: Uint8Array) => {
      if (!handle) {
        await this.#makeFolder()
        handle = await open(temporary, 'wx')
      }
      await handle.write(piece, 0, piece.length, digestBytes + size)
      digest.update(piece)
      size += piece.length
    }
    const complete = async () => {
      await handle?.write(digest.digest(), 0, digestBytes, 0)
      await handle?.close()
      await this.#publish(temporary, key, size)
    }
    const discard = async () => {
      await handle?.close()
      await rm(temporary, { force: true })
    }
    return {
      write: (piece) => step(() => write(piece)),
      complete: () => this.#track(step(complete)),
      discard: () => this.#track(step(discard)),
    }
  }

  async touch(key: string, usedAt: number) {
    await utimes(this.#pathOf(key), usedAt / 1000, usedAt / 1000).catch(() => undefined)
  }

  async remove(key: string) {
    this.#index.delete(key)
    await this.#track(rm(this.#pathOf(key), { force: true }))
  }

  keys() {
    return [...this.#index.keys()]
  }

  async close() {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  #pathOf(key: string) {
    return path.join(this.#options.folder, key)
  }

  #temporaryFileOf(key: string) {
    return this.#pathOf(`${key}.${randomBytes(6).toString('hex')}.tmp`)
  }

  async #makeFolder() {
    await mkdir(this.#options.folder, { recursive: true, mode: folderMode })
  }

  async #publish(temporary: string, key: string, size: number) {
    await rename(temporary, this.#pathOf(key))
    this.#index.set(key, sizeOnDisk(size + digestBytes))
    this.#isFailing = false
  }

  async #giveUp(temporary: string, error: unknown) {
    const { folder, messages } = this.#options
    await rm(temporary, { force: true }).catch(() => undefined)
    if (!this.#isFailing) log.warn({ folder, error: String(error) }, messages.writeFailed)
    this.#isFailing = true
  }

  /** Registers an operation for `close` to wait for. A failed removal is harmless. */
  async #track(operation: Promise<void>) {
    const done = operation.catch(() => undefined)
    this.#pending.add(done)
    await done.finally(() => this.#pending.delete(done))
  }
}

function sizeOnDisk(size: number) {
  return Math.ceil(size / blockBytes) * blockBytes
}

/** SHA-256, computed off the event loop: a file can have many megabytes. */
export async function digestOf(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes))
}
