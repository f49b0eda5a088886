import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { DiskStore } from '../../disk-store.ts'

const sourceSchema = z.object({
  /** SHA-256 of the original, hexadecimal: pictures are kept by it, not by their name. */
  original: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.string(),
  /** In pixels, upright; null for what is no picture, or a broken one. */
  width: z.number().int().positive().nullable(),
  /** Six hexadecimal digits; empty for a picture that something shows through, null before it is known. */
  colour: z
    .string()
    .regex(/^(?:[0-9a-f]{6})?$/)
    .nullable(),
  validators: z.object({ etag: z.string(), lastModified: z.string() }),
  /** When the image base last said that this is the original, ms. */
  checkedAt: z.number(),
})

/** What is known of a file of the image base. */
export type Source = z.output<typeof sourceSchema>

/** Of names in memory, about 400 bytes each. */
const mostInMemory = 10_000

/**
 * What is known of the image base's files by their names, in memory and on disk.
 * @param scope whose names they are: another content API may have others under the same names
 */
export function createSources(disk: DiskStore, scope: string) {
  const known = new LRUCache<string, Source>({ max: mostInMemory })

  function keyOf(file: string) {
    return `${createHash('sha256')
      .update(JSON.stringify([scope, file]))
      .digest('hex')}.source`
  }

  async function load(key: string) {
    const entry = await disk.read(key)
    const source = entry && parse(entry.bytes)
    // What was learnt meanwhile is newer.
    if (source && !known.has(key)) known.set(key, source)
    return source
  }

  return {
    /** Without waiting: what memory knows. */
    peek: (file: string) => known.get(keyOf(file)),
    async find(file: string): Promise<Source | null> {
      const key = keyOf(file)
      return known.get(key) ?? (await load(key))
    },
    /** @param isCached false for what is not worth a file */
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
    /** @param keys of the disk's files, those last that were used last */
    async loadAll(keys: string[]) {
      const own = keys.filter((key) => key.endsWith('.source')).slice(-mostInMemory)
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
