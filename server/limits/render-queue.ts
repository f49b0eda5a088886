/**
 * Queues CPU-bound work and starts one piece per turn of the event loop, which handles I/O in
 * between: a request for a cached page waits for one piece of work, not for all. Work that has
 * begun goes first, so that it finishes soon; otherwise first in, first out.
 */
interface RenderQueue {
  /** Resolves when new work may begin. */
  begin: () => Promise<void>
  /** Resolves when work that has begun may continue with its next piece. */
  resume: () => Promise<void>
}

/** @param nextTurn runs a callback in the next turn; for tests */
export function createRenderQueue(nextTurn: (run: () => void) => void = setImmediate): RenderQueue {
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
    begin: () => waitIn(notBegun),
    resume: () => waitIn(begun),
  }
}

/** The queue of this process, which has one event loop. */
export const renderQueue = createRenderQueue()

/** How long a step of long work may hold the event loop, ms; its last iteration may exceed it. */
const stepMs = 10

/**
 * Divides long work into steps: `await pause()` in its loop continues at once, or after a turn of
 * the event loop once the step has lasted its time.
 */
export type Pause = () => Promise<void>

export function createPause(): Pause {
  let startedAt = performance.now()
  return async () => {
    if (performance.now() - startedAt < stepMs) return
    await renderQueue.resume()
    startedAt = performance.now()
  }
}

/** Kinds of expensive requests, in the order in which they are shed. */
export const kinds = ['prefetch', 'stream', 'card', 'picture', 'data', 'page'] as const

export type Kind = (typeof kinds)[number]

/** The limits of one kind. */
interface Bounds {
  /** Max. concurrent requests; images and streams are counted separately from the rest. */
  concurrent: number
  /** Max. event loop delay, ms. */
  delayMs: number
  /**
   * Below this number of running requests, any event loop delay is accepted: so few do not cause
   * it, but another process on the machine or the start does.
   */
  always: number
}

/**
 * A page takes about 4 ms of CPU time, so 128 pages take half a second: admitted requests get a
 * response soon. When the content API is slow they wait for it, and more of them would not be
 * faster: it gets 32 concurrent calls. Two images are resized at a time, about 40 ms each, in their
 * own process: a new list has forty images, and a browser does not retry.
 */
export const bounds: Readonly<Record<Kind, Bounds>> = {
  prefetch: { concurrent: 32, delayMs: 150, always: 4 },
  // send-budget.ts limits the number of concurrent streams.
  stream: { concurrent: Infinity, delayMs: 250, always: 1 },
  // No visitor waits for a card, and it costs as much as a page and a drawing.
  card: { concurrent: 48, delayMs: 250, always: 4 },
  picture: { concurrent: 128, delayMs: 300, always: 64 },
  data: { concurrent: 96, delayMs: 450, always: 12 },
  page: { concurrent: 128, delayMs: 600, always: 16 },
}

/** Max. pending page renders, including those whose visitors have left. */
const maxPendingRenders = 256

/** A kind that was shed for event loop delay is admitted again below this share of its bound. */
const recoveryShare = 0.5

/** Why a request is shed: too many requests, or too much event loop delay. */
export type Overload = 'busy' | 'late'

/**
 * Tracks the load, and decides whether one more request can be admitted.
 * @param delayMs the event loop delay, smoothed
 * @param pendingRenders page renders running or queued, including those without waiters
 */
export function createLoad({
  delayMs,
  pendingRenders,
}: {
  delayMs: () => number
  pendingRenders: () => number
}) {
  const counts = { page: 0, picture: 0, stream: 0 }
  const lateKinds = new Set<Kind>()

  function isLate(kind: Kind) {
    const bound = bounds[kind].delayMs * (lateKinds.has(kind) ? recoveryShare : 1)
    if (delayMs() > bound) lateKinds.add(kind)
    else lateKinds.delete(kind)
    return lateKinds.has(kind)
  }

  return {
    /** @returns null when a request of this kind can be admitted */
    overloadFor(kind: Kind): Overload | null {
      const count = counts[groupOf(kind)]
      const { concurrent, always } = bounds[kind]
      const isFull = kind !== 'picture' && pendingRenders() >= maxPendingRenders
      if (count >= concurrent || isFull) return 'busy'
      return count >= always && isLate(kind) ? 'late' : null
    },
    /** @returns a function to call once the response has ended or its client has left */
    begin(kind: Kind): () => void {
      const group = groupOf(kind)
      counts[group] += 1
      return () => {
        counts[group] -= 1
      }
    },
  }
}

/** Groups kinds that share a counter. */
function groupOf(kind: Kind) {
  return kind === 'picture' || kind === 'stream' ? kind : 'page'
}
