import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { noStore } from '../content/cache-policy.server'
import { carriesToken, isOwnVisitor, tokenHeaders } from '../content/anti-forgery.server'
import { recordPageView } from '../content/page-views.server'

export const handle = {
  kind: 'page-view',
  post: { types: ['application/json'], maxBytes: 8 * 1024 },
} satisfies RouteHandle

/** Hands the page's script its anti-forgery token; pages themselves carry none, so they can be kept. */
export function loader({ request }: LoaderFunctionArgs) {
  const headers = { 'Cache-Control': noStore, ...tokenHeaders(request) }
  return new Response(null, { status: 204, headers })
}

/** Takes one page view, `{path, title, lang}` as JSON, and answers before any sink has heard of it. */
export async function action({ request }: ActionFunctionArgs) {
  const headers = { 'Cache-Control': noStore }
  if (request.method !== 'POST') {
    return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD, POST' } })
  }
  if (!isOwnVisitor(request) || !carriesToken(request)) {
    return new Response(null, { status: 403, headers })
  }
  const status = await recordPageView(request)
  return new Response(null, { status, headers })
}
