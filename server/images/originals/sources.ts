import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { DiskStore } from '../../disk-store.ts'

const sourceSchema = z.object({
  /** SHA-256 of the original, hexadecimal: images are cached by it, not by name. */
  original: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string(),
  /** In pixels, upright; null if it is broken. */
  width: z.number().int().positive().nullable(),
  validators: z.object({ etag: z.string(), lastModified: z.string() }),
  /** When the image base last confirmed it, ms. */
  checkedAt: z.number(),
})

/** Facts about a file of the image base. */
export type Source = z.output<typeof sourceSchema>

/** Max. names in memory, about 400 bytes each. */
const maxInMemory = 10_000

/**
 * Facts about the image base's files by name, in memory and on disk.
 * @param scope identifies the content API: another one may have other files under the same names
 */
export function createSources(disk: DiskStore, scope: string) {
  const known = new LRUCache<string, Source>({ max: maxInMemory })

  function keyOf(file: string) {
    return `${createHash('sha256')
      .update(JSON.stringify([scope, file]))
      .digest('hex')}.source`
  }

  async function load(key: string) {
    const entry = await disk.read(key)
    const source = entry && parse(entry.bytes)
    // A value set in the meantime is newer.
    if (source && !known.has(key)) known.set(key, source)
    return source
  }

  return {
    /** Synchronous; memory only. */
    peek: (file: string) => known.get(keyOf(file)),
    async find(file: string): Promise<Source | null> {
      const key = keyOf(file)
      return known.get(key) ?? (await load(key))
    },
    /** @param isCached false to store it in memory only */
    set(file: string, source: Source, isCached = true) {
      const key = keyOf(file)
      known.set(key, source)
      if (isCached) void disk.write(key, Buffer.from(JSON.stringify(source)))
    },
    async remove(file: string) {
      const key = keyOf(file)
      known.delete(key)
      await disk.remove(key)
    },
    /** @param keys of the files on disk, most recently used last */
    async loadAll(keys: string[]) {
      const own = keys.filter((key) => key.endsWith('.source')).slice(-maxInMemory)
      for (const key of own) if (!known.has(key)) await load(key)
    },
  }
}

function parse(bytes: Uint8Array): Source | null {
  try {
    return sourceSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch {
    // Written by another version of this file.
    return null
  }
}
