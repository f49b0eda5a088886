/**
 * What the content API may take of us: times in ms, sizes in bytes. An API that is within all of
 * them is slow or large, but right; one that is over any of them has failed.
 */
export const limits = {
  /** Name lookup, TCP and TLS. */
  connect: 1_000,
  /** From the sent request to the end of the answer's head. */
  headers: 2_500,
  gapBetweenChunks: 1_000,
  /** A call with everything it does: waiting for a connection, the answer, a second attempt. */
  wholeCall: 4_000,
  /** When a page's loaders stop waiting: what is left of a visitor's 5 s is for making the answer. */
  pageLoaders: 4_500,

  /** Calls on their way at once. */
  connections: 32,
  /** Calls that wait for a connection; one more is refused at once. */
  waiting: 256,

  /** An answer as it is sent, coded or not. */
  wire: 2 * 1024 * 1024,
  /** The same, decoded. */
  decoded: 8 * 1024 * 1024,
  /** What is read of an answer that is of no use, so that its connection is. */
  discarded: 16 * 1024,

  /** Second attempts, as a share of all reads. */
  retryShare: 0.1,
  /** Second attempts that a process may make before its reads have earned any. */
  retriesInAdvance: 5,
  /** Second attempts that can be saved up: a short failure after a good day is no flood. */
  retriesSaved: 10,
  /** The pause before a second attempt is between these. */
  retryPause: { from: 20, to: 250 },
  /** What has to be left of the call's time: a second attempt is for what fails quickly. */
  retryNeeds: 2_000,

  /** A type is not asked for any more after so many failures in a row. */
  failuresInRow: 5,
  /** As how many failures one counts that visitors had to wait for. */
  timeoutCounts: 2,
  /** How long it is not asked for then; twice as long each time that it has not come back. */
  firstBreak: 2_000,
  longestBreak: 30_000,

  /** Bounds of what we tell visitors in Retry-After, s. */
  retryAfterS: { from: 5, to: 120 },
}
