/**
 * Max. requests that are handled in one turn of the event loop: a few milliseconds of cached pages, and more
 * than arrive together where a client waits for its responses.
 */
const maxPerTurn = 32

/**
 * Handles a limited number of requests in each turn of the event loop. The others wait, and each turn takes
 * one of every client before a second one: so a client that sends thousands at once delays its own, and others
 * wait for a turn or two.
 * @param nextTurn runs a callback in the next turn; for tests
 */
export function createFairTurns(
  perTurn = maxPerTurn,
  nextTurn: (run: () => void) => void = setImmediate,
) {
  /** The waiting requests of each client, in the order in which the clients are due. */
  const waiting = new Map<string, (() => void)[]>()
  let handled = 0
  let isScheduled = false

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    nextTurn(beginTurn)
  }

  function beginTurn() {
    isScheduled = false
    handled = 0
    for (const [client, requests] of waiting) {
      if (handled >= perTurn) break
      waiting.delete(client)
      const handle = requests.shift()
      // It is added at the end, where this loop finds it again after all others.
      if (requests.length > 0) waiting.set(client, requests)
      handled += 1
      // First, so that a request that throws does not hold up the others.
      schedule()
      handle?.()
    }
  }

  return {
    /**
     * Handles a request, now or in one of the next turns.
     * @param clientOf the request's client; called only if the request has to wait
     */
    run(clientOf: () => string, handle: () => void) {
      schedule()
      if (handled < perTurn && waiting.size === 0) {
        handled += 1
        return handle()
      }
      const client = clientOf()
      const requests = waiting.get(client)
      if (requests) requests.push(handle)
      else waiting.set(client, [handle])
    },
  }
}
