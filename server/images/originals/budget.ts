import { TooManyPictures } from '../single-flight.ts'

export type Budget = ReturnType<typeof createBudget>

/** The part of the budget reserved by one task. */
export interface Reservation {
  /**
   * Waits in turn for the amount. Releases the current reservation first, so that two tasks never
   * wait for each other.
   * @throws TooManyPictures after too long a wait
   */
  reserve: (amount: number) => Promise<void>
  /** Releases the part that is not needed. */
  shrinkTo: (amount: number) => void
}

interface Waiter {
  amount: number
  grant: () => void
  reject: (error: Error) => void
}

/**
 * A resource shared by several tasks, which reserve what they are about to use.
 * @param total for example bytes of memory or connections; no reservation may exceed it
 * @param timeoutMs max. wait for a reservation
 */
export function createBudget(total: number, timeoutMs: number) {
  const waiting = new Set<Waiter>()
  let free = total

  /** First come, first served; otherwise large reservations would starve. */
  function grantWaiting() {
    for (const waiter of waiting) {
      if (waiter.amount > free) return
      waiting.delete(waiter)
      free -= waiter.amount
      waiter.grant()
    }
  }

  async function take(amount: number) {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve, reject) => {
      const waiter = { amount, grant: resolve, reject }
      waiting.add(waiter)
      timer = setTimeout(() => {
        waiting.delete(waiter)
        reject(new TooManyPictures('Timed out waiting for memory or a connection'))
        // The waiters behind it may need less.
        grantWaiting()
      }, timeoutMs)
      grantWaiting()
    }).finally(() => clearTimeout(timer))
  }

  return {
    /** Runs a task and releases its reservation when it settles. */
    async run<T>(task: (reservation: Reservation) => Promise<T>): Promise<T> {
      let reserved = 0
      const shrinkTo = (amount: number) => {
        free += Math.max(0, reserved - amount)
        reserved = Math.min(reserved, amount)
        grantWaiting()
      }
      const reserve = async (amount: number) => {
        shrinkTo(0)
        await take(amount)
        reserved = amount
      }
      try {
        return await task({ reserve, shrinkTo })
      } finally {
        shrinkTo(0)
      }
    },
    /** Total of all reservations. */
    reserved: () => total - free,
    /** Number of waiters. */
    waiting: () => waiting.size,
    /** Rejects all waiters. */
    close() {
      for (const { reject } of waiting) reject(new Error('The server is closing'))
      waiting.clear()
    },
  }
}
