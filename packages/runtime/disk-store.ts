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
export interface DiskStore {
  /**
   * Lists the folder; reads and writes need not wait for it.
   * @returns the files, least recently used first
   */
  open: () => Promise<DiskFile[]>
  /** @returns null if there is no intact file */
  read: (key: string) => Promise<DiskEntry | null>
  /**
   * Resolves when the file is complete or has failed, which is logged.
   * @param digest of the bytes, if already known
   */
  write: (key: string, bytes: Uint8Array, digest?: Buffer) => Promise<void>
  /**
   * Opens a file that may be too large for memory. Unlike `read`, it does not check the digest.
   * The caller closes it.
   * @returns null if there is none
   */
  openFile: (key: string) => Promise<OpenDiskFile | null>
  /** Writes a file too large for memory. Its methods must be called one after another. */
  createWriter: (key: string) => DiskWriter
  /**
   * Sets a file's modification time.
   * @param usedAt ms since the epoch
   */
  touch: (key: string, usedAt: number) => Promise<void>
  /** Removes a file, if there is one. */
  remove: (key: string) => Promise<void>
  /** Lists the names of known files. */
  keys: () => string[]
  /** Resolves when all pending writes and removals are done. */
  close: () => Promise<void>
}

export function createDiskStore({
  folder,
  maxBytes,
  updatesDateOnRead = true,
  ownName,
  messages,
}: DiskStoreOptions): DiskStore {
  const index = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (size) => size,
    dispose: (_, key, reason) => {
      if (reason === 'evict') void track(rm(path.join(folder, key), { force: true }))
    },
  })
  const pending = new Set<Promise<void>>()
  let isIndexed = false
  let isFailing = false

  /** Registers an operation for `close` to wait for. A failed removal is harmless. */
  async function track(operation: Promise<void>) {
    const done = operation.catch(() => undefined)
    pending.add(done)
    await done.finally(() => pending.delete(done))
  }

  function temporaryFileOf(key: string) {
    return path.join(folder, `${key}.${randomBytes(6).toString('hex')}.tmp`)
  }

  async function publish(temporary: string, key: string, size: number) {
    await rename(temporary, path.join(folder, key))
    index.set(key, sizeOnDisk(size + digestBytes))
    isFailing = false
  }

  async function giveUp(temporary: string, error: unknown) {
    await rm(temporary, { force: true }).catch(() => undefined)
    if (!isFailing) log.warn({ folder, error: String(error) }, messages.writeFailed)
    isFailing = true
  }

  async function write(key: string, bytes: Uint8Array, knownDigest?: Buffer) {
    const temporary = temporaryFileOf(key)
    try {
      const digest = knownDigest ?? (await digestOf(bytes))
      await mkdir(folder, { recursive: true, mode: folderMode })
      // Two chunks, not one concatenated copy in memory.
      await writeFile(temporary, [digest, bytes], { flag: 'wx' })
      await publish(temporary, key, bytes.length)
    } catch (error) {
      await giveUp(temporary, error)
    }
  }

  function createWriter(key: string): DiskWriter {
    const temporary = temporaryFileOf(key)
    const digest = createHash('sha256')
    let size = 0
    let handle: FileHandle | null = null
    let hasFailed = false

    /** Runs a step, unless an earlier one has failed. */
    async function step(work: () => Promise<void>) {
      if (hasFailed) return
      try {
        await work()
      } catch (error) {
        hasFailed = true
        await handle?.close().catch(() => undefined)
        await giveUp(temporary, error)
      }
    }

    return {
      write: (piece) =>
        step(async () => {
          if (!handle) {
            await mkdir(folder, { recursive: true, mode: folderMode })
            handle = await open(temporary, 'wx')
          }
          await handle.write(piece, 0, piece.length, digestBytes + size)
          digest.update(piece)
          size += piece.length
        }),
      complete: () =>
        track(
          step(async () => {
            await handle?.write(digest.digest(), 0, digestBytes, 0)
            await handle?.close()
            await publish(temporary, key, size)
          }),
        ),
      discard: () =>
        track(
          step(async () => {
            await handle?.close()
            await rm(temporary, { force: true })
          }),
        ),
    }
  }

  async function remove(key: string) {
    index.delete(key)
    await track(rm(path.join(folder, key), { force: true }))
  }

  /** Lists the store's files, least recently used first. */
  async function listFiles() {
    const files: DiskFile[] = []
    let foreign = 0
    for (const key of await readdir(folder)) {
      const stats = await stat(path.join(folder, key)).catch(() => null)
      if (!stats) continue
      if (stats.isFile() && ownName.test(key)) {
        files.push({ key, size: stats.size, usedAt: stats.mtimeMs })
      } else if (!temporaryName.test(key)) foreign += 1
      else if (stats.mtimeMs < Date.now() - staleTemporaryMs) await remove(key)
    }
    if (foreign > 0) log.warn({ folder, foreign }, 'foreign files ignored')
    return files.sort((a, b) => a.usedAt - b.usedAt)
  }

  return {
    async open() {
      // Earlier versions made the folder world-readable. A missing folder is created by the first
      // write.
      await chmod(folder, folderMode).catch(() => undefined)
      const files = await listFiles().catch((error: unknown) => {
        const isNew = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        if (!isNew) log.warn({ folder, error: String(error) }, messages.readFailed)
        return []
      })
      const used = [...index.keys()].reverse()
      for (const { key, size } of files) if (!index.has(key)) index.set(key, sizeOnDisk(size))
      for (const key of used) index.get(key)
      isIndexed = true
      return files.filter(({ key }) => index.has(key))
    },
    async read(key) {
      if (isIndexed && index.get(key) === undefined) return null
      const file = path.join(folder, key)
      const content = await readFile(file).catch(() => null)
      if (!content) return null
      const digest = content.subarray(0, digestBytes)
      const bytes = content.subarray(digestBytes)
      if (!digest.equals(await digestOf(bytes))) {
        log.warn({ file }, messages.corrupt)
        await remove(key)
        return null
      }
      if (updatesDateOnRead) {
        const now = new Date()
        utimes(file, now, now).catch(() => undefined)
      }
      return { bytes, digest }
    },
    async write(key, bytes, digest) {
      await track(write(key, bytes, digest))
    },
    async openFile(key) {
      const handle = await open(path.join(folder, key)).catch(() => null)
      const stats = await handle?.stat().catch(() => null)
      if (handle && stats && stats.size >= digestBytes) {
        index.get(key)
        const size = stats.size - digestBytes
        return { handle, start: digestBytes, size, usedAt: stats.mtimeMs }
      }
      await handle?.close()
      return null
    },
    createWriter,
    touch: (key, usedAt) =>
      utimes(path.join(folder, key), usedAt / 1000, usedAt / 1000).catch(() => undefined),
    remove,
    keys: () => [...index.keys()],
    close: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

function sizeOnDisk(size: number) {
  return Math.ceil(size / blockBytes) * blockBytes
}

/** SHA-256, computed off the event loop: a file can have many megabytes. */
export async function digestOf(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes))
}
