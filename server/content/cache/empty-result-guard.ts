import { LRUCache } from 'lru-cache'
import type { ContentType } from '../../config.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'

/**
 * A content API that has lost its data returns well-formed empty lists. So a type that becomes empty
 * is accepted only after this many consecutive empty responses over this time, ms. A purge by an
 * operator accepts it at once, for example after an editor removed the last item of the type.
 */
const acceptedAfter = { responses: 3, ms: 15 * 60 * 1000 }

interface GuardedResult {
  type: ContentType
  /** Time of the first empty response, ms since the epoch. */
  since: number
  responses: number
  isAccepted: boolean
}

/** Decides whether an empty result may replace a full one; logs and counts guarded types. */
export function createEmptyResultGuard(now: () => number) {
  const counts = new Map<ContentType, number>()
  const guarded = new LRUCache<string, GuardedResult>({
    max: 20_000,
    dispose: ({ type, isAccepted }) => {
      if (!isAccepted) updateCount(type, -1)
    },
  })

  function updateCount(type: ContentType, change: 1 | -1) {
    const before = counts.get(type) ?? 0
    counts.set(type, before + change)
    metrics.contentEmptyResults.set({ type }, before + change > 0 ? 1 : 0)
    if (before === 0) {
      log.error({ type }, 'empty-result guard active')
    }
    if (before + change === 0) log.warn({ type }, 'empty-result guard cleared')
  }

  function accept(id: string, result: GuardedResult) {
    if (!result.isAccepted) updateCount(result.type, -1)
    result.isAccepted = true
    guarded.set(id, result, { noDisposeOnSet: true })
  }

  return {
    /** @returns undefined when the ID is not tracked */
    find: (id: string): 'guarded' | 'accepted' | undefined => {
      const result = guarded.peek(id)
      return result && (result.isAccepted ? 'accepted' : 'guarded')
    },
    /**
     * Records an empty response in place of full content.
     * @param id type and language
     * @returns whether the full content stays in use
     */
    recordEmpty(id: string, type: ContentType): boolean {
      const result = guarded.get(id)
      if (!result) {
        guarded.set(id, { type, since: now(), responses: 1, isAccepted: false })
        updateCount(type, 1)
        return true
      }
      result.responses += 1
      const isLongEnough = now() - result.since >= acceptedAfter.ms
      if (isLongEnough && result.responses >= acceptedAfter.responses) accept(id, result)
      return !result.isAccepted
    },
    /** Accepts empty results at once, after an operator's purge. */
    accept(id: string, type: ContentType) {
      const result = guarded.get(id)
      if (result) accept(id, result)
      else guarded.set(id, { type, since: now(), responses: 1, isAccepted: true })
    },
    /** Stops guarding: the content is full again. */
    release: (id: string) => guarded.delete(id),
    types: () => [...counts].filter(([, count]) => count > 0).map(([type]) => type),
  }
}
