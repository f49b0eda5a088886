import { randomBytes } from 'node:crypto'
import { contentTypeNames, type ContentType } from '../config.ts'
import { writeState, type State, type StateChange } from './shared-state.ts'
import type { SharedCache } from './shared-cache.ts'

const prefix = 'purge '
const fieldOfAll = `${prefix}*`

/** The fields that tell which purges concern a type. */
export function purgeFields(type: ContentType): [string, string] {
  return [fieldOfAll, fieldOf(type)]
}

/** What those fields say, as one text: it differs after a purge. */
export function purgesIn(values: unknown): string {
  const parts: unknown[] = Array.isArray(values) ? values : []
  return parts.map((part) => (typeof part === 'string' ? part : '')).join(' ')
}

/**
 * The purges of content that the processes tell each other of.
 * @param recentMs purges that are younger when the process joins concern it as well: its content may be older
 * @param onPurge called with the types of purges that other processes have made; empty for all
 * @param now clock in ms since the epoch
 */
export function createSharedPurges(
  cache: Pick<SharedCache, 'run'>,
  {
    recentMs,
    onPurge,
    now = Date.now,
  }: {
    recentMs: number
    onPurge: (types: ContentType[]) => void
    now?: () => number
  },
) {
  /** The last purge of each field that this process has made or followed; null before the first look. */
  let seen: Map<string, string> | null = null
  /** Purges of this process that it has not seen in the shared state yet. */
  let unsent: State = {}

  function isNew(field: string, id: string) {
    if (unsent[field] === id) return false
    if (seen) return seen.get(field) !== id
    return now() - timeOf(id) < recentMs
  }

  return {
    /**
     * Tells the other processes of a purge; later if the shared cache is away.
     * @param types empty for all
     */
    announce: async (types: readonly ContentType[]): Promise<void> => {
      const id = `${now().toString(36)}.${randomBytes(6).toString('base64url')}`
      const fields = types.length === 0 ? [fieldOfAll] : types.map(fieldOf)
      const set = Object.fromEntries(fields.map((field) => [field, id]))
      Object.assign(unsent, set)
      await cache.run((commands) => writeState(commands, { set, remove: [] }))
    },
    /** Follows the purges of others. */
    compare: (state: Readonly<State>): StateChange => {
      const purged = Object.entries(state).filter(([field]) => field.startsWith(prefix))
      const changed = purged.filter(([field, id]) => isNew(field, id)).map(([field]) => field)
      const missing = Object.entries(unsent).filter(([field, id]) => state[field] !== id)
      unsent = Object.fromEntries(missing)
      seen = new Map([...purged, ...missing])
      const types = contentTypeNames.filter((type) => changed.includes(fieldOf(type)))
      if (changed.includes(fieldOfAll)) onPurge([])
      if (types.length > 0) onPurge(types)
      return { set: unsent, remove: [] }
    },
  }
}

function fieldOf(type: ContentType) {
  return `${prefix}${type}`
}

/** By the clock of the process that made the purge, ms since the epoch; NaN for another text. */
function timeOf(id: string) {
  return Number.parseInt(id.split('.')[0] ?? '', 36)
}
