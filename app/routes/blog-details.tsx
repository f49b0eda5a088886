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
  ...feedMeta('blog', args),
]

export const loader = screenLoader(screens.blogDetails, async ({ content, params }) => {
  const { id } = params
  const [post, all] = await Promise.all([content.getBlog(id), optional(content.listBlog())])
  return {
    post: await withFiles(articleViewOf(post, content.lang), content),
    ...furtherArticles(all, id, content.lang),
  }
})

export default function BlogDetails() {
  return <ArticleScreen kind="blog" {...useLoaderData<typeof loader>()} />
}
