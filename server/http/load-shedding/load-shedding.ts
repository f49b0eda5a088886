import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentLanguage, LookUps } from '../../content/content-calls.ts'
import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { createSendBudget, sendLimits } from '../../send-budget.ts'
import { splitTarget } from '../validation/target.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import { languageOfRequest, type PageAddress, type PlaceOf } from '../page-cache/page-address.ts'
import type { PageCache } from '../page-cache/page-cache.ts'
import type { PageServer } from '../page-cache/serve-pages.ts'
import { createClientLimit, limits, type ClientLimit, type Limit } from './client-limits.ts'
import { clientOf, peerAddress } from './client-of.ts'
import { createLoad, type Kind } from './load.ts'
import { createMissingLimit } from './missing-limit.ts'
import { RequestShed, type Reason } from './shed-request.ts'
import { sendShedDataResponse, sendShedResponse } from './send-shed-response.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** Set when a part of the address or the form named a post that does not exist. */
    hasMissingPosts?: boolean
    /** What the request may look up; undefined without a limit. */
    lookUps?: LookUps
  }
}

export interface LoadSheddingOptions {
  pages: Pick<PageCache, 'isPending' | 'pendingRenders'>
  /** Sends a stale cached page, if there is one. */
  pageServer: Pick<PageServer, 'sendUsable'>
  /** The page for a visitor whose request for a page is shed; null while there is none. */
  fallbackPage?: (language: ContentLanguage) => CachedResponse | null
  /** The client's address, behind trusted proxies. */
  addressOf?: (request: IncomingMessage) => string
  /** Whether a request comes directly from a trusted proxy. */
  isProxy?: (request: IncomingMessage) => boolean
  placeOf: PlaceOf
  /** The event loop delay, smoothed, ms. */
  delayMs: () => number
  /** A monotonic clock, ms; for tests. */
  now?: () => number
}

/**
 * Admits or sheds requests that cost CPU time or content API calls. They are shed under overload, and
 * when their client is over a limit. Cached pages are never shed.
 */
