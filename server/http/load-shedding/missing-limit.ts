import type { LookUps } from '../../content/content-calls.ts'
import { createClientLimit, limits } from './client-limits.ts'

/** The key of the limit for all clients together. */
const all = 'all'

/** While all clients together are over their limit, those with less than this share left are shed. */
const exemptShare = 0.25

/** Tokens that a request holds until its response is known: the calls that most pages make for one missing post. */
export const reservedTokens = 3

/**
 * A request looks further posts up only while its client has more than this share left: a list with many that
 * do not exist leaves something for the client's next pages.
 */
const lookUpShare = 0.6

interface MissingRequest {
  lookUps: LookUps
  /** @param outcome of the response; `aborted`: the client has left, but others may wait for what is made */
  end(outcome: 'found' | 'missing' | 'aborted'): void
}

/**
 * Limits content calls for posts that do not exist, and requests for addresses that do not exist. Either is
 * only known afterwards, so each request and each call takes tokens, which are refunded if something was found.
 * @param now a monotonic clock, ms; for tests
 */
export function createMissingLimit(now?: () => number) {
  const ofEach = createClientLimit(limits.missing, now)
  const ofAll = createClientLimit(limits.missingOfAll, now)

  return {
    /** @returns null when the client is over the limit */
    begin(client: string): MissingRequest | null {
      const isExempt = ofEach.shareLeft(client) >= exemptShare
      const isFlood = ofAll.shareLeft(all) * limits.missingOfAll.burst < 1
      if ((isFlood && !isExempt) || !ofEach.take(client, reservedTokens)) return null
      let reserved = reservedTokens
      let missed = 0
      let isRefused = false
      let hasEnded = false

      return {
        lookUps: {
          begin() {
            if (reserved > 0) reserved -= 1
            else if (ofEach.shareLeft(client) <= lookUpShare || !ofEach.take(client)) {
              isRefused = true
              return null
            }
            return (wasFound) => {
              if (!wasFound) missed += 1
              if (!wasFound) ofAll.take(all)
              else if (hasEnded) ofEach.refund(client)
              else reserved += 1
            }
          },
        },
        end(outcome) {
          hasEnded = true
          // A post need not be where it is looked up first.
          const forgiven = outcome === 'found' && !isRefused ? Math.min(missed, reservedTokens) : 0
          // An address that was aborted, or needed no call, may have been made up as well.
          const kept = outcome === 'found' || missed > 0 ? 0 : Math.min(reserved, 1)
          if (outcome === 'missing' && kept > 0) ofAll.take(all)
          ofEach.refund(client, reserved - kept + forgiven)
          reserved = outcome === 'aborted' ? kept : 0
        },
      }
    },
  }
}
