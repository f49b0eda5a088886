import { randomInt } from 'node:crypto'
import type { Overload } from './load.ts'

/** Why a request was shed: overload, or a client limit. */
export type Reason = Overload | 'client'

/** Max. Retry-After, seconds. */
const maxRetryAfterS = 5

/** Thrown for a request that is not admitted. */
export class RequestShed extends Error {
  override name = 'RequestShed'
  readonly reason: Reason
  readonly status: 429 | 503
  /** Seconds; random, so that clients shed together do not retry together. */
  readonly retryAfterS: number

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
    this.status = reason === 'client' ? 429 : 503
    this.retryAfterS = randomInt(1, maxRetryAfterS + 1)
  }
}
