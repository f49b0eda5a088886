import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { companyLoader } from '../company/company-loader.server'
import { CompanyFields } from '../company/company-fields'
import { CompanyScreen } from '../company/company-screen'
import { pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: args.data.lead,
      lcpImage: { image: args.data.sections[0]?.postImage, use: 'field' },
    },
  )

export const loader = companyLoader(
  'workFields',
  (content) => content.listWorkFields(),
  (specs) => ({ specs }),
)

export default function WorkFields() {
  const { heading, lead, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} lead={lead} sections={sections}>
      <CompanyFields sections={sections} />
    </CompanyScreen>
  )
}
