export type Stopwatch = ReturnType<typeof createStopwatch>

/** Adds up the time in which something of a kind is running. What runs at the same time counts once. */
export function createStopwatch(now: () => number = () => performance.now()) {
  let running = 0
  let startedAt = 0
  let total = 0

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running === 0) startedAt = now()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        if (running === 0) total += now() - startedAt
      }
    },
    /** The time so far, ms. */
    ms: () => total + (running > 0 ? now() - startedAt : 0),
  }
}

/** Runs work on a stopwatch, if there is one. */
export function timed<T>(stopwatch: Stopwatch | undefined, work: () => Promise<T>): Promise<T> {
  return stopwatch ? stopwatch.run(work) : work()
}
