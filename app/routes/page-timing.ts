import type { ActionFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { hasValidToken, isFromThisSite, noStore } from '../content/loaders.server'
import { loadContextOf } from '../content/content.server'
import { recordPageTiming } from '../site/analytics.server'

export const handle = {
  kind: 'page-view',
  post: { types: ['application/json'], maxBytes: 1024 },
} satisfies RouteHandle

/** The address accepts only POST. */
export function loader() {
  return new Response(null, { status: 405, headers: { 'Cache-Control': noStore, Allow: 'POST' } })
}

/** Receives the timings of a page load as JSON, with the anti-forgery token of page views. */
export async function action({ request, context }: ActionFunctionArgs) {
  const args = { request, context: await loadContextOf(context) }
  const headers = { 'Cache-Control': noStore }
  if (request.method !== 'POST') {
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'POST' } })
  }
  if (!isFromThisSite(args) || !hasValidToken(args)) {
    return new Response(null, { status: 403, headers })
  }
  const status = await recordPageTiming(args)
  return new Response(null, { status, headers })
}
