import { request } from 'undici'
import type { OutgoingHeaders } from '../outgoing-headers.ts'

/** In ms. */
const timeoutMs = 10_000

/** How much of an unread response is discarded so that its connection can be reused, bytes. */
const discardedBytes = 16 * 1024

/** The JSON of the protocol (https://www.indexnow.org/documentation). */
interface SubmissionBody {
  host: string
  key: string
  keyLocation: string
  /** At most 10,000. */
  urlList: string[]
}

/**
 * The outcome of a submission:
 * - unavailable: the endpoint takes none now, and says perhaps after which time it does (ms, else 0)
 * - refused: it will not take this one
 */
type Outcome =
  | { kind: 'accepted' }
  | { kind: 'unavailable'; reason: string; retryAfterMs: number }
  | { kind: 'refused'; reason: string }

/**
 * Submits addresses to an IndexNow endpoint. Redirects are not followed. Never rejects.
 * @param userAgent the site's name
 */
export async function submitAddresses(
  endpoint: string,
  body: SubmissionBody,
  userAgent: OutgoingHeaders,
  closing: AbortSignal,
): Promise<Outcome> {
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)])
    const response = await request(endpoint, {
      method: 'POST',
      signal,
      headers: { ...userAgent, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
    })
    response.body.dump({ limit: discardedBytes }).catch(() => undefined)
    const { statusCode, headers } = response
    if (statusCode >= 200 && statusCode <= 299) return { kind: 'accepted' }
    const reason = `status ${statusCode}`
    if (statusCode !== 429 && statusCode < 500) return { kind: 'refused', reason }
    return { kind: 'unavailable', reason, retryAfterMs: readRetryAfter(headers['retry-after']) }
  } catch (error) {
    return { kind: 'unavailable', reason: String(error), retryAfterMs: 0 }
  }
}

/** @param header seconds or an HTTP date @returns ms from now; 0 without one */
function readRetryAfter(header: string | string[] | undefined) {
  const text = [header ?? []].flat()[0]?.trim() ?? ''
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return ms > 0 ? ms : 0
}
