import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BranchCards, branchViewOf } from '../components/branch-cards'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor } from '../content.server'
import { pageMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const branches = await content.listBranches()
  return {
    heading: content.t('branches.heading'),
    lead: content.t('branches.lead', { count: branches.length }),
    branches: branches.map(branchViewOf),
  }
}

export default function Branches() {
  const { heading, lead, branches } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <section className="container">
        <BranchCards branches={branches} />
      </section>
    </>
  )
}
