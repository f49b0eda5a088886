import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { screens } from '../addresses'
import { sectionsOf } from '../company/company-sections.server'
import { CompanyFigures } from '../company/company-figures'
import { CompanyScreen } from '../company/company-screen'
import { screenLoader } from '../content/loaders.server'
import { splitFigures } from '../content/figures-of'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export const loader = screenLoader(screens.sustainability, async ({ content }) => {
  const sections = await content.listSustainability()
  return {
    heading: content.t('sustainability.heading'),
    lead: content.t('sustainability.lead'),
    sections: sectionsOf(sections, content.lang, splitFigures),
  }
})

export default function Sustainability() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} lead={lead} sections={sections}>
      <CompanyFigures sections={sections} />
    </CompanyScreen>
  )
}
