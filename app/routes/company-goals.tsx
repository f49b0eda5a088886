import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { screens } from '../addresses'
import { splitMeasures } from '../company/company-measures.server'
import { sectionsOf } from '../company/company-sections.server'
import { CompanyGoals } from '../company/company-goals'
import { CompanyScreen } from '../company/company-screen'
import { screenLoader } from '../content/loaders.server'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export const loader = screenLoader(screens.companyGoals, async ({ content }) => {
  const sections = await content.listCompanyGoals()
  return {
    heading: content.t('companyGoals.heading'),
    lead: content.t('companyGoals.lead'),
    sections: sectionsOf(sections, content.lang, splitMeasures),
  }
})

export default function CompanyGoalsScreen() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} lead={lead} sections={sections}>
      <CompanyGoals sections={sections} />
    </CompanyScreen>
  )
}
