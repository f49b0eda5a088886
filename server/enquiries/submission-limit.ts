import { createHmac, randomBytes } from 'node:crypto'
import { createClientLimit, createSenderLimit, type Limit } from '../limits/client-limits.ts'
import { mailAddressOf } from '@site/arabic-text/linked-text'

const hourly = (burst: number) => ({ burst, perSecond: burst / 3600 }) satisfies Limit

const limits = {
  enquiries: {
    /** An office may share one address. */
    client: { burst: 10, perSecond: 1 / 60 },
    /** Some providers assign a whole network to one customer. */
    network: { burst: 30, perSecond: 1 / 20 },
    wideNetwork: { burst: 60, perSecond: 1 / 10 },
    all: { burst: 200, perSecond: 1 },
    /** Used beyond that for networks that have sent nothing recently. */
    reserve: { burst: 100, perSecond: 1 / 2 },
  },
  /** Confirmations are limited, since anybody can enter anybody's address. */
  confirmations: {
    mailbox: hourly(2),
    client: hourly(5),
    network: hourly(8),
    wideNetwork: hourly(15),
    all: hourly(60),
    reserve: hourly(30),
  },
} satisfies Record<string, Record<string, Limit>>

/** Limits accepted enquiries, and the confirmations sent because of them. */
export interface SubmissionLimit {
  /**
   * Spends a token for an enquiry.
   * @param client as returned by `clientOf`; null for an exempt client, to which only the total
   * applies
   * @returns false when a limit is exceeded; then nothing is spent
   */
  spend: (client: string | null) => boolean
  /** @returns whether a confirmation may be sent to an address because of a client's enquiry */
  spendConfirmation: (client: string | null, address: string) => boolean
}

/** @param now a monotonic clock, ms; for tests */
export function createSubmissionLimit(now?: () => number): SubmissionLimit {
  const mailboxes = createClientLimit(limits.confirmations.mailbox, now)
  // Buckets are keyed by a digest, so that no addresses are kept.
  const secret = randomBytes(32)
  const enquiries = createSenderLimit(limits.enquiries, now)
  const confirmations = createSenderLimit(limits.confirmations, now)

  return {
    spend: (client) => enquiries.spend(client),
    spendConfirmation: (client, address) => {
      const mailbox = mailboxOf(address)
      if (mailbox === null) return false
      const key = createHmac('sha256', secret).update(mailbox).digest('base64url')
      return confirmations.spend(client, { limit: mailboxes, key, tokens: 1 })
    },
  }
}

/**
 * Normalises an address to its likely mailbox: many servers ignore letter case, dots, and what
 * follows a plus sign.
 */
function mailboxOf(text: string): string | null {
  const address = mailAddressOf(text)?.toLowerCase()
  if (address === undefined) return null
  const at = address.lastIndexOf('@')
  const name = address.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '')
  return `${name}${address.slice(at).replace('@googlemail.com', '@gmail.com')}`
}
