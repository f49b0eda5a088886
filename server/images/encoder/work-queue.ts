/** Max. pending background jobs. A rejected one is queued again by the next visitor. */
const maxBackground = 500

/**
 * A queue for CPU-bound work. Jobs with waiters run first, in order; background jobs run one at a
 * time, when nothing else is pending.
 */
export function createWorkQueue(maxRunning: number) {
  const waiting: (() => Promise<void>)[] = []
  const background: (() => Promise<void>)[] = []
  let running = 0
  let isBackgroundRunning = false
  let isClosed = false

  function startJobs() {
    while (running < maxRunning && !isClosed) {
      const job = waiting.shift()
      const backgroundJob = job || isBackgroundRunning ? undefined : background.shift()
      if (job) start(job)
      else if (backgroundJob) {
        isBackgroundRunning = true
        start(() => backgroundJob().finally(() => (isBackgroundRunning = false)))
      } else return
    }
  }

  function start(job: () => Promise<void>) {
    running += 1
    void job().finally(() => {
      running -= 1
      startJobs()
    })
  }

  return {
    /** @throws what the work throws, or an error when the queue was closed first */
    run<T>(work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        waiting.push(async () => {
          if (isClosed) reject(new Error('The server is closing'))
          else await work().then(resolve, reject)
        })
        startJobs()
      })
    },
    /**
     * @param work must not throw
     * @returns false when the queue is full
     */
    runInBackground(work: () => Promise<void>) {
      if (background.length >= maxBackground) return false
      background.push(work)
      startJobs()
      return true
    },
    /** Starts no more jobs and rejects the pending ones. */
    close() {
      isClosed = true
      background.length = 0
      for (const job of waiting.splice(0)) void job()
    },
  }
}
