import { repliesOf, type Commands, type SharedCache } from './shared-cache.ts'

/** The hash of what all processes know: the last purge of each type, and the empty-result guard. */
export const stateKey = 'state'

/** Longer than any content may be used, ms. */
const lifetimeMs = 400 * 24 * 60 * 60 * 1000

/** Fields of the state. */
export type State = Record<string, string>

export interface StateChange {
  set: State
  remove: string[]
}

/**
 * A part of what a process knows.
 * @param state what the processes know together, without what this one is about to change
 * @returns what this process knows otherwise
 */
type StatePart = (state: Readonly<State>) => StateChange

/**
 * Keeps the parts of this process equal to the shared state: each process compares them at short intervals,
 * so that one that was away for a while misses nothing.
 */
export function shareState(cache: Pick<SharedCache, 'onRound'>, parts: readonly StatePart[]) {
  cache.onRound(async (commands) => {
    const state = await readState(commands)
    for (const part of parts) await writeState(commands, part(state))
  })
}

/** Something else under the key is not the site's: it is deleted. */
async function readState(commands: Commands): Promise<State> {
  try {
    return await commands.hgetall(stateKey)
  } catch (error) {
    if (!String(error).includes('WRONGTYPE')) throw error
    await commands.del(stateKey)
    return {}
  }
}

/** Writes fields of the state. */
export async function writeState(commands: Commands, { set, remove }: StateChange) {
  const isSetting = Object.keys(set).length > 0
  if (!isSetting && remove.length === 0) return
  const pipeline = commands.pipeline()
  if (isSetting) pipeline.hset(stateKey, set)
  if (remove.length > 0) pipeline.hdel(stateKey, ...remove)
  repliesOf(await pipeline.pexpire(stateKey, lifetimeMs).exec())
}
