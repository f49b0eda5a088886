import { json, type MetaFunction } from '@remix-run/node'
import { screens } from '../addresses'
import { screenLoader } from '../content/loaders.server'
import { ErrorMessage } from '../layout/error-message'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

export const loader = screenLoader(screens.error, ({ content }) => {
  return json({ title: content.t('errors.missing.title') }, { status: 404 })
})

export default function ErrorScreen() {
  return <ErrorMessage kind="missing" />
}
