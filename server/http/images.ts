import { LRUCache } from 'lru-cache'
import sharp from 'sharp'
import { Agent, request } from 'undici'
import { createHash } from 'node:crypto'

/** The widths that pictures are made in, in pixels. Any other is no address of ours. */
export const imageWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

/** A picture or a file, ready to be sent. */
interface ImageFile {
  bytes: Uint8Array
  type: string
  etag: string
}

const limits = {
  /** Of an original, in bytes. */
  original: 20 * 1024 * 1024,
  /** Of an original's area. */
  pixels: 40_000_000,
  /** Of all that is kept in memory, in bytes. */
  kept: 64 * 1024 * 1024,
  deadlineMs: 4_000,
}

/** What may be handed through, told by its first bytes, not by what the other side calls it. */
const signatures: [type: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/gif', /^GIF8[79]a/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
  ['application/pdf', /^%PDF-/],
]

/**
 * Pictures and files of the content API's image base, resized to a fixed ladder of widths.
 * @param base the image base's address, without a slash at its end
 */
export function createImageSource(base: () => Promise<string>) {
  const dispatcher = new Agent({ connections: 8, maxResponseSize: limits.original })
  const kept = new LRUCache<string, ImageFile>({
    maxSize: limits.kept,
    sizeCalculation: (file) => file.bytes.length + 200,
    ttl: 60 * 60 * 1000,
  })
  const flights = new Map<string, Promise<ImageFile | null>>()

  async function fetchOriginal(file: string): Promise<ImageFile | null> {
    const signal = AbortSignal.timeout(limits.deadlineMs)
    const address = `${await base()}/${encodeURIComponent(file)}`
    const answer = await request(address, { dispatcher, signal })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      if (answer.statusCode === 404) return null
      throw new Error(`${address} answered ${answer.statusCode}`)
    }
    return imageFile(await answer.body.bytes())
  }

  async function make(file: string, width: number | null): Promise<ImageFile | null> {
    const original = await fetchOriginal(file)
    if (!original || width === null || original.type === 'application/pdf') return original
    const bytes = await sharp(original.bytes, { limitInputPixels: limits.pixels })
      .rotate()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82, effort: 3 })
      .toBuffer()
    return imageFile(bytes)
  }

  return {
    /**
     * @param file a plain file name
     * @param width one of imageWidths, or null for the original
     * @returns null if there is no such file, or it is nothing that a page may show
     * @throws when the image base gives no usable answer
     */
    find(file: string, width: number | null): Promise<ImageFile | null> {
      const key = `${width ?? ''}/${file}`
      const ready = kept.get(key)
      if (ready) return Promise.resolve(ready)
      const running = flights.get(key)
      if (running) return running
      const flight = make(file, width)
        .then((made) => {
          if (made) kept.set(key, made)
          return made
        })
        .finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
    close: () => dispatcher.destroy(),
  }
}

function imageFile(bytes: Uint8Array): ImageFile | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  const type = signatures.find(([, pattern]) => pattern.test(head))?.[0]
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return type ? { bytes, type, etag } : null
}
