import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Signs a claim, so that it is valid only if this site made it; it stays so when the server restarts with the
 * same SECRET.
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

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureOf(claim: string, secret: string) {
  return createHmac('sha256', secret).update(claim).digest('base64url')
}
