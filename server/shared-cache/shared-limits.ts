import { createHmac } from 'node:crypto'
import type { ShareLimit } from '../http/load-shedding/client-limits.ts'
import { repliesOf, type Commands, type SharedCache } from './shared-cache.ts'

/** What the processes count together begins anew after this, ms. */
const windowMs = 60_000

/** Clients of one limit that are counted in a round; those that took most come first. */
const maxClients = 500

/** What a client has taken in the current window. */
interface Count {
  own: number
  /** By other processes, as far as this one has followed. */
  elsewhere: number
}

/**
 * Counts limits of clients together with other processes: what a client takes in one of them is taken in the
 * others about a second later. The counts name clients by a keyed hash, not by their address.
 * @param secret the same for all processes
 * @param now clock in ms since the epoch
 */
export function createSharedLimits(
  cache: Pick<SharedCache, 'onRound'>,
  secret: string,
  now: () => number = Date.now,
) {
  function nameOf(client: string) {
    return createHmac('sha256', secret).update(`client\n${client}`).digest('base64url').slice(0, 16)
  }

  return {
    /** Counts a limit with that of the same name in other processes. @returns the limit */
    share: ((name, limit) => {
      let window = -1
      let counts = new Map<string, Count>()

      cache.onRound(async (commands: Commands) => {
        const current = Math.floor(now() / windowMs)
        if (current !== window) counts = new Map()
        window = current
        const taken = limit.drainTaken().sort(([, one], [, other]) => other - one)
        const clients = taken.slice(0, maxClients)
        if (clients.length === 0) return
        const pipeline = commands.pipeline()
        const key = `limit:${name}:${window}`
        for (const [client, tokens] of clients) pipeline.hincrby(key, nameOf(client), tokens)
        pipeline.pexpire(key, 2 * windowMs)
        const totals = repliesOf(await pipeline.exec())
        for (const [at, [client, tokens]] of clients.entries()) {
          const count = counts.get(client) ?? { own: 0, elsewhere: 0 }
          count.own += tokens
          const elsewhere = Number(totals[at]) - count.own
          limit.takeElsewhere(client, elsewhere - count.elsewhere)
          counts.set(client, { ...count, elsewhere })
        }
      })
      return limit
    }) satisfies ShareLimit,
  }
}
