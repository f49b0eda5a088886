import type { Metadata } from 'sharp'

/** What of a picture's head decides on the memory that decoding it takes. */
export type PictureHead = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'isProgressive' | 'orientation' | 'depth'
>

/** Measured, bytes for each pixel: these decoders hold the whole picture, in several copies. */
const perPixel = { heif: 20, gif: 6 }
/** Of each channel's value. */
const perValue = { uchar: 1, other: 2 }

/**
 * What decoding a picture takes at most, as far as its head tells: the head is the sender's word.
 * Most formats come line by line and need next to nothing. Whole in memory are AVIF and GIF, pictures
 * that come in passes (JPEG as coefficients of two bytes), and those that are turned.
 * @returns bytes; 0 for next to nothing
 */
export function decodingCost(head: PictureHead): number {
  const pixels = head.width * head.height
  if (head.format === 'heif') return pixels * perPixel.heif
  if (head.format === 'gif') return pixels * perPixel.gif
  const perChannel = head.depth === 'uchar' ? perValue.uchar : perValue.other
  const passes = head.isProgressive ? (head.format === 'jpeg' ? 2 : 1.25 * perChannel) : 0
  const turned = (head.orientation ?? 1) > 1 ? perChannel : 0
  return pixels * head.channels * (passes + turned)
}
