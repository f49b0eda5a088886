import sharp, { type Metadata } from 'sharp'
import { imageWidths, encodings } from './image-file.ts'

/** The image metadata that determines the memory for decoding. */
type ImageHead = Pick<
  Metadata,
  | 'format'
  | 'width'
  | 'height'
  | 'channels'
  | 'isProgressive'
  | 'orientation'
  | 'depth'
  | 'chromaSubsampling'
>

/** Bytes for each pixel, measured: these decoders hold the whole image, in several copies. */
const perPixel = { heif: 20, gif: 6 }
/** Lossless WebP is decoded whole, with four channels. Its metadata does not say whether it is lossless. */
const perWebpPixel = 4
/** Bytes for each channel value. */
const perValue = { uchar: 1, other: 2 }
/** Values for each pixel of a JPEG whose colours have a lower resolution. */
const subsampled: Partial<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 }

/**
 * Max. memory for decoding an image, as far as its metadata tells, which the sender controls. Most
 * formats are decoded line by line and need next to nothing, and a JPEG is made smaller while it is decoded.
 * AVIF, GIF, WebP and progressive images (JPEG as two-byte coefficients) are decoded whole. A rotated image is
 * whole once it has its new width.
 * @param width the image's new width
 * @returns bytes; 0 for next to nothing
 */
export function decodingCost(head: ImageHead, width: number): number {
  const pixels = head.width * head.height
  if (head.format === 'heif') return pixels * perPixel.heif
  if (head.format === 'gif') return pixels * perPixel.gif
  if (head.format === 'webp') return pixels * perWebpPixel
  const perChannel = head.depth === 'uchar' ? perValue.uchar : perValue.other
  const orientation = head.orientation ?? 1
  // From 5 on its sides change places.
  const shown = orientation > 4 ? head.height : head.width
  const scale = Math.min(1, width / shown)
  const turned = orientation > 1 ? pixels * scale * scale * head.channels * perChannel : 0
  return turned + (head.isProgressive ? pixels * progressiveCost(head, perChannel) : 0)
}

/** Bytes for each pixel. */
function progressiveCost(head: ImageHead, perChannel: number) {
  if (head.format !== 'jpeg') return 1.25 * perChannel * head.channels
  return 2 * (subsampled[head.chromaSubsampling ?? ''] ?? head.channels)
}

// One thread for each image, and no cache in the library.
sharp.concurrency(1)
sharp.cache(false)

const limits = {
  /**
   * Max. area of an original, which bounds the time: a scan of A3 at 600 dpi has 70 million pixels, and a
   * decoder of JPEG that makes it smaller as well is three times as fast as others.
   */
  pixels: 100_000_000,
  jpegPixels: 200_000_000,
  /** Max. memory for decoding, in bytes. */
  memory: 256 * 1024 * 1024,
  /** Max. time for one image. */
  seconds: 10,
}

/** An original is fit to be shown if it can be made this wide. */
const widest = Math.max(...imageWidths)

/** Size of an original in pixels, upright. */
interface ImageSize {
  width: number
  height: number
}

/** @throws when it is not an image, is broken, or is too large */
export async function measure(original: Uint8Array): Promise<ImageSize> {
  const { head } = await openImage(original, widest)
  return { width: head.autoOrient.width, height: head.autoOrient.height }
}

/**
 * Resizes to a width and encodes as WebP. Never enlarges, and at full size the result is never
 * larger than the original in bytes.
 * @returns WebP, or the original where that is smaller
 * @throws when it cannot be read, is too large, or takes too long
 */
export async function encodeWebp(original: Uint8Array, width: number): Promise<Uint8Array> {
  const { image, head } = await openImage(original, width)
  const { autoOrient, orientation = 1, pages = 1, isPalette } = head
  const isFullSize = width >= autoOrient.width
  const encoded = await resize(image, width)
    .webp(isFullSize && isPalette ? encodings.drawing : encodings.webp)
    .toBuffer()
  const canUseOriginal = isFullSize && orientation === 1 && pages === 1
  return canUseOriginal && original.length < encoded.length ? original : encoded
}

/** As encodeWebp, but AVIF: a third smaller, for three times the work. */
export async function encodeAvif(original: Uint8Array, width: number): Promise<Uint8Array> {
  const { image } = await openImage(original, width)
  return resize(image, width).avif(encodings.avif).toBuffer()
}

/**
 * Opens an image and reads its metadata, without decoding. Of an animated image only the first
 * frame is read. Damaged data is no reason to refuse it: browsers draw what there is of it, as of the many
 * photographs of phones that decoders warn about.
 * @param width the image's new width
 * @throws when it is not an image, or too large to decode
 */
export async function openImage(original: Uint8Array, width: number) {
  const image = sharp(original, {
    limitInputPixels: limits.jpegPixels,
    pages: 1,
    failOn: 'none',
  }).timeout({ seconds: limits.seconds })
  const head = await image.metadata()
  const maxPixels = head.format === 'jpeg' ? limits.jpegPixels : limits.pixels
  const pixels = head.width * head.height
  if (pixels > maxPixels) throw new Error(`${pixels} pixels exceed the pixel limit`)
  const cost = decodingCost(head, width)
  if (cost > limits.memory) throw new Error(`Decoding would take ${cost} bytes`)
  return { image, head }
}

function resize(image: sharp.Sharp, width: number) {
  return image.autoOrient().resize({ width, withoutEnlargement: true })
}
