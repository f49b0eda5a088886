import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { companyLoader } from '../company/company.server'
import { CompanyFigures, CompanyScreen } from '../company/company-screen'
import { splitFigures } from '../posts/list-views'
import { companyMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import type { RouteHandle } from '../../server/http/validation/route-table'
import companyStyles from '../styles/company.css?url'

export const handle = { styles: [companyStyles] } satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) => companyMeta(args, args.data)

export const loader = companyLoader(
  'sustainability',
  (content) => content.listSustainability(),
  splitFigures,
)

export default function Sustainability() {
  const { heading, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} sections={sections}>
      <CompanyFigures sections={sections} />
    </CompanyScreen>
  )
}
