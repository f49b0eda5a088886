import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { contentLanguages } from '../../content/content-types.ts'
import { storedFile } from '../../uploads/uploads.ts'
import type { Enquiry } from '../enquiry.ts'

const storedEnquiry = z.object({
  form: z.string(),
  language: z.enum(contentLanguages),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  city: z.string(),
  message: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      code: z.string(),
      quantity: z.number().nullable(),
      // Earlier versions did not store it.
      saleUnit: z.string().default(''),
      note: z.string(),
      asked: z.string().default(''),
      url: z.string(),
    }),
  ),
  // Earlier versions did not store it.
  files: z.array(storedFile).default([]),
  // Earlier versions did not store it.
  revises: z.string().default(''),
  hasManyLinks: z.boolean(),
  // Earlier versions did not store it.
  mayConfirm: z.boolean().default(true),
}) satisfies z.ZodType<Enquiry>

/**
 * Parses an enquiry from its JSON in the outbox.
 * @returns null if it is invalid: another version may have written it
 */
export function parseStoredEnquiry(json: string): Enquiry | null {
  try {
    return storedEnquiry.safeParse(JSON.parse(json)).data ?? null
  } catch {
    return null
  }
}

/**
 * Identifies the visitor's text, without titles and addresses, which come from the content. Keyed
 * with the site's secret: the digest outlives the erased enquiry, and must not confirm a guess of
 * its text.
 */
export function digestOf(enquiry: Enquiry, secret: string) {
  const { name, email, phone, company, city, message } = enquiry
  const items = enquiry.items.map(({ id, quantity, note, asked }) => [
    ...[id, quantity, note],
    ...(asked === '' ? [] : [asked]),
  ])
  const files = enquiry.files.map(({ name, digest }) => [name, digest])
  const written = JSON.stringify([
    ...[name, email, phone, company, city, message, items],
    // Without files, digests stay those of earlier versions.
    ...(files.length > 0 ? [files] : []),
  ])
  return createHmac('sha256', secret).update(`enquiry content\n${written}`).digest('base64url')
}
