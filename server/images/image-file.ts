import { digestOf } from '../disk-store.ts'

/** An image, ready to be sent. */
export interface ImageFile {
  bytes: Uint8Array
  type: string
  /** Strong: a hash of the bytes. */
  etag: string
}

/** Allowed file types, detected by their first bytes rather than the declared content type. */
const signatures: [type: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['image/gif', /^GIF8[79]a/],
  ['image/avif', /^[\s\S]{4}ftypavi[fs]/],
]

/** Whether it begins as a picture that pages show. */
export function isPicture(head: Uint8Array) {
  return typeOf(head) !== null
}

/** @returns null for types that pages must not show */
function typeOf(bytes: Uint8Array) {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  return signatures.find(([, pattern]) => pattern.test(head))?.[0] ?? null
}

/**
 * @param digest of the bytes, if already known
 * @returns null for types that pages must not show
 */
export async function imageFileOf(
  bytes: Uint8Array,
  digest?: Buffer,
): Promise<(ImageFile & { digest: Buffer }) | null> {
  const type = typeOf(bytes)
  if (type === null) return null
  const known = digest ?? (await digestOf(bytes))
  return { bytes, type, etag: etagOf(known), digest: known }
}

/** @param digest SHA-256 of the bytes */
export function etagOf(digest: Buffer) {
  return `"${digest.toString('base64url').slice(0, 22)}"`
}
