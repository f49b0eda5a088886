import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { DiskStore, type DiskWriter } from '@site/runtime/disk-store'

/** Max. size of all copies on disk, in bytes. */
const maxDiskBytes = 512 * 1024 * 1024

const factsSchema = z.object({
  /** The Content-Type to send. */
  type: z.string(),
  /** The values as the image base sent them: printable ASCII, or empty if missing. */
  etag: z.string(),
  lastModified: z.string(),
})

/** Metadata of a document. */
export type DocumentFacts = z.output<typeof factsSchema>

/** Size of the metadata before the document's bytes, bytes. */
const factsBytes = 1024

/** Chunk size of disk reads, bytes: small, since many slow clients may be reading at once. */
const pieceBytes = 32 * 1024

/** A copy on disk, open for reading. */
export interface DocumentCopy {
  facts: DocumentFacts
  /** Size in bytes. */
  size: number
  /** Time of the last confirmation by the image base, ms since the epoch. */
  checkedAt: number
  /**
   * Reads a part, and closes the copy at its end.
   * @param end inclusive
   */
  read: (start: number, end: number) => Readable
  /** Closes a copy that is not read. */
  close: () => Promise<void>
}

/** Copies of small documents on disk. Their dates are those of the last confirmation by the image base. */
export interface DocumentCache {
  find: (file: string) => Promise<DocumentCopy | null>
  /** Starts storing a document. @returns null while another request stores it */
  store: (file: string, facts: DocumentFacts) => Promise<DiskWriter | null>
  /** Records that the image base has confirmed a copy. */
  confirm: (file: string) => Promise<void>
  remove: (file: string) => Promise<void>
  close: () => Promise<void>
}

export class StoredDocuments implements DocumentCache {
  readonly #scope: string
  readonly #disk: DiskStore
  readonly #ready: Promise<unknown>
  /** Documents that are being written. */
  readonly #writing = new Set<string>()

  /** @param cache its folder; `scope` identifies the content API that owns the files */
  constructor(cache: { folder: string; scope: string }) {
    this.#scope = cache.scope
    this.#disk = new DiskStore({
      folder: cache.folder,
      maxBytes: maxDiskBytes,
      ownName: /^[0-9a-f]{64}\.document$/,
      messages: {
        writeFailed: 'document cache write failed',
        readFailed: 'document cache read failed',
        corrupt: 'corrupt document cache file removed',
      },
    })
    this.#ready = this.#disk.open()
  }

  async find(file: string): Promise<DocumentCopy | null> {
    const opened = await this.#disk.openFile(this.#keyOf(file))
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
  }

  async store(file: string, facts: DocumentFacts): Promise<DiskWriter | null> {
    const writing = this.#writing
    if (writing.has(file)) return null
    writing.add(file)
    const writer = this.#disk.createWriter(this.#keyOf(file))
    const settle = (end: () => Promise<void>) => () => end().finally(() => writing.delete(file))
    await writer.write(Buffer.from(JSON.stringify(facts).padEnd(factsBytes)))
    return {
      write: writer.write,
      complete: settle(writer.complete),
      discard: settle(writer.discard),
    }
  }

  confirm(file: string) {
    return this.#disk.touch(this.#keyOf(file), Date.now())
  }

  remove(file: string) {
    return this.#disk.remove(this.#keyOf(file))
  }

  async close() {
    await this.#ready
    await this.#disk.close()
  }

  #keyOf(file: string) {
    const name = JSON.stringify([this.#scope, file])
    return `${createHash('sha256').update(name).digest('hex')}.document`
  }
}

function parseFacts(bytes: Buffer): DocumentFacts | null {
  try {
    return factsSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    // The copy was written by another version of this file.
    return null
  }
}
