import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { screens } from '../addresses'
import { cardPageOf } from '../content/cards.server'
import { ListFrame } from '../components/list-frame'
import { PostServices } from '../components/post-services'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'service')

export const loader = screenLoader(screens.services, async ({ content, request }) => {
  return {
    heading: content.t('services.heading'),
    lead: content.t('services.lead'),
    ...cardPageOf(await content.listServices(), request, content.lang),
  }
})

export default function Services() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostServices services={list.cards} level="h2" isLcp />
    </ListFrame>
  )
}
