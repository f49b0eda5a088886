import { createClientLimit, type Limit } from '../http/load-shedding/client-limits.ts'

/** Enquiries of one client: an office may share one address. */
const ofClient = { burst: 10, perSecond: 1 / 60 } satisfies Limit

/** Those of all limited clients together. */
const ofAll = { burst: 200, perSecond: 1 } satisfies Limit

/** The key of the bucket that all clients share. */
const everybody = ''

/**
 * Limits how many enquiries are accepted.
 * @param now a monotonic clock, ms; for tests
 */
export function createSubmissionLimit(now?: () => number) {
  const client = createClientLimit(ofClient, now)
  const all = createClientLimit(ofAll, now)
  return {
    /** @param of null for a client without limits @returns false when one of the limits is exceeded */
    take: (of: string | null): boolean => of === null || (client.take(of) && all.take(everybody)),
  }
}
