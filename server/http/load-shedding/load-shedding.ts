import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ContentLanguage } from '../../content/content-calls.ts'
import { log } from '../../log.ts'
import { metrics } from '../../metrics.ts'
import { splitTarget } from '../validation/target.ts'
import type { CachedResponse } from '../page-cache/cached-response.ts'
import type { PageAddress, PlaceOf } from '../page-cache/page-address.ts'
import type { PageCache } from '../page-cache/page-cache.ts'
import type { PageServer } from '../page-cache/serve-pages.ts'
import { createClientLimit, limits, type ClientLimit } from './client-limits.ts'
import { clientOf, peerAddress } from './client-of.ts'
import { createLoad, type Kind } from './load.ts'
import { createMissingLimit } from './missing-limit.ts'
import { RequestShed, type Reason } from './shed-request.ts'
import { sendShedDataResponse, sendShedResponse } from './send-shed-response.ts'

export interface LoadSheddingOptions {
  pages: Pick<PageCache, 'isPending' | 'pendingRenders'>
  /** Sends a page that ought to be made anew, if there is one. */
  pageServer: Pick<PageServer, 'sendUsable'>
  /** What a visitor sees who is refused a page; null while there is none. */
  fallbackPage?: (language: ContentLanguage) => CachedResponse | null
  /** Whom a request comes from, with regard to the proxies that are trusted. */
  addressOf?: (request: IncomingMessage) => string
  /** Whether a request comes straight from one of these. */
  isProxy?: (request: IncomingMessage) => boolean
  placeOf: PlaceOf
  /** The event loop's delay, smoothed, ms. */
  delayMs: () => number
  /** A clock in ms that never goes back. */
  now?: () => number
}

/**
 * Whether what has to be made is taken on: not while there is too much of it, nor for a client who has
 * asked for too much. What is kept never comes here.
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
  const pageLimit = createClientLimit(limits.pages, now)
  const pictureLimit = createClientLimit(limits.pictures, now)
  const cardLimit = createClientLimit(limits.cards, now)
  const pageViewLimit = createClientLimit(limits.pageViews, now)
  const tokenLimit = createClientLimit(limits.pageViews, now)
  const postLimit = createClientLimit(limits.posts, now)
  const missingLimit = createMissingLimit(now)
  let knowsProxy = false

  /** @returns null for one that no limit is put on */
  function limitedClient(request: IncomingMessage) {
    const client = clientOf(addressOf(request))
    if (!knowsProxy && request.headers['x-forwarded-for'] && !isProxy(request)) {
      knowsProxy = true
      log.warn(
        client === null
          ? 'requests come through a proxy that TRUST_PROXY does not name: there are no limits for each client'
          : 'requests come through a proxy that TRUST_PROXY does not name, or say so: each such sender counts as one client',
      )
    }
    return client
  }

  /**
   * Takes something on until its answer has ended or its visitor has left.
   * @throws RequestShed
   */
  function admit(
    kind: Kind,
    limit: ClientLimit,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    function refuse(reason: Reason): never {
      metrics.shed.inc({ kind, reason })
      throw new RequestShed(reason)
    }
    const client = limitedClient(request)
    if (client !== null && !limit.take(client)) refuse('client')
    const overload = load.overloadFor(kind)
    if (overload) refuse(overload)
    // In place of a picture that is missing there is another, and a page may show many such.
    if (client !== null && kind !== 'picture') {
      const settle = missingLimit.begin(client) ?? refuse('client')
      response.once('close', () => settle(wasThere(response)))
    }
    response.once('close', load.begin(kind))
  }

  return {
    /** @returns false when it was refused, and what there is to say has been sent */
    admitPage(request: IncomingMessage, response: ServerResponse, address: PageAddress): boolean {
      // Whoever waits with others costs nothing more.
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
     * For everything that is neither page, picture nor file.
     * @returns false when it was refused, and what there is to say has been sent
     */
    admitOther(request: IncomingMessage, response: ServerResponse): boolean {
      const { kind } = placeOf(splitTarget(request.url ?? '').path)
      try {
        if (kind === 'share-card') admit('card', cardLimit, request, response)
        else if (kind === 'page-view') admit('data', tokenLimit, request, response)
        else admit('page', pageLimit, request, response)
        return true
      } catch (error) {
        if (!(error instanceof RequestShed)) throw error
        sendShedResponse(request, response, error, null)
        return false
      }
    },

    /**
     * For a picture that has to be fetched or resized.
     * @throws RequestShed
     */
    admitPicture: (request: IncomingMessage, response: ServerResponse) =>
      admit('picture', pictureLimit, request, response),

    /** @returns false when it was refused, and what there is to say has been sent */
    admitPost(request: IncomingMessage, response: ServerResponse): boolean {
      const { kind } = placeOf(splitTarget(request.url ?? '').path)
      const client = limitedClient(request)
      const limit = kind === 'page-view' ? pageViewLimit : postLimit
      if (client === null || limit.take(client)) return true
      metrics.shed.inc({ kind: 'post', reason: 'client' })
      sendShedResponse(request, response, new RequestShed('client'), null)
      return false
    },
  }
}

/** Whoever leaves before the answer may have asked for anything. */
function wasThere({ statusCode, writableFinished }: ServerResponse) {
  return writableFinished && statusCode !== 404
}

/** Browsers mark what they fetch for a visitor who has not asked for it yet. */
function kindOf({ headers }: IncomingMessage, { target }: PageAddress): Kind {
  const purpose = `${String(headers['sec-purpose'])} ${String(headers['purpose'])}`
  if (purpose.includes('prefetch')) return 'prefetch'
  return /[?&]_data=/.test(target) ? 'data' : 'page'
}
