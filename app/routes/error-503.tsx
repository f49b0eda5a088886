import { redirect } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { addresses, fallbackPattern } from '../addresses'
import { ContentUnavailable } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'

export const handle = { kind: 'fallback' } satisfies RouteHandle

/** The 503 page, which the server renders in advance. Visitors get a 404 at its address. */
export const loader = screenLoader(fallbackPattern, ({ context }) => {
  if (!context.rendersFallback) throw redirect(addresses.error())
  throw new ContentUnavailable('refused', 'The 503 fallback')
})

export default function Unavailable() {
  return null
}
