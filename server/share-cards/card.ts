import { z } from 'zod'

/** What a card says. Texts are plain; what reads against the direction may stand in isolates. */
export const shareCardSchema = z.object({
  dir: z.enum(['ltr', 'rtl']),
  title: z.string(),
  /** Where the page belongs, above the title; may be empty. */
  section: z.string(),
  company: z.string(),
  /** The mark on its square: lines as path data, and the nodes on them. */
  mark: z.object({
    size: z.number(),
    lines: z.string(),
    nodes: z.array(z.object({ cx: z.number(), cy: z.number(), r: z.number() })).readonly(),
  }),
})

export type ShareCard = z.output<typeof shareCardSchema>
