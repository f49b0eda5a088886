import { z } from 'zod'

/** One page view, as the browser reports it. */
export const pageViewSchema = z.object({
  path: z.string().startsWith('/').max(2_048),
  title: z.string().max(512),
  lang: z.enum(['Ar', 'En']),
})

export type PageView = z.output<typeof pageViewSchema>

/** What of the visitor a sink may need in order to tell visits apart. Nothing of it is kept. */
export interface Visitor {
  userAgent: string
  /** Do Not Track or Global Privacy Control: nothing is forwarded. */
  optedOut: boolean
}