export function createLoadShedding({
  pages,
  pageServer,
  fallbackPage = () => null,
  addressOf = peerAddress,
  isProxy = () => false,
  placeOf,
  delayMs,
  now,
}: LoadSheddingOptions) {
  const load = createLoad({ delayMs, pendingRenders: pages.pendingRenders })
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
  function limitedClient(request: IncomingMessage) {
    const client = clientOf(addressOf(request))
    if (!hasWarned && request.headers['x-forwarded-for'] && !isProxy(request)) {
      hasWarned = true
      // Without limits, or with all visitors of the proxy as one client. The header may be made up.
      const clientLimits = client === null ? 'none' : 'per proxy'
      log.warn({ clientLimits }, 'untrusted proxy: set TRUST_PROXY')
    }
    return client
  }

  function shed(kind: Kind, reason: Reason, limit: ClientLimit): never {
    metrics.shed.inc({ kind, reason })
    throw new RequestShed(reason, limit.secondsPerToken)
  }

  /**
   * Counts a request for its client, until its response has ended or the client has left.
   * @throws RequestShed
   */
  function admitClient(
    kind: Kind,
    limit: ClientLimit,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const client = limitedClient(request)
    if (client !== null && !limit.take(client)) shed(kind, 'client', limit)
    const overload = load.overloadFor(kind)
    if (overload) {
      // A client that comes back when it was told to must not use up its limit.
      if (client !== null) limit.refund(client)
      shed(kind, overload, limit)
    }
    // Missing images have a placeholder, and a page may show many of them.
    const mayLookUp = client === null || kind === 'picture' || beginLookUps(client, response)
    if (!mayLookUp) shed(kind, 'client', limit)
    return client
  }

  /**
   * Admits a request until its response has ended or its client has left.
   * @throws RequestShed
   */
  function admit(
    kind: Kind,
    limit: ClientLimit,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const client = admitClient(kind, limit, request, response)
    const refusal = kind === 'stream' ? streamBudget.admit(client, response) : null
    if (refusal === 'busy' && client !== null) limit.refund(client)
    if (refusal) shed(kind, refusal, limit)
    response.once('close', load.begin(kind))
  }

  /** @returns false when the client is over the limit of what does not exist */
  function beginLookUps(client: string, response: ServerResponse) {
    const begun = missingLimit.begin(client)
    if (!begun) return false
    response.lookUps = begun.lookUps
    response.once('close', () => begun.end(outcomeOf(response)))
    return true
  }

  /** A private page has the page for visitors as others do; its data makes the script show it. */
  function shedOther(request: IncomingMessage, response: ServerResponse, shed: RequestShed) {
    const { path, query } = splitTarget(request.url ?? '')
    const isPage = placeOf(path).kind === 'private-page'
    if (isPage && dataParameter.test(query)) return sendShedDataResponse(request, response, shed)
    const { language } = languageOfRequest(query, request.headers.cookie)
    sendShedResponse(request, response, shed, isPage ? fallbackPage(language) : null)
  }

  return {
    /** @returns false when the request was shed, and a response has been sent */
    admitPage(request: IncomingMessage, response: ServerResponse, address: PageAddress): boolean {
      // Sharing a pending render costs nothing.
      if (pages.isPending(address)) return true
      const kind = kindOf(request, address)
      try {
        admit(kind, pageLimit, request, response)
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        if (pageServer.sendUsable(request, response, address)) return false
        if (kind === 'page')
          sendShedResponse(request, response, error, fallbackPage(address.language))
        else sendShedDataResponse(request, response, error)
        return false
      }
    },

    /**
     * For everything but pages, images and static files.
     * @returns false when the request was shed, and a response has been sent
     */
    admitOther(request: IncomingMessage, response: ServerResponse): boolean {
      const { kind } = placeOf(splitTarget(request.url ?? '').path)
      try {
        if (kind === 'share-card') admit('card', cardLimit, request, response)
        else if (kind === 'stream') admit('stream', streamLimit, request, response)
        else if (kind === 'page-view') admit('data', tokenLimit, request, response)
        else admit('page', pageLimit, request, response)
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        shedOther(request, response, error)
        return false
      }
    },

    /**
     * For an image that has to be fetched or resized.
     * @throws RequestShed
     */
    admitPicture: (request: IncomingMessage, response: ServerResponse) =>
      admit('picture', pictureLimit, request, response),

    /**
     * For a document that the image base is asked for. How many are sent at once is counted apart
     * (server/send-budget.ts): a download lasts long, and must not hold pictures or pages back.
     * @throws RequestShed
     */
    admitDocument(request: IncomingMessage) {
      const client = limitedClient(request)
      if (client === null || documentLimit.take(client)) return
      metrics.shed.inc({ kind: 'document', reason: 'client' })
      throw new RequestShed('client', documentLimit.secondsPerToken)
    },

    /**
     * For a POST request, before its body is read. One to a page takes part in the limits of pages; its place
     * among those that are rendered it gets with its body (`admitBody`), which may come slowly.
     * @returns false when the request was shed, and a response has been sent
     */
    admitPost(request: IncomingMessage, response: ServerResponse): boolean {
      const { kind } = placeOf(splitTarget(request.url ?? '').path)
      try {
        if (kind === 'private-page') admitClient('page', privatePostLimit, request, response)
        else {
          const limit = kind === 'page-view' ? pageViewLimit : postLimit
          const client = limitedClient(request)
          if (client !== null && !limit.take(client)) {
            metrics.shed.inc({ kind: 'post', reason: 'client' })
            throw new RequestShed('client')
          }
        }
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        shedOther(request, response, error)
        return false
      }
    },

    /**
     * For a POST request to a page, when its body has been read.
     * @returns false when the request was shed, and a response has been sent
     */
    admitBody(request: IncomingMessage, response: ServerResponse): boolean {
      const overload = load.overloadFor('page')
      if (!overload) {
        response.once('close', load.begin('page'))
        return true
      }
      metrics.shed.inc({ kind: 'page', reason: overload })
      shedOther(request, response, new RequestShed(overload))
      return false
    },
  }
}

/** Requests for the data of a page, as Remix's script sends them. */
const dataParameter = /(?:^|&)_data=/

function outcomeOf({ statusCode, writableFinished, hasMissingPosts }: ServerResponse) {
  if (!writableFinished) return 'aborted'
  return statusCode === 404 || hasMissingPosts ? 'missing' : 'found'
}

/** Browsers mark prefetches with Sec-Purpose or Purpose. */
function kindOf({ headers }: IncomingMessage, { target }: PageAddress): Kind {
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])}`
  if (purpose.includes('prefetch')) return 'prefetch'
  return /[?&]_data=/.test(target) ? 'data' : 'page'
}
