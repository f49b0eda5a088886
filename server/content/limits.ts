/**
 * Limits of content API calls: times in ms, sizes in bytes. Within all of them the API may be slow
 * or its responses large; beyond any of them the call has failed.
 */
export const limits = {
  /** DNS, TCP and TLS. */
  connect: 1_000,
  /** From the request being sent to the end of the response headers. */
  headers: 2_500,
  chunkTimeout: 1_000,
  /** A whole call: waiting for a connection, the response, a retry. */
  wholeCall: 4_000,
  /** An e-mail, which the API may pass on before it responds. Nobody waits for it. */
  email: 10_000,
  /** Deadline of a page's loaders; the rest of a visitor's 5 s is for rendering. */
  pageLoaders: 4_500,

  /** Concurrent calls. */
  connections: 32,
  /** Calls waiting for a connection; any more are rejected at once. */
  queuedCalls: 256,

  /** A response as sent, encoded or not. */
  encodedBody: 2 * 1024 * 1024,
  /** A response, decoded. */
  decodedBody: 8 * 1024 * 1024,
  /** How much of an unwanted body is read so that its connection can be reused. */
  discardedBody: 16 * 1024,

  /** Retries as a share of all reads. */
  retryShare: 0.1,
  /** Retries available before any read has earned one. */
  initialRetries: 5,
  /** Max. saved retries: a short failure after a good day must not cause a flood. */
  maxSavedRetries: 10,
  /** Delay before a retry, picked at random between these. */
  retryDelay: { from: 20, to: 250 },
  /** Time that must be left for a retry: only fast failures are retried. */
  minTimeToRetry: 2_000,

  /** The circuit breaker opens after this many consecutive failures. */
  failureThreshold: 5,
  /** How many failures a timeout counts as, since visitors waited for it. */
  timeoutWeight: 2,
  /** First open period of a breaker; doubled each time the probe fails. */
  firstOpenPeriod: 2_000,
  maxOpenPeriod: 30_000,

  /** Bounds of the Retry-After sent to visitors, s. */
  retryAfterS: { from: 5, to: 120 },
}
