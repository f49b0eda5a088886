import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { z } from 'zod'
import { RequestError } from '../wire.ts'

/** Maximum body size, bytes; a long enquiry with a long list takes about half of it. */
const bodyLimit = 256 * 1024
const fieldLimit = 20

/** How much of an oversized body is read, so that the client receives the response. */
const discardLimit = 1024 * 1024

/** The fields of a multipart form by name. */
export type Form = ReadonlyMap<string, string>

/**
 * Reads a multipart/form-data request of text fields.
 * @throws RequestError 400 for anything but a complete form of text fields, 413 for a body that is
 * too large
 */
export async function readForm(request: IncomingMessage): Promise<Form> {
  const contentType = request.headers['content-type'] ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new RequestError(400, 'The content type must be multipart/form-data.')
  }
  return parseForm(contentType, await readBody(request))
}

/**
 * Parses a form by a schema; fields that the schema does not name are ignored.
 * @throws RequestError 400 naming the field and what is wrong with it
 */
export function parseFields<Schema extends z.ZodType>(
  schema: Schema,
  form: Form,
): z.output<Schema> {
  const result = schema.safeParse(Object.fromEntries(form))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = String(issue?.path[0] ?? '')
  if (!form.has(field)) throw new RequestError(400, `The field ${field} is missing.`)
  throw new RequestError(400, `The field ${field} ${issue?.message ?? 'is wrong'}.`)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = z.instanceof(Buffer).parse(chunk)
    size += bytes.length
    if (size <= bodyLimit) chunks.push(bytes)
    if (size > discardLimit) break
  }
  if (size > bodyLimit) {
    throw new RequestError(413, `The body is larger than ${bodyLimit} bytes.`)
  }
  return Buffer.concat(chunks)
}

function parseForm(contentType: string, body: Buffer): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new RequestError(400, reason))
    const fields = new Map<string, string>()
    try {
      const parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fields: fieldLimit, parts: fieldLimit, files: 0, fieldSize: bodyLimit },
        // Large enough for a whole body, so that the parser never pauses: it may not resume after a
        // pause in a part that it skips.
        highWaterMark: 2 * bodyLimit,
        fileHwm: 2 * bodyLimit,
      })
      parser.on('field', (name: string | undefined, value: string) => {
        if (!name) return fail('A field of the form has no name.')
        if (fields.has(name)) return fail(`The field ${name.slice(0, 50)} is repeated.`)
        // SQLite would store such a text but return it only up to the NUL.
        if (value.includes('\0')) return fail(`The field ${name.slice(0, 50)} is not text.`)
        fields.set(name, value)
      })
      parser.on('filesLimit', () => fail('Only text fields are accepted, not files.'))
      parser.on('fieldsLimit', () => fail(`The form has more than ${fieldLimit} fields.`))
      parser.on('partsLimit', () => fail(`The form has more than ${fieldLimit} fields.`))
      parser.on('error', () => fail('The multipart body is broken.'))
      parser.on('finish', () => resolve(fields))
      parser.end(body)
    } catch {
      fail('The multipart body is broken: its boundary is missing or wrong.')
    }
  })
}
