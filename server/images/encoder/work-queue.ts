/** Of what is made behind, in jobs. What finds no place is asked for again by the next visitor. */
const mostBehind = 500

/**
 * Work for the processor, a little of it at a time. What somebody waits for goes first, in the order
 * in which it was asked for; what is made behind goes one by one, when nothing else waits.
 */
export function createWorkQueue(mostAtOnce: number) {
  const waiting: (() => Promise<void>)[] = []
  const behind: (() => Promise<void>)[] = []
  let atWork = 0
  let isBehindAtWork = false
  let isClosed = false

  function goOn() {
    while (atWork < mostAtOnce && !isClosed) {
      const job = waiting.shift()
      const late = job || isBehindAtWork ? undefined : behind.shift()
      if (job) start(job)
      else if (late) {
        isBehindAtWork = true
        start(() => late().finally(() => (isBehindAtWork = false)))
      } else return
    }
  }

  function start(job: () => Promise<void>) {
    atWork += 1
    void job().finally(() => {
      atWork -= 1
      goOn()
    })
  }

  return {
    /** @throws what the work throws, or that the queue was closed before its turn */
    run<T>(work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        waiting.push(async () => {
          if (isClosed) reject(new Error('The server is closing'))
          else await work().then(resolve, reject)
        })
        goOn()
      })
    },
    /** @param work does not throw */
    runBehind(work: () => Promise<void>) {
      if (behind.length >= mostBehind) return false
      behind.push(work)
      goOn()
      return true
    },
    /** Nothing more is begun; those who wait are told. */
    close() {
      isClosed = true
      behind.length = 0
      for (const job of waiting.splice(0)) void job()
    },
  }
}
