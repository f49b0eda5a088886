/** So much is under way that anything new has to be asked for later. */
export class TooManyPictures extends Error {
  override name = 'TooManyPictures'
}

/**
 * The same work for several waiters is done once.
 * @param most under way at a time, those that wait for their turn included
 */
export function createSingleFlight<T>(most: number) {
  const flights = new Map<string, Promise<T>>()

  return {
    /** @throws what the work throws, or TooManyPictures */
    async run(key: string, work: () => Promise<T>): Promise<T> {
      const running = flights.get(key)
      if (running) return running
      if (flights.size >= most) throw new TooManyPictures(`${most} pictures are under way`)
      const flight = work().finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
    isRunning: (key: string) => flights.has(key),
    /** For what nobody waits for. */
    isFull: () => flights.size >= most,
  }
}
