import { ContentUnavailable } from '../failures.ts'
import { limits } from '../limits.ts'
import { boundRetryAfter } from './retry-after.ts'

export type BreakerState = 'closed' | 'open' | 'half-open'

interface Breaker {
  state: BreakerState
  /** In a row, while it is closed. */
  failures: number
  /** In a row, without a success. */
  breaks: number
  /** When the next call may go out, while it is open. */
  probeAt: number
}

/**
 * One breaker for each content type. It is open, and nothing goes out, once the type has failed
 * several times in a row; after a while one call may try. If that succeeds all may again, if not
 * the next while is longer.
 * @param onChange told when a type is given up, with the failure that did it, and when it is back
 * @param now the clock, ms; tests hand in their own, as well as the chance, from 0 to 1
 */
export function createBreakers({
  onChange = () => undefined,
  now = Date.now,
  random = Math.random,
}: {
  onChange?: (type: string, failure?: unknown) => void
  now?: () => number
  random?: () => number
} = {}) {
  const breakers = new Map<string, Breaker>()

  function breakerOf(type: string) {
    const breaker = breakers.get(type) ?? { state: 'closed', failures: 0, breaks: 0, probeAt: 0 }
    breakers.set(type, breaker)
    return breaker
  }

  /** @throws ContentUnavailable when the call may not go out */
  function admit(breaker: Breaker, type: string) {
    if (breaker.state === 'closed') return { isProbe: false }
    const leftMs = breaker.probeAt - now()
    if (breaker.state === 'half-open' || leftMs > 0) {
      const retryAfterS = boundRetryAfter(leftMs / 1000)
      throw new ContentUnavailable('open', `${type} keeps failing`, { retryAfterS })
    }
    breaker.state = 'half-open'
    return { isProbe: true }
  }

  function open(breaker: Breaker) {
    const pause = Math.min(limits.firstBreak * 2 ** breaker.breaks, limits.longestBreak)
    breaker.state = 'open'
    breaker.breaks += 1
    // Types that went down together need not come back in the same moment.
    breaker.probeAt = now() + pause * (0.5 + random() / 2)
  }

  function fail(breaker: Breaker, type: string, isProbe: boolean, failure: unknown) {
    const fault = failure instanceof ContentUnavailable ? failure.fault : undefined
    if (fault === 'busy') {
      // That says nothing of the API: the next call may try.
      if (isProbe) breaker.state = 'open'
    } else if (isProbe) open(breaker)
    else if (breaker.state === 'closed') {
      breaker.failures += fault === 'timeout' ? limits.timeoutCounts : 1
      if (breaker.failures < limits.failuresInRow) return
      open(breaker)
      onChange(type, failure)
    }
  }

  function succeed(breaker: Breaker, type: string, isProbe: boolean) {
    // A call from before the break proves nothing about now.
    if (breaker.state !== 'closed' && !isProbe) return
    breaker.state = 'closed'
    breaker.failures = 0
    breaker.breaks = 0
    if (isProbe) onChange(type)
  }

  /**
   * Makes a call of that type, if it may be made.
   * @param call told whether it is the one that tries; a failure is whatever it rejects with
   * @throws ContentUnavailable 'open' when it may not be made, at once
   */
  async function run<T>(type: string, call: (isProbe: boolean) => Promise<T>): Promise<T> {
    const breaker = breakerOf(type)
    const { isProbe } = admit(breaker, type)
    try {
      const result = await call(isProbe)
      succeed(breaker, type, isProbe)
      return result
    } catch (failure) {
      fail(breaker, type, isProbe, failure)
      throw failure
    }
  }

  return {
    run,
    /** Of the types that have been asked for. */
    states: (): Record<string, BreakerState> =>
      Object.fromEntries([...breakers].map(([type, { state }]) => [type, state])),
  }
}
