import { randomInt } from 'node:crypto'
import type { Overload } from './load.ts'

/** Why something was not taken on: the site has too much to do, or one client has asked for too much. */
export type Reason = Overload | 'client'

/** Longest time after which something may be asked for again, seconds. */
const mostRetryS = 5

/** Something that would have to be made, and is not. */
export class RequestShed extends Error {
  override name = 'RequestShed'
  readonly reason: Reason
  readonly status: 429 | 503
  /** Seconds; spread, so that those who were refused together do not come back together. */
  readonly retryAfterS: number

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
    this.status = reason === 'client' ? 429 : 503
    this.retryAfterS = randomInt(1, mostRetryS + 1)
  }
}
