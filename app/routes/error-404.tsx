import { json, type MetaFunction } from '@remix-run/node'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { screenLoader } from '../content/loaders.server'
import { ErrorMessage } from '../layout/error-message'
import { pageMeta } from '../seo/page-meta'

export const handle = { htmlOnly: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

export const loader = screenLoader(screens.error, ({ content }) => {
  return json({ title: content.t('errors.missing.title') }, { status: 404 })
})

export default function ErrorScreen() {
  return <ErrorMessage kind="missing" />
}
