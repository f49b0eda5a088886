/** How often the same thing is said at most, ms. */
const restMs = 10_000

/**
 * For what an outage has happen thousands of times a second: one line in a while says so for all.
 * @param say told how many were not said since the last time
 * @param now a clock in ms that never goes back; tests hand in their own
 */
export function createThrottledLog<T extends unknown[]>(
  say: (suppressed: number, ...facts: T) => void,
  now: () => number = () => performance.now(),
) {
  let lastAt = -Infinity
  let suppressed = 0

  return (...facts: T) => {
    if (now() - lastAt < restMs) {
      suppressed += 1
      return
    }
    lastAt = now()
    say(suppressed, ...facts)
    suppressed = 0
  }
}
