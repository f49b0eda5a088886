import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { BranchDirectory } from '../branches/branch-directory'
import { drawBranchMap, pickForMap } from '../branches/branch-map.server'
import { branchViewOf } from '../branches/branch-view.server'
import { branchPath, withAnchors } from '../branches/card-places.server'
import { Pagination } from '../components/pagination'
import { ScreenHeading } from '../components/screen-heading'
import { contentFor } from '../content/content.server'
import { listMeta } from '../seo/page-meta'
import { pageOf } from '../content/paging.server'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data)

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  const cards = withAnchors(await content.listBranches())
  const { items, page, pages } = pageOf(cards, args.request)
  const map = drawBranchMap(
    pickForMap(cards, items).map(({ branch, ...card }) => ({
      id: card.anchor,
      href: card.page === page ? `#${card.anchor}` : branchPath(card),
      title: branch.postTitle || content.t('list.untitled'),
      latitude: branch.latitude,
      longitude: branch.longitude,
    })),
  )
  return {
    heading: content.t('branches.heading'),
    lead: content.t('branches.lead', { count: cards.length }),
    map,
    branches: items.map(({ branch, anchor }) => branchViewOf(branch, anchor, content)),
    page,
    pages,
  }
}

export default function Branches() {
  const { heading, lead, map, branches, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHeading heading={heading} lead={lead} />
      <BranchDirectory map={map} branches={branches} />
      <div className="container">
        <Pagination page={page} pages={pages} />
      </div>
    </>
  )
}
