import { randomBytes } from 'node:crypto'
import { contentTypeNames, type ContentType } from '../config.ts'
import { repliesOf, type Commands, type SharedCache } from './shared-cache.ts'

/** The hash of the last purge of each type, and of all. */
export const purgesKey = 'state'

/** Longer than any content may be used, ms. */
const lifetimeMs = 400 * 24 * 60 * 60 * 1000

const fieldOfAll = 'purge *'
const fields = [fieldOfAll, ...contentTypeNames.map(fieldOf)]

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
 * The purges of content that the processes tell each other of: each process compares those that it knows with
 * the shared ones at short intervals, so that one that was away for a while misses nothing.
 * @param recentMs purges that are younger when the process joins concern it as well: its content may be older
 * @param onPurge called with the types of purges that other processes have made; empty for all
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
  /** The last purge of each field that this process has made or followed; null before the first look. */
  let seen: Map<string, string> | null = null
  /** Purges of this process that it has not seen in the shared cache yet. */
  let unsent = new Map<string, string>()

  function isNew(field: string, id: string) {
    if (unsent.get(field) === id) return false
    if (seen) return seen.get(field) !== id
    return now() - timeOf(id) < recentMs
  }

  cache.onRound(async (commands) => {
    const shared = await readPurges(commands)
    const changed = [...shared].filter(([field, id]) => isNew(field, id)).map(([field]) => field)
    unsent = new Map([...unsent].filter(([field, id]) => shared.get(field) !== id))
    seen = new Map([...shared, ...unsent])
    const types = contentTypeNames.filter((type) => changed.includes(fieldOf(type)))
    if (changed.includes(fieldOfAll)) onPurge([])
    if (types.length > 0) onPurge(types)
    if (unsent.size > 0) await writePurges(commands, unsent)
  })

  return {
    /**
     * Tells the other processes of a purge; later if the shared cache is away.
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

/** Reads the known fields only: there may be any others. Another type of value is not the site's: it is deleted. */
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

/** By the clock of the process that made the purge, ms since the epoch; NaN for another text. */
function timeOf(id: string) {
  return Number.parseInt(id.split('.')[0] ?? '', 36)
}

/** What every response with content is tagged with, besides its types. */
export const tagOfAllContent = 'content'
