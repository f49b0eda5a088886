/** Intervals of the crawl, ms. */
export const crawlIntervals = {
  /** Pause between two rounds. */
  round: 10 * 60_000,
  /** Pause after a round in which something was unavailable. */
  failedRound: 60_000,
  /** Max. age of details before they are read again. */
  details: 24 * 60 * 60_000,
  /** Max. age of details with missing files, which may have been uploaded since. */
  detailsLackingFiles: 60 * 60_000,
  /** Pause after a failed call, doubled up to the maximum. */
  retry: 1_000,
  maxRetry: 60_000,
  /** Interval between checks whether a circuit breaker has closed. */
  breaker: 1_000,
  /** After a breaker has been open this long without a visitor's probe, the crawl makes one call. */
  maxBreaker: 60_000,
  /** Maximum time a page waits to learn what an earlier process has indexed. */
  recall: 2_000,
}
