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

export const loader = screenLoader(screens.blog, async ({ content, request }) => {
  return {
    heading: content.t('blog.heading'),
    lead: content.t('blog.lead'),
    ...articlePageOf(await content.listBlog(), request, content.lang),
  }
})

export default function Blog() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <ArticleList {...list} linkTo={addresses.blogPost} />
    </ListFrame>
  )
}
