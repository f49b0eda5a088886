/** Too many images are pending; try again later. */
export class TooManyPictures extends Error {
  override name = 'TooManyPictures'
}

/**
 * Shares one run of the same work among concurrent callers.
 * @param max concurrent runs, queued ones included
 */
export function createSingleFlight<T>(max: number) {
  const flights = new Map<string, Promise<T>>()

  return {
    /** @throws what the work throws, or TooManyPictures */
    async run(key: string, work: () => Promise<T>): Promise<T> {
      const running = flights.get(key)
      if (running) return running
      if (flights.size >= max) throw new TooManyPictures(`${max} images are pending`)
      const flight = work().finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
    isRunning: (key: string) => flights.has(key),
    /** Whether all runs are taken; checked before work without waiters. */
    isFull: () => flights.size >= max,
  }
}
