import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { branchPath } from '../content/views.server'
import { BranchDirectory } from '../branches/branch-directory'
import { drawBranchMap, pickForMap } from '../branches/branch-map.server'
import { branchViewOf, withAnchors } from '../branches/branch-view.server'
import { Pagination } from '../posts/list-frame'
import { ScreenHeading } from '../components/screen-heading'
import { screenLoader, pageOf } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(args, args.data && { ...args.data, cards: args.data.branches })

export const loader = screenLoader(screens.branches, async ({ content, request }) => {
  const cards = withAnchors(await content.listBranches())
  const { items, page, pages } = pageOf(cards, request)
  const map = drawBranchMap(
    pickForMap(cards, items).map(({ branch, ...card }) => ({
      id: card.anchor,
      href: card.page === page ? `#${card.anchor}` : branchPath(card),
      title: branch.postTitle,
      latitude: branch.latitude,
      longitude: branch.longitude,
    })),
  )
  return {
    heading: content.t('branches.heading'),
    count: cards.length,
    map,
    branches: items.map(({ branch, anchor }) => branchViewOf(branch, anchor, content)),
    page,
    pages,
  }
})

export default function Branches() {
  const { heading, count, map, branches, page, pages } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  return (
    <>
      <ScreenHeading heading={heading}>
        {count > 0 && <p className="list-count">{t('branches.count', { count })}</p>}
      </ScreenHeading>
      <BranchDirectory map={map} branches={branches} />
      <div className="container">
        <Pagination page={page} pages={pages} />
      </div>
    </>
  )
}
