import type { MetaFunction } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { screenLoader } from '../content/loaders.server'
import { ErrorMessage } from '../layout/error-message'
import { pageMeta } from '../seo/page-meta'

export const handle = { htmlOnly: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

/** The page that the service worker shows where the network is gone, at any address. */
export const loader = screenLoader(screens.offline, ({ content }) => ({
  title: content.t('errors.offline.title'),
}))

export default function Offline() {
  return <ErrorMessage kind="offline" />
}
