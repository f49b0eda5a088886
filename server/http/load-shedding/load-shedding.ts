import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LookUps } from '../../content/content-calls.ts'
import type { ContentLanguage } from '../../content/content-types.ts'
import {
  createClientLimit,
  limits,
  type ClientLimit,
  type Limit,
} from '../../limits/client-limits.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import { FairSendBudget, sendLimits } from '../../limits/send-budget.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import type { PageAddress } from '../page-cache/page-address.ts'
import type { SiteRequest } from '../request.ts'
import type { PageCache } from '../page-cache/page-cache.ts'
import type { PageServer } from '../page-cache/serve-pages.ts'
import { createLoad, type Kind } from '../../limits/render-queue.ts'
import {
  RequestShed,
  type Reason,
  sendShedDataResponse,
  sendShedResponse,
} from './shed-response.ts'

/** Interval of the monitor's timer, ms, which is also the delay measured in an idle process. */
const resolutionMs = 10
/** A sample is the 90th percentile of this interval, ms; the result is the median of the last samples. */
const sampleIntervalMs = 250
const maxSamples = 4

/**
 * Monitors the event loop delay, smoothed over a second, so that one long task, such as a garbage
 * collection, does not count as overload.
 * @returns the current delay, ms
 */
export function watchLoopDelay(): () => number {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
  const delay = createMedian()
  monitor.enable()
  setInterval(() => {
    // A missing measurement means that the event loop was blocked for the whole interval.
    const measured = monitor.count > 0 ? monitor.percentile(90) / 1e6 : sampleIntervalMs
    monitor.reset()
    delay.add(Math.max(0, measured - resolutionMs))
  }, sampleIntervalMs).unref()
  return delay.now
}

/** Computes the median of the last samples; with an even number, the higher of the middle two. */
export function createMedian() {
  const samples: number[] = []
  let median = 0
  return {
    add: (sample: number) => {
      samples.push(sample)
      if (samples.length > maxSamples) samples.shift()
      median = [...samples].sort((a, b) => a - b)[samples.length >> 1] ?? 0
    },
    now: () => median,
  }
}

/** The key of the limit for all clients together. */
const all = 'all'

/** While all clients together are over their limit, those with less than this share left are shed. */
const exemptShare = 0.25

/** Tokens reserved until the response is known: the calls that most pages make for one missing post. */
const reservedTokens = 3

/**
 * Further look-ups are allowed only while the client has more than this share left: a list with many missing posts
 * leaves tokens for the client's next pages.
 */
const lookUpShare = 0.6

/**
 * A search or a filtered list costs several pages, and anybody can make up any number: it takes more tokens of the
 * client's limit, and reserves more, so that a client has four at once.
 */
const ofSelection = { tokens: 4, reservedTokens: 9 }
const ofPage = { tokens: 1, reservedTokens }
/** An archive requests many documents, and a part of it all that are before. */
const ofArchive = { tokens: 10, reservedTokens }

interface MissingRequest {
  lookUps: LookUps
  /** @param outcome of the response; `aborted`: the client has left, but others may wait for the result */
  end(outcome: 'found' | 'missing' | 'aborted'): void
}

/**
 * Limits content calls for posts that do not exist, and requests for addresses that do not exist. Either is only known
 * afterwards, so each request and each call takes tokens, which are refunded if something was found.
 * @param now a monotonic clock, ms; for tests
 */
export function createMissingLimit(now?: () => number) {
  const ofEach = createClientLimit(limits.missing, now)
  const ofAll = createClientLimit(limits.missingOfAll, now)

  return {
    /** @returns null when the client is over the limit */
    begin(client: string, toReserve = reservedTokens): MissingRequest | null {
      const isExempt = ofEach.shareLeft(client) >= exemptShare
      const isFlood = ofAll.shareLeft(all) * limits.missingOfAll.burst < 1
      if ((isFlood && !isExempt) || !ofEach.spend(client, toReserve)) return null
      let reserved = toReserve
      let missed = 0
      let isRefused = false
      let hasEnded = false

      return {
        lookUps: {
          begin() {
            if (reserved > 0) reserved -= 1
            else if (ofEach.shareLeft(client) <= lookUpShare || !ofEach.spend(client)) {
              isRefused = true
              return null
            }
            return (wasFound) => {
              if (!wasFound) missed += 1
              if (!wasFound) ofAll.spend(all)
              else if (hasEnded) ofEach.refund(client)
              else reserved += 1
            }
          },
        },
        end(outcome) {
          hasEnded = true
          // The first look-up of an existing post may miss.
          const forgiven = outcome === 'found' && !isRefused ? Math.min(missed, reservedTokens) : 0
          // An address that was aborted, or needed no call, may also have been made up.
          const kept = outcome === 'found' || missed > 0 ? 0 : Math.min(reserved, 1)
          if (outcome === 'missing' && kept > 0) ofAll.spend(all)
          ofEach.refund(client, reserved - kept + forgiven)
          reserved = outcome === 'aborted' ? kept : 0
        },
      }
    },
  }
}

