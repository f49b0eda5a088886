import type { PostBody } from '../../server/http/validation/route-handle.ts'

/** The bodies of forms with few words. */
export const formPost = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 4 * 1024,
} satisfies PostBody

/**
 * The bodies of forms on which visitors write. The largest has all fields of an enquiry (4,644 characters) and
 * 50 notes (300 each): in Arabic six bytes a character, 118 kB, and three times the ids of the items, 3 kB each.
 */
export const writtenPost = { ...formPost, maxBytes: 128 * 1024 } satisfies PostBody
