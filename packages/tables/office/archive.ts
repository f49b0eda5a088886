import { Readable } from 'node:stream'
import { Parse, type Entry } from 'unzipper-esm'

interface Unpacked {
  /** Bytes of all entries, as far as they were counted. */
  size: number
  /** The wanted entries by path. */
  entries: Map<string, Buffer>
}

/**
 * Unpacks a ZIP archive, and counts its bytes: the sizes that it states are its maker's.
 * @param enough the counting ends above it, bytes
 * @param isWanted the entries that are returned
 * @throws Error for a damaged archive
 */
export function unpack(
  bytes: Buffer,
  enough: number,
  isWanted: (path: string) => boolean,
): Promise<Unpacked> {
  return new Promise((resolve, reject) => {
    let size = 0
    const pieces = new Map<string, Buffer[]>()
    const result = () => {
      const entries = [...pieces].map(([path, all]) => [path, Buffer.concat(all)] as const)
      resolve({ size, entries: new Map(entries) })
    }
    const archive = Readable.from(bytes).pipe(Parse())
    archive.on('error', reject).on('finish', result)
    archive.on('entry', (entry: Entry) => {
      const all: Buffer[] = []
      if (isWanted(entry.path)) pieces.set(entry.path, all)
      entry.on('error', reject).on('data', (piece: Buffer) => {
        size += piece.length
        if (isWanted(entry.path)) all.push(piece)
        if (size <= enough) return
        result()
        archive.destroy()
      })
    })
  })
}
