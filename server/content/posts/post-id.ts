import { z } from 'zod'
import { cleanText } from './clean-text.ts'

/** IDs go into URLs of up to 2 KB, where one Arabic letter takes six characters. */
const maxIdLength = 300

/** IDs are strings from here on. A number beyond 2^53 has already lost digits: not an ID. */
export const id = z.union([
  z
    .string()
    .trim()
    .min(1)
    .max(maxIdLength)
    .refine((text) => text === cleanText(text)),
  z
    .number()
    .refine((number) => Number.isSafeInteger(number))
    .transform(String),
])

/** Whether a text, such as a route parameter, can be a post ID. */
export function isPostId(text: string) {
  return id.safeParse(text).data === text
}
