import { z } from 'zod'

/** The image widths served, in pixels. Other widths are a 404. */
export const imageWidths = [160, 320, 480, 640, 800, 1200, 1600] as const

export type ImageWidth = (typeof imageWidths)[number]

/** Encoder settings. They are part of the cache keys, so a change re-encodes all images. */
export const encodings = {
  webp: { quality: 80, effort: 3 },
  /** For palette images at full size: lossless is both smaller and sharper than lossy. */
  drawing: { lossless: true, effort: 3 },
  avif: { quality: 50, effort: 2 },
} as const

/**
 * The content of a share card. Texts are plain; parts of the opposite direction may be in isolates.
 */
const shareCardSchema = z.object({
  dir: z.enum(['ltr', 'rtl']),
  title: z.string(),
  /** The page's section, shown above the title; may be empty. */
  section: z.string(),
  /** The company's name; may be empty. */
  company: z.string(),
  /** The company's mark as SVG, or null for none. */
  mark: z.string().nullable(),
  /** The brand's colours, as #rrggbb. */
  colours: z.object({
    paper: z.string(),
    'paper-picture': z.string(),
    ink: z.string(),
    line: z.string(),
    accent: z.string(),
    'accent-line': z.string(),
  }),
})

export type ShareCard = z.output<typeof shareCardSchema>

/** The maximum length of a card's title: more than fits on three lines; bounds the time for measuring any title. */
export const maxTitleLength = 400

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
  isLast: z.boolean().optional(),
})

/** Messages from the encoder process. */
export const encoderMessageSchema = z.union([
  z.object({ state: z.literal('ready') }),
  /** The process is about to kill itself for exceeding its memory limit; rss in bytes. */
  z.object({ state: z.literal('overMemory'), rss: z.number() }),
  replySchema,
])

export type EncoderRequest = z.output<typeof requestSchema>
export type EncoderReply = z.output<typeof replySchema>
export type EncoderMessage = z.output<typeof encoderMessageSchema>
