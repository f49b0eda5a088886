import sharp, { type Metadata } from 'sharp'
import { imageWidths, encodings } from './encoder-messages.ts'

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

/** Bytes per pixel, measured: these decoders hold several copies of the whole image. */
const perPixel = { heif: 20, gif: 6 }
/**
 * Bytes per pixel of a WebP, which is decoded whole with four channels if lossless; the metadata
 * does not say whether it is.
 */
const perWebpPixel = 4
/** Bytes per channel value. */
const perValue = { uchar: 1, other: 2 }
/** Values per pixel of a JPEG with chroma subsampling. */
const subsampled: Partial<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2 }

/**
 * Estimates the memory for decoding an image from its metadata, which is untrusted. Most formats
 * are decoded line by line and need almost none, and a JPEG is downscaled while it is decoded.
 * AVIF, GIF, WebP and progressive images (JPEG as two-byte coefficients) are decoded whole. A
 * rotated image is held whole at its new width.
 * @param width the image's new width
 * @returns bytes; 0 for almost none
 */
export function decodingCost(head: ImageHead, width: number): number {
  const pixels = head.width * head.height
  if (head.format === 'heif') return pixels * perPixel.heif
  if (head.format === 'gif') return pixels * perPixel.gif
  if (head.format === 'webp') return pixels * perWebpPixel
  const perChannel = head.depth === 'uchar' ? perValue.uchar : perValue.other
  const orientation = head.orientation ?? 1
  // EXIF orientations from 5 on swap the sides.
  const shown = orientation > 4 ? head.height : head.width
  const scale = Math.min(1, width / shown)
  const turned = orientation > 1 ? pixels * scale * scale * head.channels * perChannel : 0
  return turned + (head.isProgressive ? pixels * progressiveCost(head, perChannel) : 0)
}

/** Returns the bytes per pixel of a progressive image. */
function progressiveCost(head: ImageHead, perChannel: number) {
  if (head.format !== 'jpeg') return 1.25 * perChannel * head.channels
  return 2 * (subsampled[head.chromaSubsampling ?? ''] ?? head.channels)
}

// One thread per image, and no libvips cache.
sharp.concurrency(1)
sharp.cache(false)

const limits = {
  /**
   * Maximum area of an original, which bounds the time: an A3 scan at 600 dpi has 70 million
   * pixels. JPEG, which is downscaled while it is decoded, is three times as fast as other formats.
   */
  pixels: 100_000_000,
  jpegPixels: 200_000_000,
  /** Maximum memory for decoding, in bytes. */
  memory: 256 * 1024 * 1024,
  /** A far bound by the clock for one image, s; the process that does the work has a limit of its CPU time. */
  seconds: 60,
}

/** An original is accepted if it can be resized to this width. */
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

/** Like encodeWebp, but AVIF: a third smaller at three times the CPU time. */
export async function encodeAvif(original: Uint8Array, width: number): Promise<Uint8Array> {
  const { image } = await openImage(original, width)
  return resize(image, width).avif(encodings.avif).toBuffer()
}

/**
 * Opens an image and reads its metadata, without decoding. Only the first frame of an animation is
 * read. Damaged data is accepted: browsers draw what is intact, and decoders warn about many phone
 * photographs.
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
