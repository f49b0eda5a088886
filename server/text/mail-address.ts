import { z } from 'zod'

const schema = z.email().max(254)

/** Whether a text is one mail address and nothing else: no name, no list, no line break. */
export function isMailAddress(text: string) {
  return schema.safeParse(text).success
}
