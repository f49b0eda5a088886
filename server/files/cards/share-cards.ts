import { LRUCache } from 'lru-cache'
import PQueue from 'p-queue'
import { createHash } from 'node:crypto'
import { createThrottledWarning } from '@site/runtime/log'
import { ContentUnavailable } from '../../content/failures.ts'
import type { Encoder, Picture } from '../pictures/encoder.ts'
import type { ImageFile } from '../image-base.ts'
import type { ShareCard } from '../pictures/encoder-messages.ts'

export type { ShareCard }

interface CardFile {
  bytes: Uint8Array
  etag: string
  /** False when the page's image was unavailable or could not be drawn: cached briefly only. */
  isWhole: boolean
}

/** A pending card and its waiters. */
interface Flight {
  card: Promise<CardFile>
  waiters: AbortSignal[]
}

/** Maximum size of the memory cache, in bytes: about 500 cards. */
const maxCacheBytes = 24 * 1024 * 1024
/** Maximum number of concurrent drawings: pages need the CPU, too. */
const maxDrawing = 2
/**
 * Maximum number of pending cards: the last of them waits some seconds; further ones are rejected.
 */
const maxPending = 50

/** How long a card without its image is cached, ms. */
const brokenMs = 60 * 1000

const warnWithoutImage = createThrottledWarning('share card drawn without its image')

/** Draws share cards. */
export interface ShareCards {
  /**
   * @param image a file of the image base, or ''
   * @param signal aborted when the waiter leaves: a card without waiters is not drawn
   * @throws ContentUnavailable when too many cards are pending
   */
  find: (card: ShareCard, image: string, signal: AbortSignal) => Promise<CardFile>
}

/** Caches share cards by their content. */
export class CachedShareCards implements ShareCards {
  readonly #findPicture: (file: string, width: 800) => Promise<ImageFile | null>
  readonly #encoder: Pick<Encoder, 'drawCard'>
  readonly #cache = new LRUCache<string, CardFile>({
    maxSize: maxCacheBytes,
    sizeCalculation: (file) => file.bytes.length + 500,
    ttl: 24 * 60 * 60 * 1000,
  })
  readonly #flights = new Map<string, Flight>()
  readonly #queue = new PQueue({ concurrency: maxDrawing })

  /**
   * @param findPicture reads the server's own images, resized within its limits
   * @param encoder draws in its own process, since a small image may be an untrusted original
   */
  constructor(
    findPicture: (file: string, width: 800) => Promise<ImageFile | null>,
    encoder: Pick<Encoder, 'drawCard'>,
  ) {
    this.#findPicture = findPicture
    this.#encoder = encoder
  }

  async find(card: ShareCard, image: string, signal: AbortSignal) {
    // Hashed, since texts may have any length and the cache counts image bytes only.
    const key = hashOf(JSON.stringify([card, image]))
    const cached = this.#cache.get(key)
    if (cached) return cached
    const running = this.#flights.get(key)
    if (running) {
      running.waiters.push(signal)
      return running.card
    }
    if (this.#flights.size >= maxPending)
      throw new ContentUnavailable('busy', 'Too many cards are being drawn')
    const waiters = [signal]
    const flight = { card: this.#make(key, card, image, waiters), waiters }
    this.#flights.set(key, flight)
    return flight.card
  }

  async #make(key: string, card: ShareCard, image: string, waiters: AbortSignal[]) {
    const picture = image === '' ? null : await this.#readPicture(image)
    return this.#queue.add(() => this.#drawInTurn(key, card, image, picture, waiters))
  }

  async #drawInTurn(
    key: string,
    card: ShareCard,
    image: string,
    picture: Picture | null | undefined,
    waiters: AbortSignal[],
  ) {
    try {
      // All waiters have left, so nobody sees this error.
      if (waiters.every(({ aborted }) => aborted)) waiters[0]?.throwIfAborted()
      const drawn = await this.#draw(card, image, picture ?? null)
      const file = {
        bytes: drawn.bytes,
        etag: `"${hashOf(drawn.bytes).slice(0, 22)}"`,
        isWhole: picture !== undefined && drawn.isWhole,
      }
      if (file.isWhole) this.#cache.set(key, file)
      else if (!drawn.isWhole) this.#cache.set(key, file, { ttl: brokenMs })
      return file
    } finally {
      // Deleted immediately: later requests start a new flight.
      this.#flights.delete(key)
    }
  }

  /** Draws the card with its image, or without it if that fails. */
  async #draw(card: ShareCard, image: string, picture: Picture | null) {
    if (!picture) return { bytes: await this.#encoder.drawCard(card, null), isWhole: true }
    try {
      return { bytes: await this.#encoder.drawCard(card, picture), isWhole: true }
    } catch (error) {
      warnWithoutImage({ file: image, error: String(error) })
      return { bytes: await this.#encoder.drawCard(card, null), isWhole: false }
    }
  }

  /** @returns null for no image, undefined for one that is unavailable now */
  async #readPicture(image: string) {
    try {
      const file = await this.#findPicture(image, 800)
      return file?.type.startsWith('image/') ? file : null
    } catch (error) {
      warnWithoutImage({ file: image, error: String(error) })
      return undefined
    }
  }
}

function hashOf(data: string | Uint8Array) {
  return createHash('sha256').update(data).digest('base64url')
}
