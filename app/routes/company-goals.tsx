import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { splitMeasures } from '../company/company-measures.server'
import { sectionsOf } from '../company/company-sections.server'
import { CompanyGoals } from '../company/company-goals'
import { CompanyScreen } from '../company/company-screen'
import { contentFor } from '../content/content.server'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const sections = await content.listCompanyGoals()
  return {
    heading: content.t('companyGoals.heading'),
    lead: content.t('companyGoals.lead'),
    sections: sectionsOf(sections, content.lang, splitMeasures),
  }
}

export default function CompanyGoalsScreen() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} lead={lead} sections={sections}>
      <CompanyGoals sections={sections} />
    </CompanyScreen>
  )
}
