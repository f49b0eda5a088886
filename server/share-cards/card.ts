import { z } from 'zod'

/** The content of a share card. Texts are plain; opposite-direction parts may be in isolates. */
export const shareCardSchema = z.object({
  dir: z.enum(['ltr', 'rtl']),
  title: z.string(),
  /** The page's section, shown above the title; may be empty. */
  section: z.string(),
  company: z.string(),
  /** The company's mark: lines as SVG path data, and the nodes on them. */
  mark: z.object({
    size: z.number(),
    lines: z.string(),
    nodes: z.array(z.object({ cx: z.number(), cy: z.number(), r: z.number() })).readonly(),
  }),
})

export type ShareCard = z.output<typeof shareCardSchema>
