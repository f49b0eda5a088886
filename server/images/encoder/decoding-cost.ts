import type { Metadata } from 'sharp'

/** The image metadata that determines the memory for decoding. */
export type ImageHead = Pick<
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
