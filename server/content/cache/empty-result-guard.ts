import { LRUCache } from 'lru-cache'
import type { ContentType } from '../../config.ts'
import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'

/**
 * A content API that has lost its data answers well-formed empty lists. So an empty list in place of
 * a full one is accepted only once the API has said so that many times, over that long, ms, and
 * never otherwise meanwhile; or at once where operators have purged the content, as an editor who
 * has removed the last item and cannot wait may ask them to.
 */
const acceptedAfter = { answers: 3, ms: 15 * 60 * 1000 }

interface Hold {
  type: ContentType
  since: number
  answers: number
  isAccepted: boolean
}

/** Decides which empty lists are held back, and says so in log and metrics. */
export function createEmptyResultGuard(now: () => number) {
  const counts = new Map<ContentType, number>()
  const holds = new LRUCache<string, Hold>({
    max: 20_000,
    dispose: ({ type, isAccepted }) => {
      if (!isAccepted) count(type, -1)
    },
  })

  function count(type: ContentType, change: 1 | -1) {
    const before = counts.get(type) ?? 0
    counts.set(type, before + change)
    metrics.contentEmptyResults.set({ type }, before + change > 0 ? 1 : 0)
    if (before === 0) {
      log.error({ type }, 'the content API has nothing where there was something: it is held back')
    }
    if (before + change === 0) log.warn({ type }, 'nothing is held back any more')
  }

  function accept(id: string, hold: Hold) {
    if (!hold.isAccepted) count(hold.type, -1)
    hold.isAccepted = true
    holds.set(id, hold, { noDisposeOnSet: true })
  }

  return {
    /** @returns undefined where nothing is known of it */
    find: (id: string): 'held' | 'accepted' | undefined => {
      const hold = holds.peek(id)
      return hold && (hold.isAccepted ? 'accepted' : 'held')
    },
    /**
     * Told that something empty came in place of something full.
     * @param id of what is empty: one list, or all of a type in one language
     * @returns whether the full one goes on being used
     */
    holds(id: string, type: ContentType): boolean {
      const hold = holds.get(id)
      if (!hold) {
        holds.set(id, { type, since: now(), answers: 1, isAccepted: false })
        count(type, 1)
        return true
      }
      hold.answers += 1
      const isLongEnough = now() - hold.since >= acceptedAfter.ms
      if (isLongEnough && hold.answers >= acceptedAfter.answers) accept(id, hold)
      return !hold.isAccepted
    },
    /** Told by an operator's purge that what comes now is right. */
    accept(id: string, type: ContentType) {
      const known = holds.get(id)
      if (known) accept(id, known)
      else holds.set(id, { type, since: now(), answers: 1, isAccepted: true })
    },
    /** Told that it is full again. */
    release: (id: string) => holds.delete(id),
    types: () => [...counts].filter(([, held]) => held > 0).map(([type]) => type),
  }
}
