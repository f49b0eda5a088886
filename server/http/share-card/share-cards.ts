import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { log } from '../../log.ts'
import { drawShareCard, type ShareCard } from './draw.ts'

interface CardFile {
  bytes: Uint8Array
  etag: string
  /** False when the page's picture could not be had: good for now, not for later. */
  isWhole: boolean
}

/** Of all that is kept in memory, in bytes: about 500 cards. */
const mostKept = 24 * 1024 * 1024
/** Drawing is work for the processor, which pages need too. */
const mostAtOnce = 2

/**
 * Cards by what they say, drawn once and kept.
 * @param findPicture the server's own pictures, read and resized under its limits
 */
export function createShareCards(
  findPicture: (file: string, width: 800) => Promise<{ bytes: Uint8Array; type: string } | null>,
) {
  const kept = new LRUCache<string, CardFile>({
    maxSize: mostKept,
    sizeCalculation: (file) => file.bytes.length + 500,
    ttl: 24 * 60 * 60 * 1000,
  })
  const flights = new Map<string, Promise<CardFile>>()
  const waiting: (() => void)[] = []
  let drawing = 0

  async function inTurn<T>(draw: () => Promise<T>) {
    if (drawing < mostAtOnce) drawing += 1
    else await new Promise<void>((go) => waiting.push(go))
    try {
      return await draw()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else drawing -= 1
    }
  }

  async function make(card: ShareCard, image: string): Promise<CardFile> {
    const picture = image === '' ? null : await readPicture(image)
    const bytes = await inTurn(() => drawShareCard(card, picture ?? null))
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    return { bytes, etag, isWhole: picture !== undefined }
  }

  /** @returns null for none, undefined for one that cannot be had now */
  async function readPicture(image: string) {
    try {
      const file = await findPicture(image, 800)
      return file?.type.startsWith('image/') ? file.bytes : null
    } catch (error) {
      log.warn({ file: image, error: String(error) }, 'a card is drawn without its picture')
      return undefined
    }
  }

  return {
    /** @param image a file of the image base, or empty */
    find(card: ShareCard, image: string): Promise<CardFile> {
      const key = JSON.stringify([card, image])
      const ready = kept.get(key)
      if (ready) return Promise.resolve(ready)
      const running = flights.get(key)
      if (running) return running
      const flight = make(card, image)
        .then((made) => {
          if (made.isWhole) kept.set(key, made)
          return made
        })
        .finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
  }
}
