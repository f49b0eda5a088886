import { z } from 'zod'

/** The bytes of one response: names and values of its headers in turn, its body in base64. */
export const fixedResponse = z.object({
  status: z.number(),
  headers: z.array(z.string()),
  body: z.string(),
})
