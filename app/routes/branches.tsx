import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { drawBranchMap } from '../branches/branch-map.server'
import { anchorOf, branchViewOf } from '../branches/branch-view.server'
import { BranchDirectory } from '../branches/branch-directory'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor } from '../content.server'
import { pageMeta } from '../page-meta'

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { title: args.data.heading, description: args.data.lead })

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const branches = await content.listBranches()
  const places = branches.map((branch) => ({
    id: anchorOf(branch),
    title: branch.postTitle,
    latitude: branch.latitude,
    longitude: branch.longitude,
  }))
  return {
    heading: content.t('branches.heading'),
    lead: content.t('branches.lead', { count: branches.length }),
    map: drawBranchMap(places),
    branches: branches.map((branch) => branchViewOf(branch, content)),
  }
}

export default function Branches() {
  const { heading, lead, map, branches } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <BranchDirectory map={map} branches={branches} />
    </>
  )
}
