import PQueue from 'p-queue'
import { createHash } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { DiskStore } from '@site/runtime/disk-store'
import { log } from '@site/runtime/log'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'
import { FairSendBudget, sendLimits, type SendBudget } from '../../limits/send-budget.ts'
import { originalKeyOf, Originals } from './originals.ts'
import { createBudget, openOriginals, type Reservation } from './original-fetcher.ts'
import { createQuarantine, ProcessUnavailable } from '@site/runtime/process-client'
import type { Encoder } from './encoder.ts'
import { encodings } from './encoder-messages.ts'
import { etagOf, imageFileOf, type ImageFile } from '../image-base.ts'
import { createFileCache, type FileCache } from './file-cache.ts'
import { createSingleFlight, TooManyPictures } from './single-flight.ts'
import { createSources, type Source, type Sources } from './original-fetcher.ts'

/** An image format that we encode. */
type ImageFormat = 'webp' | 'avif'

/** Maximum size of the disk cache, in bytes. */
const maxDiskBytes = 512 * 1024 * 1024
/** Memory limit for originals being fetched, measured and encoded, in bytes. */
const maxOriginalsBytes = 48 * 1024 * 1024
/** Maximum time that an original waits for its share of that memory, ms. */
const budgetTimeoutMs = 15_000
/** Maximum number of concurrent encodings: pages need the CPU, too. */
const maxEncodings = 2
/**
 * Maximum number of images with waiters: the last of them waits some seconds; further ones are
 * rejected.
 */
const maxPending = 200
/** How long an image that cannot be encoded is not retried, ms. */
const brokenMs = 60 * 1000

/**
 * The images of the content API's image base, resized to fixed widths and cached in memory and on
 * disk. WebP is encoded on request, AVIF in the background.
 */
export interface ImageSource {
  /**
   * Finds an image, and makes it if necessary.
   * @param name a valid file name, perhaps with its folder
   * @param width one of imageWidths, or null for the original
   * @param bestFormat the best format that the client accepts: AVIF is returned once it is encoded
   * @param admit called before fetching or resizing; may throw to reject
   * @returns null if there is no such file, or pages must not show it
   * @throws TooManyPictures, or an error when the image base fails and nothing is cached
   */
  find: (
    name: string,
    width: number | null,
    bestFormat?: ImageFormat,
    admit?: () => void,
  ) => Promise<ImageFile | null>
  /** Fetches these images again, since they have changed. */
  expire: (names: readonly string[]) => void
  /** Send budget for responses with a file. */
  sendBudget: SendBudget<ImageFile>
  /** Resolves when the cache folder has been listed; callers need not wait. */
  ready: () => Promise<void>
  close: () => Promise<void>
}

/**
 * @param base the image base's address, without a trailing slash
 * @param encoder closed by its owner
 * @param cache the cache folder; `scope` identifies the content API that the files belong to
 * @param headers of every file request
 */
export function createImageSource(
  base: () => Promise<string>,
  encoder: Encoder,
  cache: { folder: string; scope: string; maxBytes?: number },
  headers: OutgoingHeaders = {},
): ImageSource {
  return new CachedImages(base, encoder, cache, headers)
}

class CachedImages implements ImageSource {
  readonly sendBudget = new FairSendBudget<ImageFile>(sendLimits.images)
  readonly #encoder: Encoder
  readonly #disk: DiskStore
  readonly #files: FileCache
  readonly #sources: Sources
  readonly #originals: Originals
  readonly #budget = createBudget(maxOriginalsBytes, budgetTimeoutMs)
  readonly #queue = createWorkQueue(maxEncodings)
  readonly #flights = createSingleFlight<ImageFile | null>(maxPending)
  readonly #pendingAvif = new Set<string>()
  /** Images that could not be encoded a while ago. */
  readonly #broken = createQuarantine(brokenMs)
  readonly #ready: Promise<void>

