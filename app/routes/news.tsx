import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-handle.ts'
import { addresses, screens } from '../addresses'
import { articlePageOf } from '../content/cards.server'
import { ArticleList } from '../posts/article-list'
import { ListFrame } from '../components/list-frame'
import { screenLoader } from '../content/loaders.server'
import { listMeta } from '../seo/page-meta'

export const handle = { paged: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  listMeta(args, args.data, args.data?.page === 1 ? 'leadArticle' : undefined)

export const loader = screenLoader(screens.news, async ({ content, request }) => {
  return {
    heading: content.t('news.heading'),
    lead: content.t('news.lead'),
    ...articlePageOf(await content.listNews(), request, content.lang),
  }
})

export default function News() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <ArticleList {...list} linkTo={addresses.newsItem} />
    </ListFrame>
  )
}
