import { createClientLimit, limits } from './client-limits.ts'

/** All clients together are one for the limit that they share. */
const all = 'all'

/** While all together have asked for too much, those have to wait who have less left than this. */
const innocentShare = 0.5

/**
 * How much may be asked for that does not exist. Whether it does is known afterwards: so a client
 * lends something for each question, and gets it back with an answer that there is something.
 * @param now a clock in ms that never goes back
 */
export function createMissingLimit(now?: () => number) {
  const ofEach = createClientLimit(limits.missing, now)
  const ofAll = createClientLimit(limits.missingOfAll, now)

  return {
    /**
     * @returns what to call with whether there was something, once that is known or nobody waits for
     *   it any more; null when the client has to wait
     */
    begin: (client: string): ((wasThere: boolean) => void) | null => {
      const isInnocent = ofEach.shareLeft(client) >= innocentShare
      const isFlood = ofAll.shareLeft(all) * limits.missingOfAll.burst < 1
      if ((isFlood && !isInnocent) || !ofEach.take(client)) return null
      return (wasThere) => {
        if (wasThere) ofEach.giveBack(client)
        else ofAll.take(all)
      }
    },
  }
}
