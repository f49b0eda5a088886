import { redirect } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, fallbackPattern } from '../addresses'
import { screenLoader } from '../content/loaders.server'

export const handle = { kind: 'fallback' } satisfies RouteHandle

/** Renders the error pages in advance. Visitors get a 404 at this address. */
export const loader = screenLoader(fallbackPattern, ({ context }) => {
  if (context.fallbackStatus === null) throw redirect(addresses.error())
  throw new Response(null, { status: context.fallbackStatus })
})

export default function Fallback() {
  return null
}
