import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { createBreakers } from './breakers.ts'
import { ContentUnavailable } from '../failures.ts'

/**
 * Runs calls through their type's circuit breaker, counts and times them, and logs breaker changes.
 */
export function createInstrumentedCalls() {
  const breakers = createBreakers({
    onChange(type, failure) {
      metrics.breakerOpen.set({ type }, failure === undefined ? 0 : 1)
      if (failure === undefined) log.info({ type }, 'circuit breaker closed')
      else log.warn({ type, ...causeOf(failure) }, 'circuit breaker opened')
    },
  })

  return {
    /**
     * @param call receives whether it is the circuit breaker's probe
     * @throws ContentUnavailable 'open' at once while the breaker is open; whatever `call` throws
     */
    async run<T>(type: string, call: (isProbe: boolean) => Promise<T>): Promise<T> {
      try {
        const result = await breakers.run(type, async (isProbe) => {
          const stopTimer = metrics.contentCallSeconds.startTimer({ type })
          return call(isProbe).finally(stopTimer)
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
