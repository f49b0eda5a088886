/** Encoder settings. They are part of the cache keys, so a change re-encodes all images. */
export const encodings = {
  webp: { quality: 80, effort: 3 },
  /** For palette images at full size: lossless is both smaller and sharper than lossy. */
  drawing: { lossless: true, effort: 3 },
  avif: { quality: 50, effort: 2 },
} as const
