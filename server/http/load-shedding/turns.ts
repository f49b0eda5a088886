export type Turns = ReturnType<typeof createTurns>

/**
 * Queues CPU-bound work and starts one piece per turn of the event loop. Between pieces the event loop
 * handles what has arrived: so a request for a cached page waits for one piece of work, not for all. Work
 * that has already begun goes first, so that it finishes soon; otherwise first in, first out.
 * @param nextTurn runs a callback in the next turn; for tests
 */
export function createTurns(nextTurn: (run: () => void) => void = setImmediate) {
  const begun: (() => void)[] = []
  const notBegun: (() => void)[] = []
  let isScheduled = false

  function runNext() {
    const start = begun.shift() ?? notBegun.shift()
    start?.()
    isScheduled = begun.length + notBegun.length > 0
    if (isScheduled) nextTurn(runNext)
  }

  function waitIn(queue: (() => void)[]) {
    return new Promise<void>((start) => {
      queue.push(start)
      if (isScheduled) return
      isScheduled = true
      nextTurn(runNext)
    })
  }

  return {
    /** Resolves when new work may begin. */
    begin: () => waitIn(notBegun),
    /** Resolves when work that has begun may continue with its next piece. */
    resume: () => waitIn(begun),
  }
}

/** Shared by all work of this process, which has one event loop. */
export const processorTurns = createTurns()

/** For how long a step of long work may hold the event loop, ms; its last iteration comes on top. */
const stepMs = 10

/**
 * Divides long work into steps: `await pause()` in its loop continues at once, or after a turn of the event
 * loop if the step has taken its time.
 */
export function createPause(turns: Turns = processorTurns) {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < stepMs) return
    await turns.resume()
    startedAt = performance.now()
  }
}

export type Pause = ReturnType<typeof createPause>
