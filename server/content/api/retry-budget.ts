import { limits } from '../limits.ts'

/**
 * A retry budget: retries are a fixed share of reads, so that they add little load to a failing
 * API. Reads first repay the initial retries, then earn new ones.
 */
export function createRetryBudget() {
  let owed = limits.initialRetries
  let saved = limits.initialRetries

  return {
    earn() {
      if (owed > 0) owed -= limits.retryShare
      else saved = Math.min(saved + limits.retryShare, limits.maxSavedRetries)
    },
    /** @returns whether a retry was available */
    spend() {
      if (saved < 1) return false
      saved -= 1
      return true
    },
  }
}
