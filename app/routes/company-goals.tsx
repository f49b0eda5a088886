import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { companyLoader } from '../company/company.server'
import { CompanyGoals, CompanyScreen } from '../company/company-screen'
import { descriptionOf, pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && { title: args.data.heading, description: descriptionOf(args.data.sections) },
  )

export const loader = companyLoader(
  'companyGoals',
  (content) => content.listCompanyGoals(),
  (specs) => ({ specs }),
)

export default function CompanyGoalsScreen() {
  const { heading, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} sections={sections}>
      <CompanyGoals sections={sections} />
    </CompanyScreen>
  )
}
