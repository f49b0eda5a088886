import { z } from 'zod'

/** One page view, as the browser reports it. */
export const pageViewSchema = z.object({
  path: z.string().startsWith('/').max(2_048),
  title: z.string().max(512),
  lang: z.enum(['Ar', 'En']),
})

export type PageView = z.output<typeof pageViewSchema>

/** The visitor data that a sink may need to tell visits apart. Not stored. */
export interface Visitor {
  userAgent: string
  /** Do Not Track or Global Privacy Control: nothing is forwarded. */
  optedOut: boolean
}
