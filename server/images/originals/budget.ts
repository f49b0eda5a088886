import { TooManyPictures } from '../single-flight.ts'

export type Budget = ReturnType<typeof createBudget>

/** What one piece of work holds of the budget. */
export interface Room {
  /**
   * Waits in turn until so much can be held. What the room held before is given back first, so that
   * two that hold something never wait for each other.
   * @throws TooManyPictures after too long a wait
   */
  reserve: (amount: number) => Promise<void>
  /** Gives back what turned out not to be needed. */
  shrinkTo: (amount: number) => void
}

interface Waiter {
  amount: number
  go: () => void
  giveUp: (error: Error) => void
}

/**
 * Something that several pieces of work share: each reserves what it is about to hold.
 * @param total in bytes of memory, say, or in connections; nothing may reserve more
 * @param patienceMs how long one waits for room
 */
export function createBudget(total: number, patienceMs: number) {
  const waiting = new Set<Waiter>()
  let free = total

  /** First come, first served: otherwise large ones would wait for ever. */
  function goOn() {
    for (const waiter of waiting) {
      if (waiter.amount > free) return
      waiting.delete(waiter)
      free -= waiter.amount
      waiter.go()
    }
  }

  async function take(amount: number) {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve, reject) => {
      const waiter = { amount, go: resolve, giveUp: reject }
      waiting.add(waiter)
      timer = setTimeout(() => {
        waiting.delete(waiter)
        reject(new TooManyPictures('Too much is under way'))
        // Those behind it may want less.
        goOn()
      }, patienceMs)
      goOn()
    }).finally(() => clearTimeout(timer))
  }

  return {
    /** Work that may reserve room; when it has ended, all of it is given back. */
    async run<T>(work: (room: Room) => Promise<T>): Promise<T> {
      let held = 0
      const shrinkTo = (amount: number) => {
        free += Math.max(0, held - amount)
        held = Math.min(held, amount)
        goOn()
      }
      const reserve = async (amount: number) => {
        shrinkTo(0)
        await take(amount)
        held = amount
      }
      try {
        return await work({ reserve, shrinkTo })
      } finally {
        shrinkTo(0)
      }
    },
    /** Of all rooms. */
    held: () => total - free,
    /** How many wait. */
    waiting: () => waiting.size,
    /** Those who wait for room are told. */
    close() {
      for (const { giveUp } of waiting) giveUp(new Error('The server is closing'))
      waiting.clear()
    },
  }
}
