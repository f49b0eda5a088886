import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { ListFrame } from '../posts/list-frame'
import { PostSolutions } from '../posts/post-lists'
import { readSolutionPage } from '../catalogue/catalogue.server'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'
import { pageSize } from '../posts/list-views'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'riserFeeder')

export const loader = screenLoader(screens.solutions, async ({ content, request }) => ({
  heading: content.t('solutions.heading'),
  ...(await readSolutionPage(content, request)),
}))

export default function Solutions() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostSolutions solutions={list.cards} first={(list.page - 1) * pageSize + 1} />
    </ListFrame>
  )
}
