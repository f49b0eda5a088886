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
import { createSendBudget, sendLimits } from '../../limits/send-budget.ts'
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
 */
export function watchLoopDelay() {
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
  const delay = createMedian()
  monitor.enable()
  const timer = setInterval(() => {
    // A missing measurement means that the event loop was blocked for the whole interval.
    const measured = monitor.count > 0 ? monitor.percentile(90) / 1e6 : sampleIntervalMs
    monitor.reset()
    delay.add(Math.max(0, measured - resolutionMs))
  }, sampleIntervalMs).unref()

  return {
    /** The current delay, ms. */
    now: delay.now,
    stop: () => {
      clearInterval(timer)
      monitor.disable()
    },
  }
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
  fallbackPage?: (language: ContentLanguage) => CachedResponse | null
  /** Returns the smoothed event loop delay, ms. */
  delayMs: () => number
  /** A monotonic clock, ms; for tests. */
  now?: () => number
}

/**
 * Admits or sheds requests that cost CPU time or content API calls. They are shed under overload, and when their client
 * is over a limit. Cached pages are never shed.
 */
interface LoadShedding {
  /**
   * Admits a request for a page that is not cached, or sends a stale one.
   * @returns false when the request was shed, and a response has been sent
   */
  admitPage: (request: SiteRequest, address: PageAddress) => boolean
  /**
   * Admits a request for anything but pages, images and static files.
   * @returns false when the request was shed, and a response has been sent
   */
  admitOther: (request: SiteRequest) => boolean
  /**
   * Admits an image that must be fetched or resized.
   * @throws RequestShed
   */
  admitPicture: (request: SiteRequest) => void
  /**
   * Admits a document that must be requested from the image base. Concurrent downloads are limited separately
   * (server/limits/send-budget.ts): they last long, and must not delay pictures or pages.
   * @throws RequestShed
   */
  admitDocument: (request: SiteRequest) => void
  /**
   * Admits a request for an asset of another build, which may be made up. A page may need many: each reserves one token.
   * @returns false when the request was shed, and a response has been sent
   */
  admitAsset: (request: SiteRequest) => boolean
  /**
   * Admits a POST request, before its body is read. One to a page counts for the limits of pages; it gets its render
   * slot only with its body (`admitBody`), which may arrive slowly.
   * @returns false when the request was shed, and a response has been sent
   */
  admitPost: (request: SiteRequest) => boolean
  /**
   * Admits a POST request to a page, when its body has been read.
   * @returns false when the request was shed, and a response has been sent
   */
  admitBody: (request: SiteRequest) => boolean
}

