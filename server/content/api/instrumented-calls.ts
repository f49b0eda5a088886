import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { createBreakers } from './breakers.ts'
import { ContentUnavailable } from '../failures.ts'

/** Calls behind the breaker of their type, counted and timed. What changes is said once. */
export function createInstrumentedCalls() {
  const breakers = createBreakers({
    onChange(type, failure) {
      metrics.breakerOpen.set({ type }, failure === undefined ? 0 : 1)
      if (failure === undefined) log.info({ type }, 'a content type answers again')
      else
        log.warn({ type, ...causeOf(failure) }, 'a content type keeps failing: it is given a rest')
    },
  })

  return {
    /**
     * @param call told whether it is the one call that finds out if the API is back
     * @throws ContentUnavailable 'open' at once while the type is not asked for; what `call` throws
     */
    async make<T>(type: string, call: (isProbe: boolean) => Promise<T>): Promise<T> {
      try {
        const answer = await breakers.run(type, async (isProbe) => {
          const stop = metrics.contentCallSeconds.startTimer({ type })
          return call(isProbe).finally(stop)
        })
        metrics.contentCalls.inc({ type, outcome: 'ok' })
        return answer
      } catch (failure) {
        const outcome = failure instanceof ContentUnavailable ? failure.fault : 'error'
        metrics.contentCalls.inc({ type, outcome })
        throw failure
      }
    },
    breakers: breakers.states,
  }
}

function causeOf(failure: unknown) {
  const fault = failure instanceof ContentUnavailable ? failure.fault : undefined
  return { fault, error: String(failure) }
}