  constructor(
    base: () => Promise<string>,
    encoder: Encoder,
    cache: { folder: string; scope: string; maxBytes?: number },
    headers: OutgoingHeaders,
  ) {
    this.#encoder = encoder
    this.#disk = new DiskStore({
      folder: cache.folder,
      maxBytes: cache.maxBytes ?? maxDiskBytes,
      ownName: /^[0-9a-f]{64}\.(?:picture|original|source)$/,
      messages: {
        writeFailed: 'image cache write failed',
        readFailed: 'image cache read failed',
        corrupt: 'corrupt image cache file removed',
      },
    })
    this.#files = createFileCache(this.#disk)
    this.#sources = createSources(this.#disk, cache.scope)
    this.#originals = new Originals(
      openOriginals(base, headers),
      this.#files,
      this.#sources,
      encoder,
      this.#budget,
      maxPending,
    )
    this.#ready = this.#listFolder()
  }

  async #listFolder() {
    const files = await this.#disk.open()
    await this.#sources.loadAll(files.map(({ key }) => key))
  }

  async find(
    name: string,
    width: number | null,
    bestFormat: ImageFormat = 'webp',
    admit: () => void = () => undefined,
  ) {
    const known = this.#sources.peek(name)
    // Repeated requests for a missing file need no admission.
    if (!known && this.#originals.isAbsent(name)) return null
    if (!known) admit()
    const source = known ?? (await this.#originals.find(name))
    if (!source) return null
    this.#originals.refresh(name, source)
    if (width === null) {
      const cached = source.width === null ? undefined : this.#files.peek(originalKeyOf(source))
      return cached ?? this.#findOriginal(name, source)
    }
    // Widths beyond the original's share the image at its own width.
    const shownWidth = Math.min(width, source.width ?? width)
    const avif =
      bestFormat === 'avif'
        ? await this.#files.find(variantKeyOf(source, shownWidth, 'avif'))
        : 'none'
    if (avif !== null && avif !== 'none') return avif
    const webp =
      this.#files.peek(variantKeyOf(source, shownWidth, 'webp')) ??
      // A request admitted for the original is admitted for the resized image too.
      (await this.#findWebp(name, source, shownWidth, known ? admit : () => undefined))
    if (webp && avif === null) this.#makeAvifInBackground(source, shownWidth, webp)
    return webp
  }

  expire(names: readonly string[]) {
    for (const name of names) this.#originals.expire(name)
  }

  ready() {
    return this.#ready
  }

  async close() {
    this.#queue.close()
    this.#budget.close()
    await Promise.all([this.#originals.close(), this.#ready])
    await this.#disk.close()
  }

  async #save(key: string, bytes: Uint8Array) {
    const file = await imageFileOf(bytes)
    if (!file) throw new Error('The encoded file is not an image')
    return this.#files.save(key, file)
  }

  #findOriginal(name: string, source: Source) {
    const key = originalKeyOf(source)
    const sentFile = this.sendBudget.find(etagOf(Buffer.from(source.original, 'hex')))
    if (sentFile) return sentFile
    return this.#flights.run(key, async () => {
      const failure = this.#broken.find(key)
      if (failure) throw failure
      return this.#budget.run((reservation) => this.#readOriginal(key, name, source, reservation))
    })
  }

  async #readOriginal(key: string, name: string, source: Source, reservation: Reservation) {
    const found = await this.#originals.read(name, source, reservation)
    // A new original is measured first: one that our encoder cannot read is not sent to browsers.
    if (found?.source.width === null) {
      const width = await this.#encoder.measure(found.file)
      if (width === null) {
        const error = new Error('The original is too large, or broken')
        this.#broken.add(key, error)
        throw error
      }
    }
    return found?.file ?? null
  }

  #findWebp(name: string, source: Source, width: number, admit: () => void) {
    const key = variantKeyOf(source, width, 'webp')
    return this.#flights.run(key, async () => {
      const cached = await this.#files.find(key)
      if (cached && cached !== 'none') return cached
      const failure = this.#broken.find(key)
      if (failure) throw failure
      admit()
      return this.#queue.run(() =>
        this.#budget.run((reservation) => this.#makeWebp(name, source, width, reservation)),
      )
    })
  }

  async #makeWebp(name: string, known: Source, width: number, reservation: Reservation) {
    const found = await this.#originals.read(name, known, reservation)
    if (!found) return null
    const { source, file } = found
    const key = variantKeyOf(source, width, 'webp')
    try {
      return await this.#save(key, await this.#encoder.makeWebp(file, width))
    } catch (error) {
      if (!(error instanceof ProcessUnavailable)) {
        this.#broken.add(key, error instanceof Error ? error : new Error(String(error)))
      }
      throw error
    }
  }

  #makeAvifInBackground(source: Source, width: number, webp: ImageFile) {
    const key = variantKeyOf(source, width, 'avif')
    if (this.#pendingAvif.has(key)) return
    const isQueued = this.#queue.runInBackground(async () => {
      try {
        await this.#budget.run((reservation) => this.#makeAvif(source, width, webp, reservation))
      } catch (error) {
        log.warn({ width, error: String(error) }, 'AVIF encoding failed')
        const isImageFault = !(
          error instanceof ProcessUnavailable || error instanceof TooManyPictures
        )
        if (isImageFault) await this.#files.markNone(key)
      } finally {
        this.#pendingAvif.delete(key)
      }
    })
    if (isQueued) this.#pendingAvif.add(key)
  }

  async #makeAvif(source: Source, width: number, webp: ImageFile, reservation: Reservation) {
    const key = variantKeyOf(source, width, 'avif')
    const original = await this.#originals.readCached(source, reservation)
    // Evicted or lost in the meantime: the WebP is served instead.
    if (!original) return
    const bytes = await this.#encoder.makeAvif(original, width)
    if (bytes.length < webp.bytes.length) await this.#save(key, bytes)
    else await this.#files.markNone(key)
  }
}

/**
 * Derives the cache key from content and encoder settings, so that a change of either re-encodes.
 */
function variantKeyOf(source: Source, width: number, format: ImageFormat) {
  const keyParts = JSON.stringify([source.original, width, format, encodings])
  return `${createHash('sha256').update(keyParts).digest('hex')}.picture`
}

/**
 * Maximum number of pending background jobs. A rejected job is queued again by the next visitor.
 */
const maxBackground = 500

/**
 * A queue for CPU-bound work. Jobs with waiters run first, in order; background jobs run one at a
 * time, when nothing else is pending.
 */
export function createWorkQueue(maxRunning: number) {
  const queue = new PQueue({ concurrency: maxRunning })
  const background = new PQueue({ concurrency: 1 })
  const closing = new AbortController()
  const { signal } = closing
  // Each waiting job listens until it runs. How many wait is limited where requests are admitted.
  setMaxListeners(0, signal)

  return {
    /** @throws what the work throws, or an error when the queue was closed first */
    run: <T>(work: () => Promise<T>): Promise<T> => queue.add(work, { signal }),
    /**
     * @param work must not throw
     * @returns false when the queue is full
     */
    runInBackground(work: () => Promise<void>) {
      if (background.size >= maxBackground) return false
      void background.add(() => queue.add(work, { priority: -1, signal }).catch(() => undefined))
      return true
    },
    /** Starts no more jobs, and rejects those with waiters. */
    close() {
      background.clear()
      closing.abort(new Error('The server is closing'))
    },
  }
}
