import { randomBytes } from 'node:crypto'
import { readClaim, signClaim } from '../signed-claim.ts'

/** No person reads a form, fills it in and sends it in less, ms. */
export const minAgeMs = 2_000

/** A form that stays open longer is sent with a new token, ms. */
const maxAgeMs = 24 * 60 * 60 * 1000

/** Distinguishes it from the site's other signed texts. */
const prefix = 'form'

/** The token of a form: when it was made, and a random id, signed. */
export function issueFormToken(secret: string, now = Date.now()) {
  const id = randomBytes(12).toString('base64url')
  return signClaim(`${prefix}.${now.toString(36)}.${id}`, secret)
}

interface FormToken {
  /** Different for each form. */
  form: string
  age: 'valid' | 'early' | 'late'
}

/** @returns null for a text that is not a token of this site's */
export function readFormToken(token: string, secret: string, now = Date.now()): FormToken | null {
  const [kind, madeAt = '', form = ''] = readClaim(token, secret)?.split('.') ?? []
  if (kind !== prefix) return null
  const age = now - Number.parseInt(madeAt, 36)
  return { form, age: age < minAgeMs ? 'early' : age > maxAgeMs ? 'late' : 'valid' }
}
