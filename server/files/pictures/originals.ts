import { type Budget, type Reservation } from './original-fetcher.ts'
import { createSingleFlight } from '../../single-flight.ts'
import type { Encoder } from './encoder.ts'
import type { ImageFile } from '../image-base.ts'
import type { FileCache } from './file-cache.ts'
import {
  OriginalFetcher,
  openOriginals,
  maxOriginalBytes,
  type Original,
  type Sources,
  type Source,
} from './original-fetcher.ts'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'

/**
 * The image base's originals, fetched once and cached. After an hour they are revalidated in the
 * background and served stale meanwhile, for as long as the image base fails.
 * @param base the image base's address, without a trailing slash
 * @param budget the memory for originals, shared by all uses
 * @param maxPending maximum number of originals with waiters
 * @param headers of every file request
 */
export function createOriginals(
  base: () => Promise<string>,
  files: FileCache,
  sources: Sources,
  encoder: Pick<Encoder, 'measure'>,
  budget: Budget,
  maxPending: number,
  headers: OutgoingHeaders,
) {
  const baseFiles = openOriginals(base, headers)
  const fetcher = new OriginalFetcher(baseFiles)
  const fetching = createSingleFlight<Source | null>(maxPending)

  async function sourceOf({ file, validators }: Original): Promise<Source> {
    return {
      original: file.digest.toString('hex'),
      type: file.type,
      width: await encoder.measure(file),
      validators,
      checkedAt: Date.now(),
    }
  }

  async function readCached(source: Source, reservation: Reservation): Promise<ImageFile | null> {
    const key = originalKeyOf(source)
    const cached = files.peek(key)
    if (cached) return cached
    await reservation.reserve(maxOriginalBytes)
    const stored = await files.find(key)
    if (!stored || stored === 'none') return null
    reservation.shrinkTo(stored.bytes.length)
    return stored
  }

  async function save(name: string, source: Source, { file }: Original) {
    // Waits for the disk: the encoding task reads a file too large for the memory cache from there.
    await files.save(originalKeyOf(source), file, { waits: true })
    sources.set(name, source)
    return source
  }

  async function revalidate(name: string, source: Source, reservation: Reservation) {
    const fetched = await fetcher.fetch(name, reservation, source.validators)
    if (fetched === 'same') return sources.set(name, { ...source, checkedAt: Date.now() })
    if (fetched === 'none') return sources.remove(name)
    if (fetched === 'unfit') throw new Error('The new version is not an image')
    const next = await sourceOf(fetched)
    if (source.width !== null && next.width === null) throw new Error('The new version is broken')
    await save(name, next, fetched)
  }

  async function fetchNew(name: string, reservation: Reservation) {
    const fetched = await fetcher.fetch(name, reservation)
    if (typeof fetched === 'string') {
      baseFiles.markAbsent(name)
      return null
    }
    return { source: await save(name, await sourceOf(fetched), fetched), file: fetched.file }
  }

  return {
    /** Whether the image base recently said that there is no such image. */
    isAbsent: (name: string) => baseFiles.isAbsent(name),
    /** Fetches an image again, since it has changed. */
    expire(name: string) {
      baseFiles.expire(name)
      void sources.remove(name)
    },
    /**
     * The facts about a file, fetched from the image base if not cached.
     * @returns null if there is no such file, or pages must not show it
     * @throws TooManyPictures, or an error when the image base gives no usable response
     */
    find(name: string): Promise<Source | null> {
      return fetching.run(name, async () => {
        const known = await sources.find(name)
        if (known) return known
        const fetched = await budget.run((reservation) => fetchNew(name, reservation))
        return fetched && fetched.source
      })
    },
    /**
     * Returns the original and the facts about it, fetched again if it is no longer cached.
     * @param reservation its memory, reserved here
     */
    async read(
      name: string,
      source: Source,
      reservation: Reservation,
    ): Promise<{ source: Source; file: ImageFile } | null> {
      const file = await readCached(source, reservation)
      return file ? { source, file } : fetchNew(name, reservation)
    },
    /** Like `read`, but from the cache only. */
    readCached,
    /** Revalidates an original in the background if it is stale. */
    refresh(name: string, source: Source) {
      baseFiles.refreshIfStale(name, source.checkedAt, () =>
        budget.run((reservation) => revalidate(name, source, reservation)),
      )
    },
    keyOf: originalKeyOf,
    close: () => fetcher.close(),
  }
}

function originalKeyOf({ original }: Source) {
  return `${original}.original`
}
