import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { log } from '../log.ts'
import type { Encoder, Picture } from '../images/encoder/encoder.ts'
import type { ImageFile } from '../images/image-file.ts'
import type { ShareCard } from './card.ts'

interface CardFile {
  bytes: Uint8Array
  etag: string
  /** False when the page's picture could not be had or drawn: good for now, not for later. */
  isWhole: boolean
}

/** A card that is under way, and those who wait for it. */
interface Flight {
  card: Promise<CardFile>
  waiters: AbortSignal[]
}

/** Of all that is kept in memory, in bytes: about 500 cards. */
const mostKept = 24 * 1024 * 1024
/** Drawing is work for the processor, which pages need too. */
const mostAtOnce = 2
/** With those that wait to be drawn. Who asked last waits some seconds; others had better come again. */
const mostUnderWay = 50

/** How long a card whose picture cannot be drawn stays without it, ms. */
const brokenMs = 60 * 1000

/** So many cards are under way that another has to be asked for later. */
export class TooManyCards extends Error {
  override name = 'TooManyCards'
  constructor() {
    super(`${mostUnderWay} cards are waiting to be drawn`)
  }
}

/**
 * Cards by what they say, drawn once and kept.
 * @param findPicture the server's own pictures, read and resized under its limits
 * @param encoder draws them in its process: a small picture may be its original, and thus anything
 */
export function createShareCards(
  findPicture: (file: string, width: 800) => Promise<ImageFile | null>,
  encoder: Pick<Encoder, 'drawCard'>,
) {
  const kept = new LRUCache<string, CardFile>({
    maxSize: mostKept,
    sizeCalculation: (file) => file.bytes.length + 500,
    ttl: 24 * 60 * 60 * 1000,
  })
  const flights = new Map<string, Flight>()
  const waiting: (() => void)[] = []
  let drawing = 0

  async function turn() {
    if (drawing < mostAtOnce) drawing += 1
    else await new Promise<void>((go) => waiting.push(go))
  }

  function passTurn() {
    const next = waiting.shift()
    if (next) next()
    else drawing -= 1
  }

  async function make(key: string, card: ShareCard, image: string, waiters: AbortSignal[]) {
    const picture = image === '' ? null : await readPicture(image)
    await turn()
    try {
      // Nobody waits any more, so nobody hears of this.
      if (waiters.every(({ aborted }) => aborted)) waiters[0]?.throwIfAborted()
      const drawn = await draw(card, image, picture ?? null)
      const made = {
        bytes: drawn.bytes,
        etag: `"${hashOf(drawn.bytes).slice(0, 22)}"`,
        isWhole: picture !== undefined && drawn.isWhole,
      }
      if (made.isWhole) kept.set(key, made)
      else if (!drawn.isWhole) kept.set(key, made, { ttl: brokenMs })
      return made
    } finally {
      // At once: who asks from here on has a flight of their own.
      flights.delete(key)
      passTurn()
    }
  }

  /** With its picture, or if that cannot be drawn without it. */
  async function draw(card: ShareCard, image: string, picture: Picture | null) {
    if (!picture) return { bytes: await encoder.drawCard(card, null), isWhole: true }
    try {
      return { bytes: await encoder.drawCard(card, picture), isWhole: true }
    } catch (error) {
      sayWithout(image, error)
      return { bytes: await encoder.drawCard(card, null), isWhole: false }
    }
  }

  /** @returns null for none, undefined for one that cannot be had now */
  async function readPicture(image: string) {
    try {
      const file = await findPicture(image, 800)
      return file?.type.startsWith('image/') ? file : null
    } catch (error) {
      sayWithout(image, error)
      return undefined
    }
  }

  function sayWithout(image: string, error: unknown) {
    log.warn({ file: image, error: String(error) }, 'share card drawn without its image')
  }

  return {
    /**
     * @param image a file of the image base, or empty
     * @param signal aborted when the waiter has left: a card that nobody waits for is not drawn
     * @throws TooManyCards
     */
    async find(card: ShareCard, image: string, signal: AbortSignal): Promise<CardFile> {
      // Texts of the content may be of any length; what is kept is counted by its picture.
      const key = hashOf(JSON.stringify([card, image]))
      const ready = kept.get(key)
      if (ready) return ready
      const running = flights.get(key)
      if (running) {
        running.waiters.push(signal)
        return running.card
      }
      if (flights.size >= mostUnderWay) throw new TooManyCards()
      const waiters = [signal]
      const flight = { card: make(key, card, image, waiters), waiters }
      flights.set(key, flight)
      return flight.card
    },
  }
}

function hashOf(data: string | Uint8Array) {
  return createHash('sha256').update(data).digest('base64url')
}
