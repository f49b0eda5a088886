import type { IncomingMessage } from 'node:http'
import type { PostAddress } from './methods.ts'
import type { RejectionStatus } from './rejection.ts'

/** From its head to its last byte, ms. */
const patienceMs = 10_000

export type BodyOrFault = { body: Buffer } | { fault: RejectionStatus } | { gone: true }

/**
 * What is wrong with a body that can be told before it is read.
 * @returns the status of the refusal, or null
 */
export function announcedFault(
  headers: IncomingMessage['headers'],
  { types, bytes }: PostAddress,
): 413 | 415 | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (!types.includes(type.trim().toLowerCase())) return 415
  const coding = headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') return 415
  return Number(headers['content-length'] ?? 0) > bytes ? 413 : null
}

/**
 * Reads a body to its end, or as far as it is taken.
 * @param limit in bytes
 * @returns the body, the status of the refusal, or that the client has left
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  patience = patienceMs,
): Promise<BodyOrFault> {
  return new Promise((resolve) => {
    let body = Buffer.alloc(0)
    let size = 0

    function finish(result: BodyOrFault) {
      clearTimeout(deadline)
      request.off('data', take)
      resolve(result)
    }
    // CacheEntry as they come, pieces of one byte would take some hundred times as much as they hold.
    function take(piece: Buffer) {
      const length = size + piece.length
      if (length > limit) return finish({ fault: 413 })
      if (length > body.length) {
        body = Buffer.concat([body], Math.min(limit, Math.max(length, 2 * body.length)))
      }
      size += piece.copy(body, size)
    }
    const deadline = setTimeout(() => finish({ fault: 408 }), patience)
    request.on('data', take)
    request.once('end', () => finish({ body: body.subarray(0, size) }))
    request.once('error', () => finish({ gone: true }))
    request.once('close', () => finish({ gone: true }))
  })
}
