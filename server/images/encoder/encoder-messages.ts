import { z } from 'zod'
import { shareCardSchema } from '../../share-cards/card.ts'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const id = z.number()
/** In pixels. */
const width = z.number()

/** Requests to the encoder process. */
export const requestSchema = z.discriminatedUnion('work', [
  z.object({ id, work: z.literal('measure'), original: bytes }),
  z.object({ id, work: z.literal('webp'), original: bytes, width }),
  z.object({ id, work: z.literal('avif'), original: bytes, width }),
  z.object({ id, work: z.literal('card'), card: shareCardSchema, original: bytes.nullable() }),
])

/** Reply to a request: the original's width, an image, or an error. */
const replySchema = z.object({
  id,
  error: z.string().optional(),
  width: width.optional(),
  picture: bytes.optional(),
})

/** Messages from the encoder process. */
export const encoderMessageSchema = z.union([
  z.object({ state: z.literal('ready') }),
  /** The process is about to kill itself for using too much memory. In bytes. */
  z.object({ state: z.literal('overMemory'), rss: z.number() }),
  replySchema,
])

export type EncoderRequest = z.output<typeof requestSchema>
export type EncoderReply = z.output<typeof replySchema>
export type EncoderMessage = z.output<typeof encoderMessageSchema>
