import { z } from 'zod'
import { languages } from './wire.ts'

/** A post in one language under one parent, ready to be stored. */
export const postRowSchema = z.object({
  type: z.string(),
  language: z.enum(languages),
  id: z.string(),
  parentId: z.string(),
  title: z.string(),
  /** The post as returned by getPost, as JSON. */
  listItem: z.string(),
  /** The post as returned by getPostDetails, as JSON. */
  detailItem: z.string(),
})

export type PostRow = z.infer<typeof postRowSchema>
