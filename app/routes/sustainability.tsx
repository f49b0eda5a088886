import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CompanySections } from '../components/company-sections'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor } from '../content.server'
import { pageMeta } from '../page-meta'
import { postViewOf } from '../post-view'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const sections = await content.listSustainability()
  return {
    heading: content.t('sustainability.heading'),
    lead: content.t('sustainability.lead'),
    sections: sections.map((section) => postViewOf(section, content.lang)),
  }
}

export default function Sustainability() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <CompanySections sections={sections} />
    </>
  )
}
