import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { cardPageOf } from '../views/card-views.server'
import { ListFrame } from '../posts/list-frame'
import { PostServices } from '../posts/cards'
import { listLoader } from '../posts/narrow-list.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'service')

export const loader = listLoader('services', (content) => content.listServices(), cardPageOf)

export default function Services() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostServices services={list.cards} level="h2" isLcp />
    </ListFrame>
  )
}
