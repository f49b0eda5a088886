import { createHmac } from 'node:crypto'
import { log } from '../observe/log.ts'
import type { Commands, SharedCache } from './shared-cache.ts'

/** With a larger difference, other processes reject forms as sent too quickly, ms. */
const maxClockDifferenceMs = 5_000

const intervalMs = 60_000

/** The key under which the first process leaves what shows its SECRET to be the same. */
const secretKey = 'secret'

/** Longer than the interval, and short enough for a SECRET that was changed everywhere, ms. */
const lifetimeMs = 3 * intervalMs

/** What this process and the others differ in. */
export interface Difference {
  setting: 'SECRET' | 'clock'
  text: string
}

/**
 * Compares this process with those that share the cache.
 * @param isWritten whether to leave the mark of this process's SECRET where there is none
 */
export async function findDifferences(
  client: Commands,
  secret: string,
  isWritten: boolean,
): Promise<Difference[]> {
  const mark = createHmac('sha256', secret).update('one SECRET for all processes').digest('hex')
  if (isWritten) await client.set(secretKey, mark, 'PX', lifetimeMs, 'NX')
  const found = await client.get(secretKey)
  if (isWritten && found === mark) await client.pexpire(secretKey, lifetimeMs)
  // Access rules may forbid this command.
  const [seconds] = await client.time().catch(() => [])
  const aheadMs = seconds === undefined ? 0 : Date.now() - Number(seconds) * 1_000
  const differences: Difference[] = []
  if (found !== null && found !== mark) {
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
