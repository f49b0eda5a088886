/** What decides on the bytes of a made picture. A change of it makes all pictures anew. */
export const encodings = {
  webp: { quality: 80, effort: 3 },
  /** A drawing of few colours at its own size: smaller so than with loss, and sharper. */
  drawing: { lossless: true, effort: 3 },
  avif: { quality: 50, effort: 2 },
} as const
