import { z } from 'zod'
import { cleanText } from './clean-text.ts'

/** An id stands in addresses, which may have 2 KB; one letter of Arabic takes six signs there. */
const longestId = 300

/** Ids are strings from the door on. A number beyond 2^53 has already lost digits: not an id. */
export const id = z.union([
  z
    .string()
    .trim()
    .min(1)
    .max(longestId)
    .refine((text) => text === cleanText(text)),
  z
    .number()
    .refine((number) => Number.isSafeInteger(number))
    .transform(String),
])

/** Whether a text, such as a parameter of a route, can be a post's id at all. */
export function isPostId(text: string) {
  return id.safeParse(text).data === text
}
