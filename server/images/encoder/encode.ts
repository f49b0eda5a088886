import sharp from 'sharp'
import { decodingCost } from './decoding-cost.ts'
import { encodings } from './encodings.ts'

// One thread a picture, and none kept by the library besides.
sharp.concurrency(1)
sharp.cache(false)

const limits = {
  /** Of an original's area. */
  pixels: 40_000_000,
  /** Of what decoding it takes, in bytes. */
  memory: 256 * 1024 * 1024,
  /** Of the work on one picture. */
  seconds: 10,
}

/** Of an original, in pixels and as its camera meant it. */
export interface Measures {
  width: number
  height: number
}

/** @throws when it is no picture, or a broken one, or is too large */
export async function measure(original: Uint8Array): Promise<Measures> {
  const { head } = await openPicture(original)
  return { width: head.autoOrient.width, height: head.autoOrient.height }
}

/**
 * A picture in a width, never enlarged, and at its own size never in more bytes than the original.
 * @returns WebP, or the original where that is smaller
 * @throws when it cannot be read, is too large, or takes too long
 */
export async function encodeWebp(original: Uint8Array, width: number): Promise<Uint8Array> {
  const { image, head } = await openPicture(original)
  const { autoOrient, orientation = 1, pages = 1, isPalette } = head
  const isWhole = width >= autoOrient.width
  const made = await resized(image, width)
    .webp(isWhole && isPalette ? encodings.drawing : encodings.webp)
    .toBuffer()
  const isAsGood = isWhole && orientation === 1 && pages === 1
  return isAsGood && original.length < made.length ? original : made
}

/** The same as AVIF: smaller by a third, and three times the work. */
export async function encodeAvif(original: Uint8Array, width: number): Promise<Uint8Array> {
  const { image } = await openPicture(original)
  return resized(image, width).avif(encodings.avif).toBuffer()
}

/**
 * The colour that covers most of a picture.
 * @returns six hexadecimal digits, or an empty text where something would show through the picture
 */
export async function colourOf(picture: Uint8Array): Promise<string> {
  const { image } = await openPicture(picture)
  const { data, info } = await image
    .resize({ width: 64, height: 64, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // Colours that are much the same count as one, which is their mean.
  const alike = new Map<number, { count: number; sums: [number, number, number] }>()
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    if (alpha < 255) return ''
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const { count, sums } = alike.get(key) ?? { count: 0, sums: [0, 0, 0] }
    alike.set(key, {
      count: count + 1,
      sums: [sums[0] + red, sums[1] + green, sums[2] + blue],
    })
  }
  const [most] = [...alike.values()].sort((a, b) => b.count - a.count)
  if (!most) return ''
  return Buffer.from(most.sums.map((sum) => Math.round(sum / most.count))).toString('hex')
}

/**
 * A picture that is ready to be decoded. Of a moving picture only the first frame is read.
 * @returns with what its head says of it: nothing is decoded yet
 * @throws when it is no picture, or too large to be decoded
 */
export async function openPicture(original: Uint8Array) {
  const image = sharp(original, { limitInputPixels: limits.pixels, pages: 1 }).timeout({
    seconds: limits.seconds,
  })
  const head = await image.metadata()
  const cost = decodingCost(head)
  if (cost > limits.memory) throw new Error(`Decoding would take ${cost} bytes`)
  return { image, head }
}

function resized(image: sharp.Sharp, width: number) {
  return image.autoOrient().resize({ width, withoutEnlargement: true })
}
