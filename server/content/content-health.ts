/** Whether pages can be made. Times are seconds ago, null for never. */
export interface ContentHealth {
  isUsable: boolean
  /** When content was last had, from the API or kept. */
  lastReadS: number | null
  /** When some could last not be had. */
  lastFailureS: number | null
  lastFailure: string | null
}

/**
 * Follows what is read. Once content was had it is kept, and stands in while the API fails; before
 * that, the first failure shows that there is none.
 * @param now the clock, ms since the epoch; tests hand in their own
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