interface LoadSheddingOptions {
  pages: Pick<PageCache, 'isPending' | 'pendingRenders'>
  /** Sends a stale cached page, if there is one. */
  pageServer: Pick<PageServer, 'sendUsable'>
  /** Returns the page for a visitor whose request for a page is shed; null while there is none. */
  fallbackPage: (language: ContentLanguage) => CachedResponse | null
  /** Returns the smoothed event loop delay, ms. */
  delayMs: () => number
  /** A monotonic clock, ms; for tests. */
  now?: () => number
}

/**
 * Admits or sheds requests that cost CPU time or content API calls. They are shed under overload, and when their client
 * is over a limit. Cached pages are never shed.
 */
export class LoadShedding {
  readonly #options: LoadSheddingOptions
  readonly #load
  readonly #limits
  readonly #missingLimit
  readonly #streamBudget = new FairSendBudget(sendLimits.streams)
  /** Documents that are being sent, and archives of them. */
  readonly documentBudget = new FairSendBudget(sendLimits.documents)
  #hasWarned = false

  constructor(options: LoadSheddingOptions) {
    const { delayMs, pages, now } = options
    const limitOf = (limit: Limit) => createClientLimit(limit, now)
    this.#options = options
    this.#load = createLoad({ delayMs, pendingRenders: () => pages.pendingRenders() })
    this.#missingLimit = createMissingLimit(now)
    this.#limits = {
      pages: limitOf(limits.pages),
      pictures: limitOf(limits.pictures),
      documents: limitOf(limits.documents),
      cards: limitOf(limits.cards),
      streams: limitOf(limits.streams),
      pageViews: limitOf(limits.pageViews),
      tokens: limitOf(limits.pageViews),
      privatePosts: limitOf(limits.privatePosts),
      posts: limitOf(limits.posts),
    }
  }

  /**
   * Admits a request for a page that is not cached, or sends a stale one.
   * @returns false when the request was shed, and a response has been sent
   */
  admitPage(request: SiteRequest, address: PageAddress) {
    const { pages, pageServer, fallbackPage } = this.#options
    // Sharing a pending render costs nothing.
    if (pages.isPending(address)) return true
    const kind = visitKindOf(request)
    const cost = address.isSelection ? ofSelection : ofPage
    const shed = this.#admit(kind, this.#limits.pages, request, cost)
    if (!shed) return true
    if (pageServer.sendUsable(request, address)) return false
    if (kind === 'page') sendShedResponse(request, shed, fallbackPage(address.language))
    else sendShedDataResponse(request, shed)
    return false
  }

  /**
   * Admits a request for anything but pages, images and static files.
   * @returns false when the request was shed, and a response has been sent
   */
  admitOther(request: SiteRequest) {
    const { kind } = request.route
    const { cards, streams, documents, tokens, pages } = this.#limits
    if (kind === 'share-card') return this.#pass(request, this.#admit('card', cards, request))
    if (kind === 'stream') return this.#pass(request, this.#admit('stream', streams, request))
    if (kind === 'archive') {
      const shed = this.#admit('stream', documents, request, ofArchive, this.documentBudget)
      return this.#pass(request, shed)
    }
    if (kind === 'page-view') return this.#pass(request, this.#admit('data', tokens, request))
    return this.#pass(request, this.#admit('page', pages, request))
  }

  /**
   * Admits an image that must be fetched or resized.
   * @throws RequestShed
   */
  admitPicture(request: SiteRequest) {
    const shed = this.#admit('picture', this.#limits.pictures, request)
    if (shed) throw shed
  }

  /**
   * Admits a document that must be requested from the image base. Concurrent downloads are limited separately
   * (server/limits/send-budget.ts): they last long, and must not delay pictures or pages.
   * @throws RequestShed
   */
  admitDocument(request: SiteRequest) {
    const shed = this.#spend('document', this.#limits.documents, request)
    if (shed) throw shed
  }

  /**
   * Admits a request for an asset of another build, which may be made up. A page may need many: each reserves one token.
   * @returns false when the request was shed, and a response has been sent
   */
  admitAsset(request: SiteRequest) {
    const client = this.#limitedClient(request)
    const mayLookUp = client === null || this.#beginLookUps(client, request, 1)
    return this.#pass(request, mayLookUp ? null : countShed('asset', 'client'))
  }

  /**
   * Admits a POST request, before its body is read. One to a page counts for the limits of pages; it gets its render
   * slot only with its body (`admitBody`), which may arrive slowly.
   * @returns false when the request was shed, and a response has been sent
   */
  admitPost(request: SiteRequest) {
    const { kind } = request.route
    const { privatePosts, pageViews, posts } = this.#limits
    const shed =
      kind === 'private-page'
        ? this.#admitClient('page', privatePosts, request)
        : this.#spend('post', kind === 'page-view' ? pageViews : posts, request)
    return this.#pass(request, shed)
  }

  /**
   * Admits a POST request to a page, when its body has been read.
   * @returns false when the request was shed, and a response has been sent
   */
  admitBody(request: SiteRequest) {
    const overload = this.#load.overloadFor('page')
    if (!overload) request.onEnd(this.#load.begin('page'))
    return this.#pass(request, overload && countShed('page', overload))
  }

  /**
   * Admits a request until its response has ended or its client has left.
   * @returns why it is shed, or null
   */
  #admit(
    kind: Kind,
    limit: ClientLimit,
    request: SiteRequest,
    cost = ofPage,
    budget = kind === 'stream' ? this.#streamBudget : null,
  ) {
    const shed = this.#admitClient(kind, limit, request, cost)
    if (shed) return shed
    const { client, response } = request
    const refusal = budget?.admit(client, response)
    if (refusal === 'busy' && client !== null) limit.refund(client, cost.tokens)
    if (refusal) return countShed(kind, refusal, limit)
    request.onEnd(this.#load.begin(kind))
    return null
  }

  /**
   * Counts a request for its client, until its response has ended or the client has left.
   * @returns why it is shed, or null
   */
  #admitClient(kind: Kind, limit: ClientLimit, request: SiteRequest, cost = ofPage) {
    const shed = this.#spend(kind, limit, request, cost.tokens)
    if (shed) return shed
    const { client } = request
    const overload = this.#load.overloadFor(kind)
    if (overload) {
      // A client that retries after Retry-After must not use up its limit.
      if (client !== null) limit.refund(client, cost.tokens)
      return countShed(kind, overload, limit)
    }
    // Missing images have a placeholder, and a page may show many of them, so images are exempt.
    const mayLookUp =
      client === null ||
      kind === 'picture' ||
      this.#beginLookUps(client, request, cost.reservedTokens)
    return mayLookUp ? null : countShed(kind, 'client', limit)
  }

  /** @returns why a request is shed when its client has no tokens left, or null */
  #spend(kind: ShedKind, limit: ClientLimit, request: SiteRequest, tokens = 1) {
    const client = this.#limitedClient(request)
    const isOver = client !== null && !limit.spend(client, tokens)
    return isOver ? countShed(kind, 'client', limit) : null
  }

  /** @returns null for a client without limits */
  #limitedClient(request: SiteRequest) {
    const { client, headers } = request
    if (!this.#hasWarned && headers['x-forwarded-for'] && !request.isFromProxy) {
      this.#hasWarned = true
      // The header may be forged, so it is ignored: the proxy's visitors share one client, or have no limits.
      const clientLimits = client === null ? 'none' : 'per proxy'
      log.warn({ clientLimits }, 'untrusted proxy: set TRUST_PROXY')
    }
    return client
  }

  /** @returns false when the client is over the limit of missing posts and addresses */
  #beginLookUps(client: string, request: SiteRequest, toReserve: number) {
    const begun = this.#missingLimit.begin(client, toReserve)
    if (!begun) return false
    request.lookUps = begun.lookUps
    request.onEnd(() => begun.end(outcomeOf(request)))
    return true
  }

  /**
   * Sends the response to a request that is shed. A private page is shed with the fallback page like others; for a data
   * request, the script shows it.
   * @returns whether the request is admitted
   */
  #pass(request: SiteRequest, shed: RequestShed | null) {
    if (!shed) return true
    const isPage = ['private-page', 'archive'].includes(request.route.kind)
    if (isPage && request.isData) sendShedDataResponse(request, shed)
    else
      sendShedResponse(request, shed, isPage ? this.#options.fallbackPage(request.language) : null)
    return false
  }
}

type ShedKind = Kind | 'document' | 'asset' | 'post'

function countShed(kind: ShedKind, reason: Reason, limit?: ClientLimit) {
  metrics.shed.inc({ kind, reason })
  return new RequestShed(reason, limit?.secondsPerToken)
}

function outcomeOf({ response, dependencies }: SiteRequest) {
  if (!response.writableFinished) return 'aborted'
  return response.statusCode === 404 || dependencies?.hasMissingPosts ? 'missing' : 'found'
}

/** Browsers mark prefetches with Sec-Purpose or Purpose. */
function visitKindOf({ headers, isData }: SiteRequest): Kind {
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])}`
  if (purpose.includes('prefetch')) return 'prefetch'
  return isData ? 'data' : 'page'
}
