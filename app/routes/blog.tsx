import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses } from '../addresses'
import { articlePageOf } from '../views/card-views.server'
import { ArticleList, FeedLink } from '../posts/article-list'
import { ListFrame } from '../posts/list-frame'
import { byYear, narrowList, listLoader } from '../posts/narrow-list.server'
import { feedMeta, listMeta } from '../seo/page-meta'
import { loadStyles } from '../framework/route-styles'
import listsStyles from '../styles/lists.css?url'

export const handle = {
  styles: [listsStyles],
  paged: true,
  query: ['year'],
  ignoresOthers: true,
} satisfies RouteHandle

await loadStyles(handle.styles)

export const meta: MetaFunction<typeof loader> = (args) => [
  ...listMeta(args, args.data, args.data?.page === 1 ? 'leadArticle' : undefined),
  ...feedMeta('blog', args),
]

export const loader = listLoader(
  'blog',
  (content) => content.listBlog(),
  articlePageOf,
  (articles, request, { t }) => narrowList(articles, [byYear(t('narrow.year'))], request),
)

export default function Blog() {
  const list = useLoaderData<typeof loader>()
  return (
    <ListFrame {...list}>
      <ArticleList {...list} linkTo={addresses.blogPost} />
      <FeedLink kind="blog" />
    </ListFrame>
  )
}
