import PQueue from 'p-queue'

/** Max. pending background jobs. A rejected one is queued again by the next visitor. */
const maxBackground = 500

/**
 * A queue for CPU-bound work. Jobs with waiters run first, in order; background jobs run one at a
 * time, when nothing else is pending.
 */
export function createWorkQueue(maxRunning: number) {
  const queue = new PQueue({ concurrency: maxRunning })
  const background = new PQueue({ concurrency: 1 })
  const closing = new AbortController()
  const { signal } = closing

  return {
    /** @throws what the work throws, or an error when the queue was closed first */
    run: <T>(work: () => Promise<T>): Promise<T> => queue.add(work, { signal }),
    /**
     * @param work must not throw
     * @returns false when the queue is full
     */
    runInBackground(work: () => Promise<void>) {
      if (background.size >= maxBackground) return false
      void background.add(() => queue.add(work, { priority: -1, signal }).catch(() => undefined))
      return true
    },
    /** Starts no more jobs, and rejects those with waiters. */
    close() {
      background.clear()
      closing.abort(new Error('The server is closing'))
    },
  }
}
