import { ContentUnavailable } from '../failures.ts'
import type { ContentLayer } from '../call.ts'
import { limits } from '../limits.ts'
import { clampRetryAfter } from './api-client.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import type { Attempt } from '../call.ts'

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

interface BreakersOfTypes {
  /** Makes a call unless the breaker of its type is open, and says how it may be sent (`attempt`). */
  layer: ContentLayer
  /** Returns the states of the types that have been called; half-open from when a probe may be sent. */
  states(): Record<string, BreakerState>
}

/**
 * A circuit breaker for each content type. It opens after several consecutive failures, and calls then fail at once.
 * After a backoff one probe is sent: a success closes the breaker, a failure opens it again for longer. Counts and times
 * calls, and logs breaker changes.
 */
export class CircuitBreakers implements BreakersOfTypes {
  readonly #breakers = new Map<string, Breaker>()
  /** Until when the API wants no calls of any type, ms. */
  #pausedUntil = 0

  readonly layer: ContentLayer = (next) => (call) =>
    this.run(call.query.type, (attempt) => next({ ...call, attempt }))

  /**
   * Makes a call unless the type's breaker is open. Any rejection of `call` counts as a failure.
   * @throws ContentUnavailable 'open', at once, while the breaker is open; whatever `call` throws
   */
  async run<T>(type: string, call: (attempt: Attempt) => Promise<T>): Promise<T> {
    try {
      const result = await this.#attempt(type, call)
      metrics.contentCalls.inc({ type, outcome: 'ok' })
      return result
    } catch (failure) {
      const outcome = failure instanceof ContentUnavailable ? failure.fault : 'error'
      metrics.contentCalls.inc({ type, outcome })
      throw failure
    }
  }

  states() {
    const stateOf = ({ state, probeAt }: Breaker) => {
      if (Date.now() < this.#pausedUntil) return 'open'
      return state === 'open' && probeAt <= Date.now() ? 'half-open' : state
    }
    const states = [...this.#breakers].map(([type, breaker]) => [type, stateOf(breaker)] as const)
    return Object.fromEntries(states)
  }

  async #attempt<T>(type: string, call: (attempt: Attempt) => Promise<T>) {
    const breaker = this.#breakerOf(type)
    const { isProbe } = this.#admit(breaker, type)
    const startedAt = Date.now()
    const stopTimer = metrics.contentCallSeconds.startTimer({ type })
    try {
      const isPatient = isProbe || breaker.isSlow
      const result = await call({ isProbe, isPatient }).finally(stopTimer)
      const tookMs = Date.now() - startedAt
      // A type whose calls take about the usual limit stays as it is.
      if (tookMs > limits.headers) breaker.isSlow = true
      else if (tookMs < limits.headers / 2) breaker.isSlow = false
      succeed(breaker, type, isProbe)
      return result
    } catch (failure) {
      this.#fail(breaker, type, isProbe, failure)
      throw failure
    }
  }

  #breakerOf(type: string) {
    const closed = { state: 'closed', failures: 0, opens: 0, probeAt: 0, isSlow: false } as const
    const breaker: Breaker = this.#breakers.get(type) ?? { ...closed }
    this.#breakers.set(type, breaker)
    return breaker
  }

  /** @throws ContentUnavailable 'open' while the breaker rejects calls */
  #admit(breaker: Breaker, type: string) {
    const pausedMs = this.#pausedUntil - Date.now()
    if (pausedMs > 0) throw rejection('The API answered 429 and wants no calls now', pausedMs)
    if (breaker.state === 'closed') return { isProbe: false }
    const remainingMs = breaker.probeAt - Date.now()
    if (breaker.state === 'half-open' || remainingMs > 0) {
      throw rejection(`The circuit breaker of ${type} is open`, remainingMs)
    }
    breaker.state = 'half-open'
    return { isProbe: true }
  }

  #fail(breaker: Breaker, type: string, isProbe: boolean, failure: unknown) {
    const {
      fault,
      status,
      retryAfterS = 0,
    }: Partial<ContentUnavailable> = failure instanceof ContentUnavailable ? failure : {}
    // It limits the calls of the whole site.
    if (status === 429) {
      this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + retryAfterS * 1000)
    }
    if (fault === 'busy') {
      // This site's overload says nothing about the API: the next call may probe.
      if (isProbe) breaker.state = 'open'
    } else if (isProbe) open(breaker)
    else if (breaker.state === 'closed') {
      breaker.failures += fault === 'timeout' ? limits.timeoutWeight : 1
      if (breaker.failures < limits.failureThreshold) return
      open(breaker)
      log.warn({ type, fault, error: String(failure) }, 'circuit breaker opened')
    }
  }
}

function open(breaker: Breaker) {
  const openMs = Math.min(limits.firstOpenPeriod * 2 ** breaker.opens, limits.maxOpenPeriod)
  breaker.state = 'open'
  breaker.opens += 1
  // Jitter keeps types that failed together from being probed at the same moment.
  breaker.probeAt = Date.now() + openMs * (0.5 + Math.random() / 2)
}

function succeed(breaker: Breaker, type: string, isProbe: boolean) {
  // A call sent before the breaker opened proves nothing about the API now.
  if (breaker.state !== 'closed' && !isProbe) return
  breaker.state = 'closed'
  breaker.failures = 0
  breaker.opens = 0
  if (isProbe) log.info({ type }, 'circuit breaker closed')
}

/** @param ms until the API may be called again */
function rejection(message: string, ms: number) {
  return new ContentUnavailable('open', message, { retryAfterS: clampRetryAfter(ms / 1000) })
}
