/** How often the same thing is said at most, ms. */
const restMs = 10_000

/**
 * For what an outage has happen thousands of times a second: one line in a while says so for all.
 * @param say told how many were not said since the last time
 * @param now a clock in ms that never goes back; tests hand in their own
 */
export function createSeldom<T extends unknown[]>(
  say: (unsaid: number, ...facts: T) => void,
  now: () => number = () => performance.now(),
) {
  let lastAt = -Infinity
  let unsaid = 0

  return (...facts: T) => {
    if (now() - lastAt < restMs) {
      unsaid += 1
      return
    }
    lastAt = now()
    say(unsaid, ...facts)
    unsaid = 0
  }
}
