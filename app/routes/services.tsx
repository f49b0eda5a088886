import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cardPageOf } from '../content/cards.server'
import { ListFrame } from '../components/list-frame'
import { PostServices } from '../components/post-services'
import { contentFor } from '../content/content.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'service')

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  return {
    heading: content.t('services.heading'),
    lead: content.t('services.lead'),
    ...cardPageOf(await content.listServices(), args.request, content.lang),
  }
}

export default function Services() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostServices services={list.cards} level="h2" isLcp />
    </ListFrame>
  )
}
