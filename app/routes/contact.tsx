import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { branchViewOf } from '../branch-view.server'
import { BranchCards } from '../components/branch-cards'
import { ContactDetails } from '../components/contact-details'
import { EmptyList } from '../components/empty-list'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor, optional } from '../content.server'
import { pageMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const [contact, branches] = await Promise.all([
    content.findContact(),
    optional(content.listBranches()),
  ])
  return {
    heading: content.t('contact.heading'),
    lead: content.t('contact.lead'),
    contact,
    branches: (branches ?? []).map((branch) => branchViewOf(branch, content)),
  }
}

export default function ContactScreen() {
  const { heading, lead, contact, branches } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <section className="container">
        {contact ? <ContactDetails contact={contact} /> : <EmptyList />}
      </section>
      {branches.length > 0 && (
        <section className="band container">
          <h2>{t('branches.heading')}</h2>
          <BranchCards branches={branches} headingLevel={3} />
        </section>
      )}
    </>
  )
}
