import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/**
 * No internet visitor has such an address: it belongs to a proxy missing from TRUST_PROXY, a probe
 * or a test. Limiting such a proxy as one client would limit all visitors together.
 */
const internalRanges = new Set([
  'unspecified',
  'loopback',
  'private',
  'linkLocal',
  'uniqueLocal',
  'carrierGradeNat',
])

/** The number of 16-bit groups in an IPv6 /64, which a provider assigns to one customer. */
const prefixGroups = 4

/**
 * The client for the purpose of limits: an IPv4 address, or an IPv6 /64, in which one machine can use any
 * number of addresses.
 * @param address from the socket or a trusted proxy
 * @returns null for an address that is not limited
 */
export function clientOf(address: string): string | null {
  const isInternal = ipaddr.isValid(address) && internalRanges.has(ipaddr.process(address).range())
  return isInternal ? null : networkOf(address)
}

/**
 * Like `clientOf`, but limits every address.
 * @returns null for an invalid address
 */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4' || !(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, prefixGroups)
    .map((group) => group.toString(16))
    .join(':')
}

/**
 * The networks around a client, since one customer may have many: the IPv6 /48 and /56, or the IPv4 /24 and the
 * address, then the client itself; none for an exempt one.
 */
export function networksOf(client: string | null): readonly string[] {
  if (client === null) return []
  if (client.includes('.')) {
    return [`${client.slice(0, client.lastIndexOf('.'))}/24`, `${client}/32`, client]
  }
  const groups = client.split(':')
  const wideNetwork = groups.slice(0, 3).join(':')
  const lastGroup = Number.parseInt(groups[3] ?? '0', 16)
  return [`${wideNetwork}/48`, `${wideNetwork}:${lastGroup >> 8}/56`, client]
}

/** The size and refill rate of a token bucket. */
export interface Limit {
  burst: number
  perSecond: number
}

/**
 * The limits of one client. An office or a village may share one address, and pages rendered for
 * one of them are cached for the others, so the limits are far above what many visitors request and
 * below what one program can.
 */
export const limits = {
  /** Pages and data that have to be rendered: about a twentieth of what two cores can render. */
  pages: { burst: 200, perSecond: 20 },
  /** Share cards, which need a page's content and a drawing: a messenger requests one per shared page. */
  cards: { burst: 30, perSecond: 2 },
  /**
   * Large files streamed while they are generated: a program that compares catalogues needs a few
   * an hour.
   */
  streams: { burst: 10, perSecond: 1 / 60 },
  /** Images that have to be resized: a new list page may show fifty. */
  pictures: { burst: 200, perSecond: 20 },
  /** Documents and their byte ranges: a viewer requests some dozen ranges of one PDF. */
  documents: { burst: 100, perSecond: 5 },
  /** Page views, one per page shown; the tokens that they need have a second limit of this size. */
  pageViews: { burst: 100, perSecond: 5 },
  /**
   * Content calls for posts that do not exist, and requests for addresses that do not exist. Pages,
   * data, cards and posts reserve three tokens each until their outcome is known, so this also
   * limits a client to fourteen concurrent requests: with a slow content API its connections hold
   * no more. Assets that this build lacks reserve one.
   */
  missing: { burst: 42, perSecond: 1.5 },
  /** The limit of missing content for all clients together. */
  missingOfAll: { burst: 300, perSecond: 20 },
  /**
   * Posts to private pages: changes of a quotation list and enquiries, which have their own limit,
   * too.
   */
  privatePosts: { burst: 100, perSecond: 2 },
  /** All other POST requests: language choices, policy reports. */
  posts: { burst: 30, perSecond: 1 },
} as const satisfies Record<string, Limit>

/** Max. clients tracked per limit; the least recently seen are evicted. */
const maxClients = 10_000

/** A token bucket for each client. */
export interface ClientLimit {
  /** How long a client that is over its limit waits for the next token. */
  secondsPerToken: number
  /** @returns false, spending nothing, when the client has fewer tokens left */
  spend: (client: string, tokens?: number) => boolean
  /** Returns unused tokens. */
  refund: (client: string, tokens?: number) => void
  /** Tokens left, as a share of the burst, from 0 to 1. */
  shareLeft: (client: string) => number
  /** The number of clients tracked. */
  size: () => number
}

type Buckets = LRUCache<string, { tokens: number; at: number }>

function createBuckets(max: number): Buckets {
  return new LRUCache({ max })
}

/**
 * @param now a monotonic clock, ms; for tests
 * @param buckets may be shared with limits of other keys
 */