export function createLoadShedding({
  pages,
  pageServer,
  fallbackPage = () => null,
  delayMs,
  now,
}: LoadSheddingOptions): LoadShedding {
  const load = createLoad({ delayMs, pendingRenders: () => pages.pendingRenders() })
  const limitOf = (limit: Limit) => createClientLimit(limit, now)
  const pageLimit = limitOf(limits.pages)
  const pictureLimit = limitOf(limits.pictures)
  const documentLimit = limitOf(limits.documents)
  const cardLimit = limitOf(limits.cards)
  const streamLimit = limitOf(limits.streams)
  const streamBudget = createSendBudget(sendLimits.streams)
  const pageViewLimit = limitOf(limits.pageViews)
  const tokenLimit = limitOf(limits.pageViews)
  const privatePostLimit = limitOf(limits.privatePosts)
  const postLimit = limitOf(limits.posts)
  const missingLimit = createMissingLimit(now)
  let hasWarned = false

  /** @returns null for a client without limits */
  function limitedClient({ client, headers, isFromProxy }: SiteRequest) {
    if (!hasWarned && headers['x-forwarded-for'] && !isFromProxy) {
      hasWarned = true
      // The header may be forged, so it is ignored: the proxy's visitors share one client, or have no limits.
      const clientLimits = client === null ? 'none' : 'per proxy'
      log.warn({ clientLimits }, 'untrusted proxy: set TRUST_PROXY')
    }
    return client
  }

  /**
   * Counts a request for its client, until its response has ended or the client has left.
   * @throws RequestShed
   */
  function admitClient(kind: Kind, limit: ClientLimit, request: SiteRequest, cost = ofPage) {
    const { tokens } = cost
    const client = limitedClient(request)
    if (client !== null && !limit.spend(client, tokens)) shed(kind, 'client', limit)
    const overload = load.overloadFor(kind)
    if (overload) {
      // A client that retries after Retry-After must not use up its limit.
      if (client !== null) limit.refund(client, tokens)
      shed(kind, overload, limit)
    }
    // Missing images have a placeholder, and a page may show many of them, so images are exempt.
    const mayLookUp =
      client === null || kind === 'picture' || beginLookUps(client, request, cost.reservedTokens)
    if (!mayLookUp) shed(kind, 'client', limit)
    return client
  }

  /**
   * Admits a request until its response has ended or its client has left.
   * @throws RequestShed
   */
  function admit(kind: Kind, limit: ClientLimit, request: SiteRequest, cost = ofPage) {
    const client = admitClient(kind, limit, request, cost)
    const refusal = kind === 'stream' ? streamBudget.admit(client, request.response) : null
    if (refusal === 'busy' && client !== null) limit.refund(client)
    if (refusal) shed(kind, refusal, limit)
    request.onEnd(load.begin(kind))
  }

  /** @returns false when the client is over the limit of missing posts and addresses */
  function beginLookUps(client: string, request: SiteRequest, toReserve: number) {
    const begun = missingLimit.begin(client, toReserve)
    if (!begun) return false
    request.lookUps = begun.lookUps
    request.onEnd(() => begun.end(outcomeOf(request)))
    return true
  }

  /** A private page is shed with the fallback page like others; for a data request, the script shows it. */
  function shedOther(request: SiteRequest, shed: RequestShed) {
    const isPage = request.route.kind === 'private-page'
    if (isPage && request.isData) return sendShedDataResponse(request, shed)
    sendShedResponse(request, shed, isPage ? fallbackPage(request.language) : null)
  }

  return {
    admitPage(request, address) {
      // Sharing a pending render costs nothing.
      if (pages.isPending(address)) return true
      const kind = visitKindOf(request)
      try {
        admit(kind, pageLimit, request, address.isSelection ? ofSelection : ofPage)
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        if (pageServer.sendUsable(request, address)) return false
        if (kind === 'page') sendShedResponse(request, error, fallbackPage(address.language))
        else sendShedDataResponse(request, error)
        return false
      }
    },

    admitOther(request) {
      const { kind } = request.route
      try {
        if (kind === 'share-card') admit('card', cardLimit, request)
        else if (kind === 'stream') admit('stream', streamLimit, request)
        else if (kind === 'page-view') admit('data', tokenLimit, request)
        else admit('page', pageLimit, request)
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        shedOther(request, error)
        return false
      }
    },

    admitPicture: (request) => admit('picture', pictureLimit, request),

    admitDocument(request) {
      const client = limitedClient(request)
      if (client === null || documentLimit.spend(client)) return
      metrics.shed.inc({ kind: 'document', reason: 'client' })
      throw new RequestShed('client', documentLimit.secondsPerToken)
    },

    admitAsset: (request) => {
      const client = limitedClient(request)
      if (client === null || beginLookUps(client, request, 1)) return true
      metrics.shed.inc({ kind: 'asset', reason: 'client' })
      sendShedResponse(request, new RequestShed('client'), null)
      return false
    },

    admitPost(request) {
      const { kind } = request.route
      try {
        if (kind === 'private-page') admitClient('page', privatePostLimit, request)
        else {
          const limit = kind === 'page-view' ? pageViewLimit : postLimit
          const client = limitedClient(request)
          if (client !== null && !limit.spend(client)) {
            metrics.shed.inc({ kind: 'post', reason: 'client' })
            throw new RequestShed('client')
          }
        }
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        shedOther(request, error)
        return false
      }
    },

    admitBody(request) {
      const overload = load.overloadFor('page')
      if (!overload) {
        request.onEnd(load.begin('page'))
        return true
      }
      metrics.shed.inc({ kind: 'page', reason: overload })
      shedOther(request, new RequestShed(overload))
      return false
    },
  }
}

/** @throws RequestShed */
function shed(kind: Kind, reason: Reason, limit: ClientLimit): never {
  metrics.shed.inc({ kind, reason })
  throw new RequestShed(reason, limit.secondsPerToken)
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
