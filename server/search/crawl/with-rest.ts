import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** While visitors take all of the event loop, background work takes a seventh of the time. */
const restFactor = 6

/** Shorter work, such as one post, takes no rest, ms. */
const minWorkMs = 20

/**
 * Does work in the background, then rests: the longer, the busier the event loop was meanwhile.
 * @param signal ends the rest
 */
export async function withRest<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const startedAt = performance.now()
  const before = performance.eventLoopUtilization()
  const result = await work()
  const workMs = performance.now() - startedAt
  if (workMs < minWorkMs) return result
  const { utilization } = performance.eventLoopUtilization(before)
  await pause(workMs * utilization * restFactor, undefined, { signal, ref: false })
  return result
}