export function createClientLimit(
  { burst, perSecond }: Limit,
  now: () => number = () => performance.now(),
  buckets = createBuckets(maxClients),
): ClientLimit {
  function refill(client: string) {
    const time = now()
    const bucket = buckets.get(client) ?? { tokens: burst, at: time }
    bucket.tokens = Math.min(burst, bucket.tokens + ((time - bucket.at) / 1000) * perSecond)
    bucket.at = time
    buckets.set(client, bucket)
    return bucket
  }

  return {
    secondsPerToken: 1 / perSecond,
    spend: (client, tokens = 1) => {
      const bucket = refill(client)
      if (bucket.tokens < tokens) return false
      bucket.tokens -= tokens
      return true
    },
    refund: (client, tokens = 1) => {
      refill(client).tokens += tokens
    },
    shareLeft: (client) => refill(client).tokens / burst,
    size: () => buckets.size,
  }
}

/** Tokens of one bucket. */
interface Need {
  limit: ClientLimit
  key: string
  tokens: number
}

/** The limits of one client, of the networks around it, and of all clients together. */
export interface SenderLimits {
  client: Limit
  /** Some providers assign a whole network to one customer. */
  network: Limit
  wideNetwork: Limit
  all: Limit
  /** Used beyond that for networks that have sent nothing recently. */
  reserve: Limit
}

/** Limits what costs all clients something. */
interface SenderLimit {
  /**
   * Spends a token of the client, its networks, and all clients.
   * @param client as returned by `clientOf`; null for an exempt client, to which only the total applies
   * @returns false when a limit is exceeded; then nothing is spent
   */
  spend(client: string | null, ...others: Need[]): boolean
  /** Spends tokens of the client and its networks alone; none for an exempt client. */
  spendOwn(client: string | null, tokens: number): boolean
}

/**
 * Creates a limit by which no network takes anything from the others.
 * @param now a monotonic clock, ms; for tests
 */
export function createSenderLimit(rates: SenderLimits, now?: () => number): SenderLimit {
  // Clients and networks have different keys (networksOf), and each client has three.
  const buckets = createBuckets(3 * maxClients)
  const clients = createClientLimit(rates.client, now, buckets)
  const networks = createClientLimit(rates.network, now, buckets)
  const wideNetworks = createClientLimit(rates.wideNetwork, now, buckets)
  const all = { limit: createClientLimit(rates.all, now, buckets), key: 'all', tokens: 1 }
  const reserves = createClientLimit(rates.reserve, now, buckets)
  const reserve = { limit: reserves, key: 'reserve', tokens: 1 }

  const ownOf = (client: string, tokens: number): Need[] => {
    const [wideNetwork = '', network = ''] = networksOf(client)
    return [
      { limit: clients, key: client, tokens },
      { limit: networks, key: network, tokens },
      { limit: wideNetworks, key: wideNetwork, tokens },
    ]
  }

  return {
    spend(client, ...others) {
      if (client === null) return spendEach([...others, all])
      const own = [...others, ...ownOf(client, 1)]
      const isNew = wideNetworks.shareLeft(networksOf(client)[0] ?? '') === 1
      return spendEach([...own, all]) || (isNew && spendEach([...own, reserve]))
    },
    spendOwn: (client, tokens) => client === null || spendEach(ownOf(client, tokens)),
  }
}

/** Spends the tokens of each bucket, or none at all. */
function spendEach(needs: Need[]): boolean {
  const missing = needs.findIndex(({ limit, key, tokens }) => !limit.spend(key, tokens))
  if (missing === -1) return true
  for (const { limit, key, tokens } of needs.slice(0, missing)) limit.refund(key, tokens)
  return false
}

/** A part of a common budget, with the networks of its client. */
export interface Part {
  networks: readonly string[]
  size: number
}

/** Counts what clients, and the networks around them, hold of a common budget. */
export function createShares() {
  const held = new Map<string, number>()
  const heldBy = (key = '') => held.get(key) ?? 0

  /** How much more a part's client holds than another one would, in the widest network that they do not share. */
  function excess({ networks }: Part, other: Part) {
    const level = networks.findIndex((key, at) => key !== other.networks[at])
    return level < 0 ? 0 : heldBy(networks[level]) - heldBy(other.networks[level]) - other.size
  }

  return {
    heldBy,
    excess,
    /** @param size negative for what is given back */
    add({ networks }: Part, size: number) {
      for (const key of networks) {
        held.set(key, heldBy(key) + size)
        if (heldBy(key) <= 0) held.delete(key)
      }
    },
    /** The latest part of the client that holds most, if another one would hold less with its new part. */
    findLargest<Some extends Part>(parts: Iterable<Some>, other: Part) {
      let largest: Some | undefined
      let most = 0
      for (const part of parts) {
        const total = part.networks.reduce((sum, key) => sum + heldBy(key), 0)
        if (total >= most && excess(part, other) > 0) [largest, most] = [part, total]
      }
      return largest
    },
  }
}
