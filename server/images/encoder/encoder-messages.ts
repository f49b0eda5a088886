import { z } from 'zod'
import { shareCardSchema } from '../../share-cards/card.ts'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const id = z.number()
/** In pixels. */
const width = z.number()

/** What the site's process asks of the encoder's. */
export const orderSchema = z.discriminatedUnion('work', [
  z.object({ id, work: z.literal('measure'), original: bytes }),
  z.object({ id, work: z.literal('webp'), original: bytes, width }),
  z.object({ id, work: z.literal('avif'), original: bytes, width }),
  z.object({ id, work: z.literal('card'), card: shareCardSchema, original: bytes.nullable() }),
])

/** What comes back of an order: the original's width, or a picture, a WebP with its colour; or what went wrong. */
const replySchema = z.object({
  id,
  error: z.string().optional(),
  width: width.optional(),
  picture: bytes.optional(),
  colour: z.string().optional(),
})

/** What the encoder's process says of itself, and of its orders. */
export const encoderMessageSchema = z.union([
  z.object({ state: z.literal('ready') }),
  /** It ends itself: its work takes more memory than it may have. In bytes. */
  z.object({ state: z.literal('overMemory'), rss: z.number() }),
  replySchema,
])

export type Order = z.output<typeof orderSchema>
export type Reply = z.output<typeof replySchema>
export type EncoderMessage = z.output<typeof encoderMessageSchema>
