import { LRUCache } from 'lru-cache'
import type { DiskStore } from '@site/runtime/disk-store'
import { imageFileOf, type ImageFile } from '../image-base.ts'

const limits = {
  /** Memory limit for the most recently used files, in bytes. */
  memory: 8 * 1024 * 1024,
  /** Maximum size of one file in memory, in bytes. */
  memoryEntry: 1024 * 1024,
}

/** Marks a file that is not worth making, such as an AVIF larger than the WebP. */
const none: ImageFile = { bytes: new Uint8Array(0), type: '', etag: '' }

/** Caches files by key on disk, and the most recently used in memory. */
export interface FileCache {
  /** Synchronous; memory only. */
  peek: (key: string) => ImageFile | undefined
  /** @returns 'none' for files marked by markNone, null for files that are not cached */
  find: (key: string) => Promise<ImageFile | 'none' | null>
  /** Saves a file; resolves once `find` returns it, or with `waits` once it is on disk. */
  save: (
    key: string,
    file: ImageFile & { digest: Buffer },
    options?: { waits?: boolean },
  ) => Promise<ImageFile>
  /** Marks a file as not worth making. */
  markNone: (key: string) => Promise<void>
}

export function createFileCache(disk: DiskStore): FileCache {
  const hot = new LRUCache<string, ImageFile>({
    maxSize: limits.memory,
    maxEntrySize: limits.memoryEntry,
    sizeCalculation: (file) => file.bytes.length + 300,
  })

  function warm(key: string, { bytes, type, etag }: ImageFile): ImageFile {
    // Reuses the instance of a concurrent read, so that all share one copy.
    const existing = hot.get(key)
    if (existing?.etag === etag) return existing
    const file = { bytes, type, etag }
    hot.set(key, file)
    return file
  }

  return {
    peek: (key) => hot.get(key),
    async find(key) {
      const cached = hot.get(key)
      if (cached) return cached === none ? 'none' : cached
      const entry = await disk.read(key)
      if (!entry) return null
      if (entry.bytes.length === 0) {
        hot.set(key, none)
        return 'none'
      }
      const file = await imageFileOf(entry.bytes, entry.digest)
      return file && warm(key, file)
    },
    async save(key, file, { waits = false } = {}) {
      const written = disk.write(key, file.bytes, file.digest)
      if (waits) await written
      return warm(key, file)
    },
    async markNone(key) {
      hot.set(key, none)
      await disk.write(key, none.bytes)
    },
  }
}
