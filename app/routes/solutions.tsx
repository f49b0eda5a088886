import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { cardPageOf } from '../content/cards.server'
import { ListFrame } from '../components/list-frame'
import { PostSolutions } from '../components/post-solutions'
import { contentFor } from '../content/content.server'
import { listMeta } from '../seo/page-meta'
import { pageSize } from '../content/paging'

export const handle = { paged: true }

export const meta: MetaFunction<typeof loader> = (args) => listMeta(args, args.data, 'outgoer')

export async function loader(args: LoaderFunctionArgs) {
  const content = contentFor(args)
  return {
    heading: content.t('solutions.heading'),
    lead: content.t('solutions.lead'),
    ...cardPageOf(await content.listSolutions(), args.request, content.lang),
  }
}

export default function Solutions() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <PostSolutions solutions={list.cards} first={(list.page - 1) * pageSize + 1} />
    </ListFrame>
  )
}
