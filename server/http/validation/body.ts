import type { IncomingMessage } from 'node:http'
import type { PostBody } from './route-handle.ts'
import type { RejectionStatus } from './rejection.ts'

/** Timeout from the request's head to the last byte of its body, ms. */
const bodyTimeoutMs = 10_000

export type BodyOrFault = { body: Buffer } | { fault: RejectionStatus } | { gone: true }

/**
 * Checks a body by its headers, before it is read.
 * @returns the status of the rejection, or null
 */
export function announcedFault(
  headers: IncomingMessage['headers'],
  { types, maxBytes }: PostBody,
): 413 | 415 | null {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  if (!types.includes(type.trim().toLowerCase())) return 415
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return 415
  return Number(headers['content-length'] ?? 0) > maxBytes ? 413 : null
}

/**
 * Reads a body up to a limit.
 * @param limit in bytes
 * @returns the body, the status of the rejection, or that the client closed the connection
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  timeoutMs = bodyTimeoutMs,
): Promise<BodyOrFault> {
  return new Promise((resolve) => {
    let body = Buffer.alloc(0)
    let size = 0

    function finish(result: BodyOrFault) {
      clearTimeout(deadline)
      request.off('data', append)
      resolve(result)
    }
    // One growing buffer: a list of 1-byte chunks would take about a hundred times their size.
    function append(chunk: Buffer) {
      const length = size + chunk.length
      if (length > limit) return finish({ fault: 413 })
      if (length > body.length) {
        body = Buffer.concat([body], Math.min(limit, Math.max(length, 2 * body.length)))
      }
      size += chunk.copy(body, size)
    }
    const deadline = setTimeout(() => finish({ fault: 408 }), timeoutMs)
    request.on('data', append)
    request.once('end', () => finish({ body: body.subarray(0, size) }))
    request.once('error', () => finish({ gone: true }))
    request.once('close', () => finish({ gone: true }))
  })
}
