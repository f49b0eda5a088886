import type { ImageFile } from './image-file.ts'

/**
 * Of files whose readers have not taken them yet, in bytes. What the machine takes off our hands at
 * once counts for a moment. Small ones may go on when the room for large ones is taken.
 */
const limits = {
  large: 64 * 1024 * 1024,
  all: 128 * 1024 * 1024,
  /** From here on a file is large. */
  largeFrom: 1024 * 1024,
}

export type Outgoing = ReturnType<typeof createOutgoing>

/** A file's bytes, for one answer. */
export interface Held {
  bytes: Uint8Array
  /** To be called once, when the answer has ended or nobody is left to take it. */
  release: () => void
}

/** What is being sent: the same file is in memory once, however many read it, and however slowly. */
export function createOutgoing() {
  const held = new Map<string, { file: ImageFile; answers: number }>()
  let total = 0

  function release(entry: { file: ImageFile; answers: number }) {
    entry.answers -= 1
    if (entry.answers > 0) return
    held.delete(entry.file.etag)
    total -= entry.file.bytes.length
  }

  return {
    /** A file that is being sent, by its tag. */
    find: (etag: string) => held.get(etag)?.file,
    /** @returns null when too much is being sent already */
    hold(file: ImageFile): Held | null {
      const same = held.get(file.etag)
      const size = file.bytes.length
      const most = size < limits.largeFrom ? limits.all : limits.large
      if (!same && total + size > most) return null
      const entry = same ?? { file, answers: 0 }
      if (!same) {
        held.set(file.etag, entry)
        total += size
      }
      entry.answers += 1
      return { bytes: entry.file.bytes, release: () => release(entry) }
    },
    /** In bytes. */
    size: () => total,
  }
}
