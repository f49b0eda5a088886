import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import { LoadingIndicator } from '../components/loading-indicator'
import { contentFor } from '../content/content.server'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

export function loader(args: LoaderFunctionArgs) {
  const { t } = contentFor(args)
  return { title: t('loading.heading') }
}

export default function Loading() {
  const { t } = useTranslation()
  return (
    <section className="loading-screen container">
      <h1 className="node">{t('loading.heading')}</h1>
      <LoadingIndicator />
    </section>
  )
}
