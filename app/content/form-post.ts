import { enquiryFiles } from '../../server/text/file-names'
import type { PostBody } from '../../server/http/validation/route-table'

const { field, max, maxBytes } = enquiryFiles

/** Body limits of forms without free text. */
export const formPost = {
  types: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  maxBytes: 4 * 1024,
} satisfies PostBody

/**
 * Body limits of forms with free text. The largest has all fields of an enquiry (4,644 characters) and 50 notes (300
 * each): as multipart/form-data, which the form uses, 40 kB in Arabic, and 20 kB for the names of its fields.
 * URL-encoded it would be 118 kB.
 */
export const writtenPost = {
  ...formPost,
  maxBytes: 64 * 1024,
  files: { fields: { [field]: { maxBytes } }, max },
} satisfies PostBody

/** Max. size of a list's file, bytes: a bill of 60 pages with drawings. */
const listFileBytes = 24 * 1024 * 1024

/**
 * Body limits of the forms of a list: its text, or 300 lines with their words, quantities and choices, the list itself
 * as it was found, and an enquiry. A file is the list, or belongs to the enquiry.
 */
export const listPost = {
  ...writtenPost,
  maxBytes: 1024 * 1024,
  files: {
    fields: { [field]: { maxBytes }, file: { maxBytes: listFileBytes, isAnyType: true } },
    max,
  },
} satisfies PostBody
