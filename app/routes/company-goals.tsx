import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { splitMeasures } from '../company/company-measures.server'
import { companyLoader } from '../company/company-loader.server'
import { CompanyGoals } from '../company/company-goals'
import { CompanyScreen } from '../company/company-screen'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export const loader = companyLoader(
  'companyGoals',
  (content) => content.listCompanyGoals(),
  splitMeasures,
)

export default function CompanyGoalsScreen() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} lead={lead} sections={sections}>
      <CompanyGoals sections={sections} />
    </CompanyScreen>
  )
}
