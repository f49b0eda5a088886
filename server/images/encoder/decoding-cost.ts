import type { Metadata } from 'sharp'

/** The image metadata that determines the memory for decoding. */
export type ImageHead = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'channels' | 'isProgressive' | 'orientation' | 'depth'
>

/** Bytes for each pixel, measured: these decoders hold the whole image, in several copies. */
const perPixel = { heif: 20, gif: 6 }
/** Bytes for each channel value. */
const perValue = { uchar: 1, other: 2 }

/**
 * Max. memory for decoding an image, as far as its metadata tells, which the sender controls. Most
 * formats are decoded line by line and need next to nothing. AVIF and GIF, progressive images (JPEG
 * as two-byte coefficients) and rotated images are decoded whole.
 * @returns bytes; 0 for next to nothing
 */
export function decodingCost(head: ImageHead): number {
  const pixels = head.width * head.height
  if (head.format === 'heif') return pixels * perPixel.heif
  if (head.format === 'gif') return pixels * perPixel.gif
  const perChannel = head.depth === 'uchar' ? perValue.uchar : perValue.other
  const passes = head.isProgressive ? (head.format === 'jpeg' ? 2 : 1.25 * perChannel) : 0
  const turned = (head.orientation ?? 1) > 1 ? perChannel : 0
  return pixels * head.channels * (passes + turned)
}
