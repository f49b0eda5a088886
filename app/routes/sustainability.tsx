import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { companyLoader } from '../company/company-loader.server'
import { CompanyFigures } from '../company/company-figures'
import { CompanyScreen } from '../company/company-screen'
import { splitFigures } from '../content/figures-of'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export const loader = companyLoader(
  'sustainability',
  (content) => content.listSustainability(),
  splitFigures,
)

export default function Sustainability() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} lead={lead} sections={sections}>
      <CompanyFigures sections={sections} />
    </CompanyScreen>
  )
}
