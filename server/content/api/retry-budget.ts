import { limits } from '../limits.ts'

/**
 * How many second attempts may be made: a share of the reads, so that an API in trouble gets little
 * more of them than one in health. The few in advance are earned before any others are.
 */
export function createRetryBudget() {
  let owed = limits.retriesInAdvance
  let saved = limits.retriesInAdvance

  return {
    earn() {
      if (owed > 0) owed -= limits.retryShare
      else saved = Math.min(saved + limits.retryShare, limits.retriesSaved)
    },
    /** @returns whether there was one to spend */
    spend() {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}
