import { randomInt } from 'node:crypto'
import type { Overload } from './load.ts'

/** Why a request was shed: overload, or a client limit. */
export type Reason = Overload | 'client'

/** Clients that are shed together are told to come back within this time, seconds. */
const spreadS = 5

/** Thrown for a request that is not admitted. */
export class RequestShed extends Error {
  override name = 'RequestShed'
  readonly reason: Reason
  readonly status: 429 | 503
  /** Seconds; random, so that clients shed together do not retry together. */
  readonly retryAfterS: number

  /** @param secondsPerToken of the client's limit */
  constructor(reason: Reason, secondsPerToken = 1) {
    super(reason)
    this.reason = reason
    this.status = reason === 'client' ? 429 : 503
    const from = reason === 'client' ? Math.ceil(secondsPerToken) : 1
    this.retryAfterS = from + randomInt(spreadS)
  }
}
