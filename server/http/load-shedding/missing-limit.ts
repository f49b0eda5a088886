import { createClientLimit, limits, ownLimit, type ShareLimit } from './client-limits.ts'

/** The key of the limit for all clients together. */
const all = 'all'

/** While all clients together are over their limit, those with less than this share left are shed. */
const exemptShare = 0.5

/**
 * Limits requests for addresses that do not exist. This is only known from the response, so each request
 * takes a token, which is refunded if something was found.
 * @param share counts a limit together with other processes
 * @param now a monotonic clock, ms; for tests
 */
export function createMissingLimit(share: ShareLimit = ownLimit, now?: () => number) {
  const ofEach = share('missing', createClientLimit(limits.missing, now))
  const ofAll = share('missing-of-all', createClientLimit(limits.missingOfAll, now))

  return {
    /**
     * @returns a function to call with the result, once the response has ended or the client has left;
     *   null when the client is over the limit
     */
    begin: (client: string): ((wasFound: boolean) => void) | null => {
      const isExempt = ofEach.shareLeft(client) >= exemptShare
      const isFlood = ofAll.shareLeft(all) * limits.missingOfAll.burst < 1
      if ((isFlood && !isExempt) || !ofEach.take(client)) return null
      return (wasFound) => {
        if (wasFound) ofEach.refund(client)
        else ofAll.take(all)
      }
    },
  }
}
