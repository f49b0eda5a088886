import { randomBytes } from 'node:crypto'
import { contentTypeNames, type ContentType } from '../config.ts'
import { createClientLimit } from '../limits/client-limits.ts'
import { repliesOf, type Commands, type SharedCache } from './shared-cache.ts'

/** The key of the hash with the last purge of each type, and of all. */
export const purgesKey = 'state'

/** Longer than the lifetime of any cached content, ms. */
const lifetimeMs = 400 * 24 * 60 * 60 * 1000

const fieldOfAll = 'purge *'
const fields = [fieldOfAll, ...contentTypeNames.map(fieldOf)]

/** Purges of other processes: more are applied together, since each makes visitors wait for the content API. */
const purgeLimit = { burst: 20, perSecond: 1 / 5 }

/** Returns the fields with the purges that concern a type. */
export function purgeFields(type: ContentType): [string, string] {
  return [fieldOfAll, fieldOf(type)]
}

/** Joins the values of those fields into one text, which changes with every purge. */
export function purgesIn(values: unknown): string {
  const parts: unknown[] = Array.isArray(values) ? values : []
  return parts.map((part) => (typeof part === 'string' ? part : '')).join(' ')
}

/**
 * Shares purges of content between processes: each process polls the shared purges at short
 * intervals and compares them with those it knows, so that a process that was disconnected misses
 * none.
 * @param recentMs younger purges concern a process that joins as well: its content may be older
 * @param onPurge called with the types that another process has purged; empty for all
 * @param now clock in ms since the epoch
 */
export function createSharedPurges(
  cache: Pick<SharedCache, 'run' | 'onRound'>,
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
  /** The last purge of each field made or seen by this process; null before the first poll. */
  let seen: Map<string, string> | null = null
  /** Purges made by this process that are not yet in the shared cache. */
  let unsent = new Map<string, string>()
  const limit = createClientLimit(purgeLimit)

  function isNew(field: string, id: string) {
    if (unsent.get(field) === id) return false
    if (seen) return seen.get(field) !== id
    return now() - timeOf(id) < recentMs
  }

  cache.onRound(async (commands) => {
    const shared = await readPurges(commands)
    const changed = [...shared].filter(([field, id]) => isNew(field, id)).map(([field]) => field)
    unsent = new Map([...unsent].filter(([field, id]) => shared.get(field) !== id))
    const known = new Map([...shared, ...unsent])
    if (changed.length > 0 && !limit.spend('')) {
      // A later round finds them changed.
      for (const field of changed.splice(0)) known.set(field, seen?.get(field) ?? '')
    }
    seen = known
    const types = contentTypeNames.filter((type) => changed.includes(fieldOf(type)))
    if (changed.includes(fieldOfAll)) onPurge([])
    if (types.length > 0) onPurge(types)
    if (unsent.size > 0) await writePurges(commands, unsent)
  })

  return {
    /**
     * Announces a purge to the other processes; retried while the shared cache is unavailable.
     * @param types empty for all
     */
    announce: async (types: readonly ContentType[]): Promise<void> => {
      const id = `${now().toString(36)}.${randomBytes(6).toString('base64url')}`
      const purged = types.length === 0 ? [fieldOfAll] : types.map(fieldOf)
      const made = new Map(purged.map((field) => [field, id]))
      unsent = new Map([...unsent, ...made])
      await cache.run((commands) => writePurges(commands, made))
    },
  }
}

/**
 * Reads the known fields only, and deletes a value of another type, which the site did not write.
 */
async function readPurges(commands: Commands): Promise<Map<string, string>> {
  try {
    const ids = await commands.hmget(purgesKey, ...fields)
    return new Map(fields.flatMap((field, at) => (ids[at] ? [[field, ids[at]]] : [])))
  } catch (error) {
    if (!String(error).includes('WRONGTYPE')) throw error
    await commands.del(purgesKey)
    return new Map()
  }
}

async function writePurges(commands: Commands, ids: ReadonlyMap<string, string>) {
  const pipeline = commands.pipeline().hset(purgesKey, new Map(ids)).pexpire(purgesKey, lifetimeMs)
  repliesOf(await pipeline.exec())
}

function fieldOf(type: ContentType) {
  return `purge ${type}`
}

/** When the purge was made, by its process's clock, ms since the epoch; NaN for another text. */
function timeOf(id: string) {
  return Number.parseInt(id.split('.')[0] ?? '', 36)
}

/** Tags every response with content, besides its types. */
export const tagOfAllContent = 'content'
