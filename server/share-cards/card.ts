import { z } from 'zod'

/** The content of a share card. Texts are plain; opposite-direction parts may be in isolates. */
export const shareCardSchema = z.object({
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
