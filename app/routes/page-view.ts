import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { loadContextOf } from '../content/content.server'
import { noStore, hasValidToken, isFromThisSite, tokenHeaders } from '../content/loaders.server'
import { recordPageView } from '../site/analytics.server'

export const handle = {
  kind: 'page-view',
  post: { types: ['application/json'], maxBytes: 8 * 1024 },
} satisfies RouteHandle

/** Issues the anti-forgery token for the page's script. Pages contain none, so they can be cached. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = tokenHeaders({ request, context: await loadContextOf(context) })
  const headers = { 'Cache-Control': noStore, ...token }
  return new Response(null, { status: 204, headers })
}

/** Receives a page view, `{path, title, lang}` as JSON, and responds before it is sent to a sink. */
export async function action({ request, context }: ActionFunctionArgs) {
  const args = { request, context: await loadContextOf(context) }
  const headers = { 'Cache-Control': noStore }
  if (request.method !== 'POST') {
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD, POST' } })
  }
  if (!isFromThisSite(args) || !hasValidToken(args)) {
    return new Response(null, { status: 403, headers })
  }
  const status = await recordPageView(args)
  return new Response(null, { status, headers })
}
