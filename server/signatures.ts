import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature header of webhooks in both directions. */
export const signatureHeader = 'x-signature'

/** Max. clock difference between sender and receiver, s. */
export const maxClockSkewS = 300

/** Signs a body with the time, so that a receiver can reject a replayed request. */
export function signBody(body: string | Uint8Array, secret: string, seconds: number) {
  return `t=${seconds},v1=${digestOf(body, secret, seconds)}`
}

/**
 * Checks a signature.
 * @param header such as `t=1700000000,v1=<hex>`; with several `v1`, one must match
 * @param nowS seconds since the epoch
 * @returns the digest of a valid signature; null for any other
 */
export function readSignature(
  header: string,
  body: Uint8Array,
  secret: string,
  nowS: number,
): string | null {
  const parts = header.split(',').map((part) => part.trim())
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))
  if (time === undefined) return null
  const seconds = Number(time.slice('t='.length))
  if (Math.abs(nowS - seconds) > maxClockSkewS) return null
  const digest = digestOf(body, secret, seconds)
  return parts.some((part) => isSame(part, `v1=${digest}`)) ? digest : null
}

function digestOf(body: string | Uint8Array, secret: string, seconds: number) {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
}

/**
 * Signs a claim, which proves that this site made it. It stays valid after a restart with the same SECRET.
 * @param claim without a dot at its end
 */
export function signClaim(claim: string, secret: string) {
  return `${claim}.${signatureOf(claim, secret)}`
}

/** @returns the claim of a signed text, or null if this site did not sign it */
export function readClaim(signed: string, secret: string): string | null {
  const end = signed.lastIndexOf('.')
  const claim = signed.slice(0, Math.max(end, 0))
  return isSame(signed.slice(end + 1), signatureOf(claim, secret)) ? claim : null
}

/** Whether two texts are equal, compared in constant time. */
export function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Puts a signature before bytes, which are valid under this name only. */
export function signBytes(bytes: Uint8Array, name: string, secret: string): Buffer {
  const signature = createHmac('sha256', secret).update(`${name}\n`).update(bytes).digest()
  return Buffer.concat([signature, bytes])
}

/** @returns the bytes that this site has signed under this name; null for any other value */
export function readSignedBytes(value: unknown, name: string, secret: string): Buffer | null {
  if (!Buffer.isBuffer(value)) return null
  // A SHA-256 digest has 32 bytes.
  const signed = signBytes(value.subarray(32), name, secret)
  const isSigned = value.length === signed.length && timingSafeEqual(value, signed)
  return isSigned ? signed.subarray(32) : null
}

function signatureOf(claim: string, secret: string) {
  return createHmac('sha256', secret).update(claim).digest('base64url')
}
