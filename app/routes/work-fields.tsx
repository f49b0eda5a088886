import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { companyLoader } from '../company/company.server'
import { CompanyFields, CompanyScreen } from '../company/company-screen'
import { companyMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) => companyMeta(args, args.data, 'field')

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
