import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { SiteRequest, type RequestFacts } from '../../server/http/request.ts'
import type { RouteMatch } from '../../server/http/validation/route-table.ts'

/** Every path is that of a page, and every client has its own limits. */
const facts: RequestFacts = {
  matchRoute: (path) => pageAt(path),
  addressOf: ({ socket }) => socket.remoteAddress ?? '',
  isProxy: () => false,
}

/** The route of a page. */
export function pageAt(path: string, match: Partial<RouteMatch> = {}): RouteMatch {
  return { path, kind: 'page', handle: {}, isFile: false, ...match }
}

/** A request of a test's server, as the pipeline has it. */
export function siteRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  known: Partial<RequestFacts> = {},
) {
  return new SiteRequest(incoming, response, { ...facts, ...known })
}

/** A GET that no server has received. */
export function requestFor(
  url: string,
  cookie?: string,
  matchRoute: RequestFacts['matchRoute'] = facts.matchRoute,
) {
  const incoming = new IncomingMessage(new Socket())
  Object.assign(incoming, { url, method: 'GET' })
  if (cookie !== undefined) incoming.headers.cookie = cookie
  return siteRequest(incoming, new ServerResponse(incoming), { matchRoute })
}
