import { ContentUnavailable } from '../failures.ts'
import { limits } from '../limits.ts'
import { clampRetryAfter } from './api-client.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'

export type BreakerState = 'closed' | 'open' | 'half-open'

interface Breaker {
  state: BreakerState
  /** Consecutive failures while closed. */
  failures: number
  /** Consecutive times opened without a success in between. */
  opens: number
  /** Time from which the probe may be sent, ms; used while open. */
  probeAt: number
  /** Whether the API needed more than the usual time, and was right. */
  isSlow: boolean
}

/** How a call is made. */
export interface Attempt {
  /** Whether it is the breaker's probe, which is not retried. */
  isProbe: boolean
  /** Whether it may take longer than usual. */
  isPatient: boolean
}

/**
 * A circuit breaker for each content type. It opens after several consecutive failures, and calls then fail at once.
 * After a backoff one probe is sent: a success closes the breaker, a failure opens it again for longer.
 * @param onChange called with the failure when a type's breaker opens, and without one when it closes
 * @param now clock in ms, injected by tests
 * @param random from 0 to 1; injected by tests
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
  /** Until when the API wants no calls of any type, ms. */
  let pausedUntil = 0

  function breakerOf(type: string) {
    const closed = { state: 'closed', failures: 0, opens: 0, probeAt: 0, isSlow: false } as const
    const breaker: Breaker = breakers.get(type) ?? { ...closed }
    breakers.set(type, breaker)
    return breaker
  }

  /** @throws ContentUnavailable 'open' while the breaker rejects calls */
  function admit(breaker: Breaker, type: string) {
    const pausedMs = pausedUntil - now()
    if (pausedMs > 0) {
      const retryAfterS = clampRetryAfter(pausedMs / 1000)
      throw new ContentUnavailable('open', 'The API answered 429 and wants no calls now', {
        retryAfterS,
      })
    }
    if (breaker.state === 'closed') return { isProbe: false }
    const remainingMs = breaker.probeAt - now()
    if (breaker.state === 'half-open' || remainingMs > 0) {
      const retryAfterS = clampRetryAfter(remainingMs / 1000)
      throw new ContentUnavailable('open', `The circuit breaker of ${type} is open`, {
        retryAfterS,
      })
    }
    breaker.state = 'half-open'
    return { isProbe: true }
  }

  function open(breaker: Breaker) {
    const openMs = Math.min(limits.firstOpenPeriod * 2 ** breaker.opens, limits.maxOpenPeriod)
    breaker.state = 'open'
    breaker.opens += 1
    // Jitter keeps types that failed together from being probed at the same moment.
    breaker.probeAt = now() + openMs * (0.5 + random() / 2)
  }

  function fail(breaker: Breaker, type: string, isProbe: boolean, failure: unknown) {
    const {
      fault,
      status,
      retryAfterS = 0,
    }: Partial<ContentUnavailable> = failure instanceof ContentUnavailable ? failure : {}
    // It limits the calls of the whole site.
    if (status === 429) pausedUntil = Math.max(pausedUntil, now() + retryAfterS * 1000)
    if (fault === 'busy') {
      // This site's overload says nothing about the API: the next call may probe.
      if (isProbe) breaker.state = 'open'
    } else if (isProbe) open(breaker)
    else if (breaker.state === 'closed') {
      breaker.failures += fault === 'timeout' ? limits.timeoutWeight : 1
      if (breaker.failures < limits.failureThreshold) return
      open(breaker)
      onChange(type, failure)
    }
  }

  function succeed(breaker: Breaker, type: string, isProbe: boolean) {
    // A call sent before the breaker opened proves nothing about the API now.
    if (breaker.state !== 'closed' && !isProbe) return
    breaker.state = 'closed'
    breaker.failures = 0
    breaker.opens = 0
    if (isProbe) onChange(type)
  }

  /**
   * Makes a call unless the type's breaker is open. Any rejection of `call` counts as a failure.
   * @throws ContentUnavailable 'open', at once, while the breaker is open
   */
  async function run<T>(type: string, call: (attempt: Attempt) => Promise<T>): Promise<T> {
    const breaker = breakerOf(type)
    const { isProbe } = admit(breaker, type)
    const startedAt = now()
    try {
      const result = await call({ isProbe, isPatient: isProbe || breaker.isSlow })
      const tookMs = now() - startedAt
      // A type whose calls take about the usual limit stays as it is.
      if (tookMs > limits.headers) breaker.isSlow = true
      else if (tookMs < limits.headers / 2) breaker.isSlow = false
      succeed(breaker, type, isProbe)
      return result
    } catch (failure) {
      fail(breaker, type, isProbe, failure)
      throw failure
    }
  }

  return {
    run,
    /** Returns the states of the types that have been called; half-open from when a probe may be sent. */
    states: (): Record<string, BreakerState> =>
      Object.fromEntries(
        [...breakers].map(([type, { state, probeAt }]) => [
          type,
          now() < pausedUntil ? 'open' : state === 'open' && probeAt <= now() ? 'half-open' : state,
        ]),
      ),
  }
}

/**
 * Runs calls through their type's circuit breaker, counts and times them, and logs breaker changes.
 */
export function createInstrumentedCalls() {
  const breakers = createBreakers({
    onChange(type, failure) {
      if (failure === undefined) log.info({ type }, 'circuit breaker closed')
      else log.warn({ type, ...causeOf(failure) }, 'circuit breaker opened')
    },
  })

  return {
    /**
     * @throws ContentUnavailable 'open' at once while the breaker is open; whatever `call` throws
     */
    async run<T>(type: string, call: (attempt: Attempt) => Promise<T>): Promise<T> {
      try {
        const result = await breakers.run(type, async (attempt) => {
          const stopTimer = metrics.contentCallSeconds.startTimer({ type })
          return call(attempt).finally(stopTimer)
        })
        count(type, 'ok')
        return result
      } catch (failure) {
        const outcome = failure instanceof ContentUnavailable ? failure.fault : 'error'
        count(type, outcome)
        throw failure
      }
    },
    breakers: breakers.states,
  }
}

function count(type: string, outcome: string) {
  metrics.contentCalls.inc({ type, outcome })
}

function causeOf(failure: unknown) {
  const fault = failure instanceof ContentUnavailable ? failure.fault : undefined
  return { fault, error: String(failure) }
}
