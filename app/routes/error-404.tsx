import { json, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { contentFor } from '../content/content.server'
import { ErrorMessage } from '../layout/error-message'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

export function loader(args: LoaderFunctionArgs) {
  const { t } = contentFor(args)
  return json({ title: t('errors.missing.title') }, { status: 404 })
}

export default function ErrorScreen() {
  return <ErrorMessage kind="missing" />
}
