import { createHmac } from 'node:crypto'
import { log } from '@site/runtime/log'
import type { Commands, SharedCache } from './shared-cache.ts'

/** With a larger difference, other processes reject forms as sent too quickly, ms. */
const maxClockDifferenceMs = 5_000

const intervalMs = 60_000

/** A hash: what shows a SECRET to be the same, and when a process last had it, s. */
const marksKey = 'secrets'

/** More marks than processes leave: all of them would exceed a reply. */
const maxMarks = 200

/** Longer than the interval, and short enough for a SECRET that was changed everywhere, s. */
const lifetimeS = 180

/** Settings in which this process and the others differ. */
interface Difference {
  setting: 'SECRET' | 'clock'
  text: string
}

/**
 * Compares this process with those that share the cache.
 * @param isWritten whether to leave the mark of this process's SECRET for the others
 */
export async function findDifferences(
  client: Commands,
  secret: string,
  isWritten: boolean,
): Promise<Difference[]> {
  const mark = createHmac('sha256', secret).update('one SECRET for all processes').digest('hex')
  // Access rules may forbid this command.
  const [time] = await client.time().catch(() => [])
  const seconds = time === undefined ? Date.now() / 1_000 : Number(time)
  if (isWritten) {
    if ((await client.hlen(marksKey)) > maxMarks) await client.del(marksKey)
    await client.hset(marksKey, mark, Math.round(seconds))
    await client.expire(marksKey, lifetimeS)
  }
  const isOther = ([found, at]: [string, string]) =>
    found !== mark && seconds - Number(at) < lifetimeS
  const aheadMs = Date.now() - seconds * 1_000
  const differences: Difference[] = []
  if (Object.entries(await client.hgetall(marksKey)).some(isOther)) {
    const text = 'another process has another SECRET: it rejects the forms of this one'
    differences.push({ setting: 'SECRET', text })
  }
  if (Math.abs(aheadMs) > maxClockDifferenceMs) {
    const difference = `${Math.abs(Math.round(aheadMs / 1_000))} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
    const text = `the clock is ${difference} that of the shared cache: other processes may reject forms`
    differences.push({ setting: 'clock', text })
  }
  return differences
}

/** Logs once a minute what this process and the others differ in. */
export function watchDifferences(cache: Pick<SharedCache, 'onRound'>, secret: string) {
  let comparedAt = -Infinity
  cache.onRound(async (client) => {
    if (performance.now() - comparedAt < intervalMs) return
    comparedAt = performance.now()
    for (const { text } of await findDifferences(client, secret, true)) log.error(text)
  })
}
