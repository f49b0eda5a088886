/** Content health. Times are seconds ago, null for never. */
export interface ContentHealth {
  isUsable: boolean
  /** Last successful read, from the API or the cache. */
  lastReadS: number | null
  /** Last failed read. */
  lastFailureS: number | null
  lastFailure: string | null
}

/**
 * Tracks content reads. After the first success there is cached content to serve stale; a failure
 * before that means that there is none.
 * @param now clock in ms since the epoch; injected by tests
 */
export function createContentHealth(now = Date.now) {
  let readAt: number | null = null
  let failedAt: number | null = null
  let failure: string | null = null

  function secondsSince(time: number | null) {
    return time === null ? null : Math.max(0, Math.round((now() - time) / 1000))
  }

  return {
    follow(reading: Promise<unknown>) {
      reading.then(
        () => {
          readAt = now()
        },
        (error: unknown) => {
          failedAt = now()
          failure = error instanceof Error ? error.message : String(error)
        },
      )
    },
    read: (): ContentHealth => ({
      isUsable: readAt !== null || failedAt === null,
      lastReadS: secondsSince(readAt),
      lastFailureS: secondsSince(failedAt),
      lastFailure: failure,
    }),
  }
}
