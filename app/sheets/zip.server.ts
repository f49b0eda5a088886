import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import PQueue from 'p-queue'

/** A file of a ZIP. */
export interface ZipEntry {
  /** Unique in the ZIP, without a path. */
  name: string
  /** In bytes; null if that is unknown before it is read. */
  size: number | null
  /** Equal for equal bytes; empty if unknown. */
  version: string
  /** ms since the epoch; NaN if unknown. */
  modifiedAt: number
  /** @throws an error when it cannot be had in this version and size */
  read: (signal: AbortSignal) => Promise<Readable | Uint8Array>
}

/** A part of a file, in bytes, both ends included. */
type Range = Record<'start' | 'end', number>

/** The years that a ZIP can name begin with 1980. */
const earliest = Date.UTC(1981, 0)

/**
 * Describes the ZIP of some files, in their order. Its bytes depend on these alone.
 * @param maxBytes the making fails beyond
 * @returns the length in bytes, null if unknown; a strong entity tag, null if a file may change unnoticed; what makes it, or
 * a part, for which the bytes before are made and dropped, since a ZIP has checksums
 */
export function zipOf(entries: ZipEntry[], maxBytes: number) {
  const dates = entries.map(({ modifiedAt }) => modifiedAt).filter((ms) => ms >= earliest)
  const latest = Math.max(earliest, ...dates)
  const dated = entries.map((entry) => ({
    ...entry,
    lastModified: new Date(entry.modifiedAt >= earliest ? entry.modifiedAt : latest),
  }))
  const sized = dated.flatMap(({ name, size }) => (size === null ? [] : [{ name, size }]))
  const length = sized.length === entries.length ? Number(predictLength(sized)) : null
  const isKnown = length !== null && entries.every(({ version }) => version !== '')
  // In a ZIP, times are local ones.
  const facts = dated.map((one) => [one.name, one.size, one.version, String(one.lastModified)])
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
  return {
    length,
    etag: isKnown ? `"${digest.slice(0, 27)}"` : null,
    stream: (range: Range | null, signal: AbortSignal) => {
      const pieces = partOf(makeZip(inputsOf(dated, signal)), range, length, maxBytes)
      return Readable.toWeb(Readable.from(pieces, { objectMode: false })) as ReadableStream
    },
  }
}

/** Opens one file after the other, each once the one before has been read. */
async function* inputsOf(entries: (ZipEntry & { lastModified: Date })[], signal: AbortSignal) {
  for (const { name, lastModified, read } of entries) {
    signal.throwIfAborted()
    const input = await read(signal)
    try {
      yield { name, lastModified, input }
    } finally {
      // A ZIP that nobody reads on is thrown out of the statement above, and leaves its file open.
      if (input instanceof Readable) input.destroy()
    }
  }
}

/** No client's line limits what is skipped, as it does what is sent: few do it at once. */
const skipping = new PQueue({ concurrency: 2 })

/** @throws an error for another length than was promised, since the connection's next response begins there */
async function* partOf(
  zip: ReadableStream<Uint8Array>,
  range: Range | null,
  length: number | null,
  maxBytes: number,
) {
  const max = length ?? maxBytes
  const { start, end } = range ?? { start: 0, end: max - 1 }
  const reader = zip.getReader()
  let at = 0

  /** @returns the first piece with a byte after a place; null at the end */
  async function readTo(place: number) {
    for (;;) {
      const { done, value: piece } = await reader.read()
      if (done && length === null) return null
      if (done || at + piece.length > max) throw new Error(`The ZIP has not ${max} bytes`)
      at += piece.length
      if (at > place) return piece
    }
  }

  try {
    let piece = start === 0 ? await readTo(0) : await skipping.add(() => readTo(start))
    while (piece) {
      const from = at - piece.length
      yield piece.subarray(Math.max(start - from, 0), end + 1 - from)
      piece = at <= end ? await readTo(at) : null
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
