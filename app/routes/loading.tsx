import type { MetaFunction } from '@remix-run/node'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { LoadingIndicator } from '../layout/navigation/loading-overlay'
import { screenLoader } from '../content/loaders.server'
import { pageMeta } from '../seo/page-meta'

export const handle = { htmlOnly: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

export const loader = screenLoader(screens.loading, ({ content }) => {
  return { title: content.t('loading.heading') }
})

export default function Loading() {
  const { t } = useTranslation()
  return (
    <section className="loading-screen container">
      <h1 className="node">{t('loading.heading')}</h1>
      <LoadingIndicator />
    </section>
  )
}
