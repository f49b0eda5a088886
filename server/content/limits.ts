/**
 * Limits of content API calls: times in ms, sizes in bytes. Within all of them the API may be slow or its responses
 * large; beyond any of them the call fails.
 */
export const limits = {
  /** Time for DNS, TCP and TLS. */
  connect: 1_000,
  /** Time from the request being sent to the end of the response headers. */
  headers: 2_500,
  chunkTimeout: 1_000,
  /** Time for a whole call: waiting for a connection, the response, a retry. */
  wholeCall: 4_000,
  /**
   * The breaker's probe waits this long, and later calls of its type do if it needed to: the API is slow but right.
   * The visitor who asked first gets an error page, and the content is cached for the next.
   */
  patientHeaders: 8_000,
  patientCall: 10_000,
  /** Time for an e-mail, which the API may pass on before it responds. No visitor waits for it. */
  email: 10_000,
  /** Deadline of a page's loaders; the rest of a visitor's 5 s is for rendering. */
  pageLoaders: 4_500,

  /** Max. concurrent calls. */
  connections: 32,
  /** Max. calls waiting for a connection; any more are rejected at once. */
  queuedCalls: 256,

  /** Max. size of a response as sent, compressed or not. */
  encodedBody: 2 * 1024 * 1024,
  /** Max. size of a decoded response. */
  decodedBody: 8 * 1024 * 1024,
  /** Max. size of an unwanted body that is read so that its connection can be reused. */
  discardedBody: 16 * 1024,

  /** Retries as a share of all reads. */
  retryShare: 0.1,
  /** Retries available before reads have earned any. */
  initialRetries: 5,
  /** Max. saved retries: a short failure after a good day must not cause a flood. */
  maxSavedRetries: 10,
  /** Delay before a retry, random between these. */
  retryDelay: { from: 20, to: 250 },
  /** Min. time left for a retry: only fast failures are retried. */
  minTimeToRetry: 2_000,

  /** The circuit breaker opens after this many consecutive failures. */
  failureThreshold: 5,
  /** Number of failures that a timeout counts as, since visitors waited for it. */
  timeoutWeight: 2,
  /** First open period of a breaker; doubled each time the probe fails. */
  firstOpenPeriod: 2_000,
  maxOpenPeriod: 30_000,

  /** Bounds of the Retry-After sent to visitors, s. */
  retryAfterS: { from: 5, to: 120 },
}
