/** Too many images are pending; try again later. */
export class TooManyPictures extends Error {
  override name = 'TooManyPictures'
}

/** Shares one run of the same work among concurrent callers. */
export interface SingleFlight<T> {
  /** @throws what the work throws, or TooManyPictures */
  run: (key: string, work: () => Promise<T>) => Promise<T>
}

/** @param max concurrent runs, queued ones included */
export function createSingleFlight<T>(max: number): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>()

  return {
    async run(key, work) {
      const running = flights.get(key)
      if (running) return running
      if (flights.size >= max) throw new TooManyPictures(`${max} images are pending`)
      const flight = work().finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
  }
}
