import { documentLimits } from '../../http/documents/documents.ts'
import { fileAddress, lengthOf, requestFile, textOf } from '../../images/image-base.ts'
import type { OutgoingHeaders } from '../../outgoing-headers.ts'

/** A size is not worth waiting for, ms. */
const timeoutMs = 2_000

/** What the server of the content API's files says of one of them. */
export interface CheckedFile {
  /** Whether visitors cannot have it: it is not there, or larger than the site sends. */
  isMissing: boolean
  /** In bytes; undefined if its server does not say, or not in time. */
  size?: number
}

/**
 * Checks a file by HEAD, and where that says too little by its first byte: some servers answer only GET, or
 * state no length of what they compress.
 * @param base the image base's address, without a trailing slash
 * @param headers of each request
 */
export async function checkFile(
  base: string,
  file: string,
  headers: OutgoingHeaders,
): Promise<CheckedFile> {
  const address = fileAddress(base, file)
  try {
    const byHead = await ask(address, 'HEAD', headers)
    const isKnown = byHead.status === 200 && byHead.length
    const size = isKnown ? byHead.length : await sizeByRange(address, headers)
    if (size === 'none') return { isMissing: true }
    if (size === null || size === 0) return { isMissing: false }
    return { isMissing: size > documentLimits.bytes, size }
  } catch {
    return { isMissing: false }
  }
}

/** @returns 'none' for a file that is not there, null if its size stays unknown */
async function sizeByRange(address: string, headers: OutgoingHeaders) {
  const asked = { ...headers, range: 'bytes=0-0' }
  const { status, length, part } = await ask(address, 'GET', asked)
  if (status === 404 || status === 410) return 'none'
  if (status === 206) return lengthOf(/\/(\d+)$/.exec(part)?.[1])
  return status === 200 ? length : null
}

async function ask(address: string, method: 'HEAD' | 'GET', headers: Record<string, string>) {
  const signal = AbortSignal.timeout(timeoutMs)
  const asked = { ...headers, 'accept-encoding': 'identity' }
  const response = await requestFile(address, { method, headers: asked, signal })
  // A server without ranges begins to send the whole file.
  response.body.destroy()
  const { statusCode: status, headers: said } = response
  return {
    status,
    length: lengthOf(said['content-length']),
    part: textOf(said['content-range']),
  }
}
