/** A well-formed answer said that there is no such post. Becomes a 404. */
export class NotFound extends Error {
  override name = 'NotFound'
}

/**
 * What went wrong with a call:
 * - refused: no connection
 * - tls: no connection that is known to be the API's own
 * - timeout: no answer in time
 * - status: an answer other than 200
 * - shape: one that is not a JSON list in UTF-8, or not HTTP
 * - size: one that is too large
 * - cut: one that broke off
 * - open: none was asked for, since the type keeps failing
 * - busy: none was asked for, or read, since too many wait
 * - costly: one that takes too much time or memory to be read
 */
export type Fault =
  'refused' | 'tls' | 'timeout' | 'status' | 'shape' | 'size' | 'cut' | 'open' | 'busy' | 'costly'

interface Circumstances extends ErrorOptions {
  /** Of the answer, if there was one. */
  status?: number
  /** When to try again, s, within our own bounds; undefined where nobody has said. */
  retryAfterS?: number
}

/** The content API did not give a usable answer, and nothing kept can stand in. Becomes a 503. */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable'
  readonly status: number | undefined
  readonly retryAfterS: number | undefined

  constructor(
    readonly fault: Fault,
    message: string,
    { status, retryAfterS, ...options }: Circumstances = {},
  ) {
    super(message, options)
    this.status = status
    this.retryAfterS = retryAfterS
  }
}
