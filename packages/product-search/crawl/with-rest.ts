import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { ownThreadFolder, threadTimes } from '@site/runtime/programs'

/** While visitors keep the event loop busy all the time, background work takes a seventh of it. */
const restFactor = 6

/** Up to this utilization of the event loop, visitors do not wait for background work. */
const idleEnough = 0.5

/** Work that takes less than this, ms, such as one post, is followed by no rest. */
const minWorkMs = 20

const ownThread = ownThreadFolder()

/**
 * Does work in the background, then rests if the event loop was busy meanwhile, the longer the busier. Time in which
 * other processes kept this thread from a CPU does not count: a rest would help nobody.
 * @param timesOf reads the times of the event loop's thread; for tests
 * @param signal ends the rest
 */
export async function withRest<T>(
  work: () => Promise<T>,
  signal?: AbortSignal,
  timesOf = () => threadTimes(ownThread),
): Promise<T> {
  const startedAt = performance.now()
  const loopBefore = performance.eventLoopUtilization()
  const before = timesOf()
  const result = await work()
  const wholeMs = performance.now() - startedAt
  if (wholeMs < minWorkMs) return result
  const after = timesOf()
  const waitingMs = before && after ? after.waiting - before.waiting : 0
  const workMs = wholeMs - waitingMs
  if (workMs < minWorkMs) return result
  const utilization =
    before && after
      ? (after.cpu - before.cpu) / workMs
      : performance.eventLoopUtilization(loopBefore).utilization
  if (utilization <= idleEnough) return result
  const busy = (utilization - idleEnough) / (1 - idleEnough)
  await pause(workMs * busy * restFactor, undefined, { signal, ref: false })
  return result
}
