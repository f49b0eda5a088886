import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { createDiskStore, type DiskWriter } from '../../storage/disk-store.ts'

/** Max. size of all copies on disk, in bytes. */
const maxDiskBytes = 512 * 1024 * 1024

const factsSchema = z.object({
  /** What it is sent as. */
  type: z.string(),
  /** As the image base wrote them: printable ASCII, or empty where it sent none. */
  etag: z.string(),
  lastModified: z.string(),
})

/** What is known of a document before its bytes. */
export type DocumentFacts = z.output<typeof factsSchema>

/** The facts stand before the document, in this many bytes. */
const factsBytes = 1024

/** Read from disk in pieces of this size, in bytes: many slow clients may be reading at once. */
const pieceBytes = 32 * 1024

/** A copy on disk, open for reading. */
export interface DocumentCopy {
  facts: DocumentFacts
  /** In bytes. */
  size: number
  /** When the image base last confirmed it, ms since the epoch. */
  checkedAt: number
  /**
   * Reads a part, and closes the copy at its end.
   * @param end included
   */
  read: (start: number, end: number) => Readable
  /** For a copy that is not read. */
  close: () => Promise<void>
}

/**
 * Copies of small documents on disk. Their dates say when the image base last confirmed them.
 * @param cache its folder; `scope` identifies the content API whose files these are
 */
export function createDocumentCache(cache: { folder: string; scope: string }) {
  const disk = createDiskStore({
    folder: cache.folder,
    maxBytes: maxDiskBytes,
    ownName: /^[0-9a-f]{64}\.document$/,
    messages: {
      writeFailed: 'document cache write failed',
      readFailed: 'document cache read failed',
      corrupt: 'corrupt document cache file removed',
    },
  })
  const ready = disk.open()
  /** Documents that are being written. */
  const writing = new Set<string>()

  function keyOf(file: string) {
    const name = JSON.stringify([cache.scope, file])
    return `${createHash('sha256').update(name).digest('hex')}.document`
  }

  return {
    async find(file: string): Promise<DocumentCopy | null> {
      const opened = await disk.openFile(keyOf(file))
      if (!opened) return null
      const { handle, start, usedAt } = opened
      const facts = parseFacts(
        (await handle.read(Buffer.alloc(factsBytes), 0, factsBytes, start)).buffer,
      )
      const size = opened.size - factsBytes
      if (!facts || size <= 0) {
        await handle.close()
        return null
      }
      const first = start + factsBytes
      return {
        facts,
        size,
        checkedAt: usedAt,
        read: (from, end) =>
          handle.createReadStream({
            start: first + from,
            end: first + end,
            highWaterMark: pieceBytes,
          }),
        close: () => handle.close(),
      }
    },
    /** Begins to store a document. @returns null while another request stores it */
    async store(file: string, facts: DocumentFacts): Promise<DiskWriter | null> {
      if (writing.has(file)) return null
      writing.add(file)
      const writer = disk.createWriter(keyOf(file))
      const settle = (end: () => Promise<void>) => () => end().finally(() => writing.delete(file))
      await writer.write(Buffer.from(JSON.stringify(facts).padEnd(factsBytes)))
      return {
        write: writer.write,
        complete: settle(writer.complete),
        discard: settle(writer.discard),
      }
    },
    /** The image base has confirmed a copy. */
    confirm: (file: string) => disk.touch(keyOf(file), Date.now()),
    remove: (file: string) => disk.remove(keyOf(file)),
    async close() {
      await ready
      await disk.close()
    },
  }
}

function parseFacts(bytes: Buffer): DocumentFacts | null {
  try {
    return factsSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    // Written by another version of this file.
    return null
  }
}
