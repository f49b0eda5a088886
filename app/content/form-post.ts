import type { PostBody } from '../../server/http/validation/route-handle.ts'

/** The bodies of forms. */
export const formPost = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 64 * 1024,
} satisfies PostBody
