import { LRUCache } from 'lru-cache'
import type { DiskStore } from '../disk-store.ts'
import { imageFileOf, type ImageFile } from './image-file.ts'

const limits = {
  /** Of what is in memory, in bytes: what is asked for just now. */
  memory: 8 * 1024 * 1024,
  /** Of one file there. */
  memoryEntry: 1024 * 1024,
}

/** Stands for a file that is not worth making. */
const none: ImageFile = { bytes: new Uint8Array(0), type: '', etag: '' }

/** Files by their keys, on disk, and in memory those that were asked for last. */
export function createFileCache(disk: DiskStore) {
  const hot = new LRUCache<string, ImageFile>({
    maxSize: limits.memory,
    maxEntrySize: limits.memoryEntry,
    sizeCalculation: (file) => file.bytes.length + 300,
  })

  function warm(key: string, { bytes, type, etag }: ImageFile): ImageFile {
    // Whoever was quicker has it already, and all shall have the same.
    const same = hot.get(key)
    if (same?.etag === etag) return same
    const file = { bytes, type, etag }
    hot.set(key, file)
    return file
  }

  return {
    /** Without waiting: what is in memory. */
    peek: (key: string) => hot.get(key),
    /** @returns 'none' for what markNone was told of, null for what is not kept */
    async find(key: string): Promise<ImageFile | 'none' | null> {
      const ready = hot.get(key)
      if (ready) return ready === none ? 'none' : ready
      const entry = await disk.read(key)
      if (!entry) return null
      if (entry.bytes.length === 0) {
        hot.set(key, none)
        return 'none'
      }
      const file = await imageFileOf(entry.bytes, entry.digest)
      return file && warm(key, file)
    },
    /** @returns once it can be found; with `waits` once it is on disk as well */
    async keep(
      key: string,
      file: ImageFile & { digest: Buffer },
      { waits = false } = {},
    ): Promise<ImageFile> {
      const writing = disk.write(key, file.bytes, file.digest)
      if (waits) await writing
      return warm(key, file)
    },
    /** That a file is not worth making. */
    async markNone(key: string) {
      hot.set(key, none)
      await disk.write(key, none.bytes)
    },
  }
}
