import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { companyLoader } from '../company/company.server'
import { CompanyFields, CompanyScreen } from '../company/company-screen'
import { descriptionOf, pageMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(
    args,
    args.data && {
      title: args.data.heading,
      description: descriptionOf(args.data.sections),
      lcpImage: { image: args.data.sections[0]?.postImage, use: 'field' },
    },
  )

export const loader = companyLoader(
  'workFields',
  (content) => content.listWorkFields(),
  (specs) => ({ specs }),
)

export default function WorkFields() {
  const { heading, sections } = useLoaderData<typeof loader>()
  return (
    <CompanyScreen heading={heading} sections={sections}>
      <CompanyFields sections={sections} />
    </CompanyScreen>
  )
}
