import { createSingleFlight, type SingleFlight } from './single-flight.ts'
import type { Encoder } from './encoder.ts'
import type { ImageFile } from '../image-base.ts'
import type { FileCache } from './file-cache.ts'
import type { BaseFiles } from '../base-files.ts'
import {
  OriginalFetcher,
  maxOriginalBytes,
  type Budget,
  type Original,
  type Reservation,
  type Sources,
  type Source,
} from './original-fetcher.ts'

/**
 * The image base's originals, fetched once and cached. Stale ones are revalidated in the background (base-files.ts).
 */
export class Originals {
  readonly #files: FileCache
  readonly #sources: Sources
  readonly #encoder: Pick<Encoder, 'measure'>
  readonly #budget: Budget
  readonly #baseFiles: BaseFiles
  readonly #fetcher: OriginalFetcher
  readonly #fetching: SingleFlight<Source | null>

  /**
   * @param budget the memory for originals, shared by all uses
   * @param maxPending maximum number of originals with waiters
   */
  constructor(
    baseFiles: BaseFiles,
    files: FileCache,
    sources: Sources,
    encoder: Pick<Encoder, 'measure'>,
    budget: Budget,
    maxPending: number,
  ) {
    this.#files = files
    this.#sources = sources
    this.#encoder = encoder
    this.#budget = budget
    this.#baseFiles = baseFiles
    this.#fetcher = new OriginalFetcher(baseFiles)
    this.#fetching = createSingleFlight<Source | null>(maxPending)
  }

  /** Whether the image base recently said that there is no such image. */
  isAbsent(name: string) {
    return this.#baseFiles.isAbsent(name)
  }

  /** Fetches an image again, since it has changed. */
  expire(name: string) {
    this.#baseFiles.expire(name)
    void this.#sources.remove(name)
  }

  /**
   * The facts about a file, fetched from the image base if not cached.
   * @returns null if there is no such file, or pages must not show it
   * @throws TooManyPictures, or an error when the image base gives no usable response
   */
  find(name: string): Promise<Source | null> {
    return this.#fetching.run(name, async () => {
      const known = await this.#sources.find(name)
      if (known) return known
      const fetched = await this.#budget.run((reservation) => this.#fetchNew(name, reservation))
      return fetched && fetched.source
    })
  }

  /**
   * Returns the original and the facts about it, fetched again if it is no longer cached.
   * @param reservation its memory, reserved here
   */
  async read(
    name: string,
    source: Source,
    reservation: Reservation,
  ): Promise<{ source: Source; file: ImageFile } | null> {
    const file = await this.readCached(source, reservation)
    return file ? { source, file } : this.#fetchNew(name, reservation)
  }

  /** Revalidates an original in the background if it is stale. */
  refresh(name: string, source: Source) {
    this.#baseFiles.refreshIfStale(name, source.checkedAt, () =>
      this.#budget.run((reservation) => this.#revalidate(name, source, reservation)),
    )
  }

  close() {
    return this.#fetcher.close()
  }

  async #sourceOf({ file, validators }: Original): Promise<Source> {
    return {
      original: file.digest.toString('hex'),
      type: file.type,
      width: await this.#encoder.measure(file),
      validators,
      checkedAt: Date.now(),
    }
  }

  /** Like `read`, but from the cache only. */
  async readCached(source: Source, reservation: Reservation): Promise<ImageFile | null> {
    const key = originalKeyOf(source)
    const cached = this.#files.peek(key)
    if (cached) return cached
    await reservation.reserve(maxOriginalBytes)
    const stored = await this.#files.find(key)
    if (!stored || stored === 'none') return null
    reservation.shrinkTo(stored.bytes.length)
    return stored
  }

  async #save(name: string, source: Source, { file }: Original) {
    // Waits for the disk: the encoding task reads a file too large for the memory cache from there.
    await this.#files.save(originalKeyOf(source), file, { waits: true })
    this.#sources.set(name, source)
    return source
  }

  async #revalidate(name: string, source: Source, reservation: Reservation) {
    const fetched = await this.#fetcher.fetch(name, reservation, source.validators)
    if (fetched === 'same') return this.#sources.set(name, { ...source, checkedAt: Date.now() })
    if (fetched === 'none') return this.#sources.remove(name)
    if (fetched === 'unfit') throw new Error('The new version is not an image')
    const next = await this.#sourceOf(fetched)
    if (source.width !== null && next.width === null) throw new Error('The new version is broken')
    await this.#save(name, next, fetched)
  }

  async #fetchNew(name: string, reservation: Reservation) {
    const fetched = await this.#fetcher.fetch(name, reservation)
    if (typeof fetched === 'string') {
      this.#baseFiles.markAbsent(name)
      return null
    }
    return {
      source: await this.#save(name, await this.#sourceOf(fetched), fetched),
      file: fetched.file,
    }
  }
}

export function originalKeyOf({ original }: Source) {
  return `${original}.original`
}
