/** Default min. interval between two lines, ms. */
const defaultIntervalMs = 10_000

/**
 * Throttles a log message that an outage would repeat thousands of times a second.
 * @param write receives the number of messages suppressed since the last line
 * @param now monotonic clock in ms; injected by tests
 * @param minIntervalMs between two lines
 */
export function createThrottledLog<T extends unknown[]>(
  write: (suppressed: number, ...facts: T) => void,
  now: () => number = () => performance.now(),
  minIntervalMs = defaultIntervalMs,
) {
  let lastAt = -Infinity
  let suppressed = 0

  return (...facts: T) => {
    if (now() - lastAt < minIntervalMs) {
      suppressed += 1
      return
    }
    lastAt = now()
    write(suppressed, ...facts)
    suppressed = 0
  }
}
