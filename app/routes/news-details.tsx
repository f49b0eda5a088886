import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { screens } from '../addresses'
import { furtherArticles } from '../views/card-views.server'
import { withFiles } from '../views/file-facts.server'
import { articleViewOf } from '../views/post-view.server'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { ArticleScreen } from '../posts/article-screen'
import { feedMeta, postMeta } from '../seo/page-meta'

export const meta: MetaFunction<typeof loader> = (args) => [
  ...postMeta(args, args.data?.post, 'text'),
  ...feedMeta('news', args),
]

export const loader = screenLoader(screens.newsDetails, async ({ content, params }) => {
  const { id } = params
  const [post, all] = await Promise.all([content.getNews(id), optional(content.listNews())])
  return {
    post: await withFiles(articleViewOf(post, content.lang), content),
    ...furtherArticles(all, id, content.lang),
  }
})

export default function NewsDetails() {
  return <ArticleScreen kind="news" {...useLoaderData<typeof loader>()} />
}
