/** A well-formed response says that the post does not exist. Mapped to 404. */
export class NotFound extends Error {
  override name = 'NotFound'
}

/**
 * Why a call failed:
 * - refused: no connection
 * - tls: the API's certificate or the TLS handshake failed
 * - timeout: no response in time
 * - status: a status other than 200
 * - shape: the response is not a JSON list in UTF-8, or not HTTP
 * - size: the response is too large
 * - cut: the connection broke off
 * - open: not sent, since the circuit breaker is open
 * - busy: not sent or not parsed, since too many are waiting
 * - limited: not sent, since the client has requested too many posts that do not exist
 * - costly: parsing the response takes too much time or memory
 */
export type Fault =
  | 'refused'
  | 'tls'
  | 'timeout'
  | 'status'
  | 'shape'
  | 'size'
  | 'cut'
  | 'open'
  | 'busy'
  | 'limited'
  | 'costly'

interface FailureDetails extends ErrorOptions {
  /** Status of the response, if there was one. */
  status?: number
  /** Seconds until a retry, within the bounds; undefined when unknown. */
  retryAfterS?: number
}

/**
 * The content API gave no usable response and no cached content can be served stale. Mapped to 503.
 */
export class ContentUnavailable extends Error {
  override name = 'ContentUnavailable'
  readonly status: number | undefined
  readonly retryAfterS: number | undefined

  constructor(
    readonly fault: Fault,
    message: string,
    { status, retryAfterS, ...options }: FailureDetails = {},
  ) {
    super(message, options)
    this.status = status
    this.retryAfterS = retryAfterS
  }
}
