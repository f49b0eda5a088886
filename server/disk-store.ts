import { randomBytes, webcrypto } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { log } from './log.ts'

/** Disks give room in blocks, and a file's entry takes some as well. */
const blockBytes = 4_096
const digestBytes = 32
const temporaryName = /\.tmp$/
/** A file that was being written this long ago belongs to a process that has died, ms. */
const staleTemporaryMs = 60 * 60 * 1000

export interface DiskEntry {
  bytes: Uint8Array
  /** SHA-256 of the bytes. */
  digest: Buffer
}

/** What a folder's listing says of a file. */
export interface DiskFile {
  key: string
  /** In bytes. */
  size: number
  /** When it was last written, or read where that counts, ms since the epoch. */
  usedAt: number
}

export interface DiskStoreOptions {
  folder: string
  /** Of all files together, in whole blocks. */
  maxBytes: number
  /** Whether a file's date is that of its last reading; else it stays that of its writing. */
  updatesDateOnRead?: boolean
  /** Of the files that are the store's: hashes and our own words, nothing that came from outside. */
  ownName: RegExp
  /** How the log says that something went wrong. */
  messages: { writeFailed: string; readFailed: string; corrupt: string }
}

export type DiskStore = ReturnType<typeof createDiskStore>

/**
 * Files in one folder, up to a size; beyond it those go that were not used for longest. A file is
 * the digest of its content and then the content, so what a crash or a disk has spoiled is noticed.
 * A folder that cannot be read or written costs the keeping, nothing else.
 */
export function createDiskStore({
  folder,
  maxBytes,
  updatesDateOnRead = true,
  ownName,
  messages,
}: DiskStoreOptions) {
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

  /** Closing waits for it. That a file is not there to be removed, or stays, harms nothing. */
  async function track(operation: Promise<void>) {
    const done = operation.catch(() => undefined)
    pending.add(done)
    await done.finally(() => pending.delete(done))
  }

  async function write(key: string, bytes: Uint8Array, knownDigest?: Buffer) {
    const temporary = path.join(folder, `${key}.${randomBytes(6).toString('hex')}.tmp`)
    try {
      const digest = knownDigest ?? (await digestOf(bytes))
      await mkdir(folder, { recursive: true })
      // One after the other: together they would be in memory twice.
      await writeFile(temporary, [digest, bytes], { flag: 'wx' })
      await rename(temporary, path.join(folder, key))
      index.set(key, sizeOnDisk(bytes.length + digestBytes))
      isFailing = false
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined)
      if (!isFailing) log.warn({ folder, error: String(error) }, messages.writeFailed)
      isFailing = true
    }
  }

  async function remove(key: string) {
    index.delete(key)
    await track(rm(path.join(folder, key), { force: true }))
  }

  /** The files of the folder, those first that were not used for longest. */
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
    /**
     * Learns what the folder holds; reading and writing need not wait for it.
     * @returns its files, those first that were not used for longest
     */
    async open(): Promise<DiskFile[]> {
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
    /** @returns null where there is none, or none that is whole */
    async read(key: string): Promise<DiskEntry | null> {
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
    /**
     * @param digest of the bytes, where it is known already
     * @returns when the file is there whole, or cannot be, which is told in the log
     */
    async write(key: string, bytes: Uint8Array, digest?: Buffer): Promise<void> {
      await track(write(key, bytes, digest))
    },
    remove,
    /** The names of the files that are known to be there. */
    keys: () => [...index.keys()],
    close: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

function sizeOnDisk(size: number) {
  return Math.ceil(size / blockBytes) * blockBytes
}

/** SHA-256, made beside the event loop: a file can have many megabytes. */
export async function digestOf(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes))
}
