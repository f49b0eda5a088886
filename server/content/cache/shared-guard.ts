import { z } from 'zod'
import { contentTypeNames } from '../../config.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { State, StateChange } from '../../shared-cache/shared-state.ts'
import type { EmptyResultGuard, GuardedResult } from './empty-result-guard.ts'

const prefix = 'guard '

const resultSchema = z.object({
  type: z.enum(contentTypeNames),
  since: z.number(),
  responses: z.number(),
  isAccepted: z.boolean(),
})

/**
 * The state of the empty-result guard, shared by several processes: what one has seen for some minutes counts
 * for all, and what one releases all release.
 */
export function createSharedGuard(guard: Pick<EmptyResultGuard, 'results' | 'put' | 'release'>) {
  /** Those that all processes knew at the last look. */
  let known = new Set<string>()

  return {
    /** Adopts what others know. */
    compare: (state: Readonly<State>): StateChange => {
      const own = guard.results()
      const others = resultsIn(state)
      const set: State = {}
      const remove: string[] = []
      const both = new Set<string>()
      for (const id of new Set([...own.keys(), ...others.keys()])) {
        const mine = own.get(id)
        const theirs = others.get(id)
        if (mine && !theirs && known.has(id)) guard.release(id)
        else if (theirs && !mine && known.has(id)) remove.push(prefix + id)
        else {
          const result = merge(mine, theirs)
          if (!result) continue
          if (!isEqual(result, mine)) guard.put(id, result)
          if (!isEqual(result, theirs)) set[prefix + id] = JSON.stringify(result)
          both.add(id)
        }
      }
      known = both
      return { set, remove }
    },
  }
}

function resultsIn(state: Readonly<State>) {
  const results = new Map<string, GuardedResult>()
  for (const [field, text] of Object.entries(state)) {
    if (!field.startsWith(prefix)) continue
    const result = resultSchema.safeParse(parseJson(text))
    if (result.success) results.set(field.slice(prefix.length), result.data)
  }
  return results
}

function merge(one: GuardedResult | undefined, other: GuardedResult | undefined) {
  if (!one || !other) return one ?? other
  return {
    type: one.type,
    since: Math.min(one.since, other.since),
    responses: Math.max(one.responses, other.responses),
    isAccepted: one.isAccepted || other.isAccepted,
  }
}

function isEqual(one: GuardedResult, other: GuardedResult | undefined) {
  return JSON.stringify(one) === JSON.stringify(other)
}
