import type { ImageFile } from './image-file.ts'

/**
 * Max. bytes of files being sent. Bytes that the system buffers at once count only for a moment.
 * Small files may still be sent when large ones have used up their limit.
 */
const limits = {
  large: 64 * 1024 * 1024,
  all: 128 * 1024 * 1024,
  /** Files of this size or more count as large. */
  largeFrom: 1024 * 1024,
}

export type Outgoing = ReturnType<typeof createOutgoing>

/** A file's bytes, for one response. */
export interface HeldFile {
  bytes: Uint8Array
  /** Call once, when the response has ended or the client is gone. */
  release: () => void
}

/**
 * Tracks files being sent: each is in memory once, however many clients receive it and however
 * slowly.
 */
export function createOutgoing() {
  const held = new Map<string, { file: ImageFile; responses: number }>()
  let total = 0

  function release(entry: { file: ImageFile; responses: number }) {
    entry.responses -= 1
    if (entry.responses > 0) return
    held.delete(entry.file.etag)
    total -= entry.file.bytes.length
  }

  return {
    /** Finds a file that is being sent, by its ETag. */
    find: (etag: string) => held.get(etag)?.file,
    /** @returns null when too much is being sent already */
    hold(file: ImageFile): HeldFile | null {
      const existing = held.get(file.etag)
      const size = file.bytes.length
      const max = size < limits.largeFrom ? limits.all : limits.large
      if (!existing && total + size > max) return null
      const entry = existing ?? { file, responses: 0 }
      if (!existing) {
        held.set(file.etag, entry)
        total += size
      }
      entry.responses += 1
      return { bytes: entry.file.bytes, release: () => release(entry) }
    },
    /** Total size, in bytes. */
    size: () => total,
  }
}
