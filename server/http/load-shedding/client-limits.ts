import { LRUCache } from 'lru-cache'

/** What one client may have: so many at once, and from then on so many a second. */
export interface Limit {
  burst: number
  perSecond: number
}

/**
 * What is limited, and how far. Behind one address there may be an office or a village, and every
 * page that one of them has had made is kept for the others: so the limits are far above what many
 * visitors do, and below what one program can ask for.
 */
export const limits = {
  /** Pages and data that have to be made: a good twentieth of what two processors make. */
  pages: { burst: 200, perSecond: 20 },
  /** Cards, each a page's content and a drawing: whoever shows them asks for one for each page shared. */
  cards: { burst: 30, perSecond: 2 },
  /** Pictures that have to be resized: one list page on its first day may show fifty. */
  pictures: { burst: 200, perSecond: 20 },
  /** Page views, one for each page that is shown; and as often again the token that they need. */
  pageViews: { burst: 100, perSecond: 5 },
  /**
   * What turns out not to exist. Pages, data and cards hold one of these until there is an answer, so
   * this is also how many of them one client may wait for at once: with a slow content API sixteen
   * made-up addresses are no more than its connections take.
   */
  missing: { burst: 16, perSecond: 1 },
  /** The same of all clients together. */
  missingOfAll: { burst: 300, perSecond: 20 },
  /** Every other post: choices of a language, reports of browsers. */
  posts: { burst: 30, perSecond: 1 },
} as const satisfies Record<string, Limit>

/** Clients that are remembered for each limit; whoever was not seen for longest is forgotten. */
const mostClients = 10_000

export type ClientLimit = ReturnType<typeof createClientLimit>

/**
 * A bucket of tokens for each client, filled all the time.
 * @param now a clock in ms that never goes back; tests hand in their own
 */
export function createClientLimit(
  { burst, perSecond }: Limit,
  now: () => number = () => performance.now(),
) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: mostClients })

  function fill(client: string) {
    const time = now()
    const bucket = buckets.get(client) ?? { tokens: burst, at: time }
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    buckets.set(client, bucket)
    return bucket
  }

  return {
    /** @returns false when the client has had enough for now */
    take: (client: string): boolean => {
      const bucket = fill(client)
      if (bucket.tokens < 1) return false
      bucket.tokens -= 1
      return true
    },
    /** Takes back what the client turned out not to have used. */
    giveBack: (client: string) => {
      fill(client).tokens += 1
    },
    /** What is left of all that the client may have at once, from 0 to 1. */
    shareLeft: (client: string): number => fill(client).tokens / burst,
    /** Clients that are remembered. */
    size: () => buckets.size,
  }
}
