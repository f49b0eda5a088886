import { z } from 'zod'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** What the site's process asks of the encoder's. */
export const orderSchema = z.object({
  id: z.number(),
  work: z.enum(['measure', 'webp', 'avif']),
  original: bytes,
  /** In pixels; of no meaning for measuring. */
  width: z.number(),
})

/** What comes back: the original's width, or a picture, a WebP with its colour; or what went wrong. */
export const replySchema = z.object({
  id: z.number(),
  error: z.string().optional(),
  width: z.number().optional(),
  picture: bytes.optional(),
  colour: z.string().optional(),
})

export type Order = z.output<typeof orderSchema>
export type Reply = z.output<typeof replySchema>
