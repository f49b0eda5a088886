import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses, screens } from '../addresses'
import { furtherArticles } from '../content/cards.server'
import { ArticleMeta } from '../posts/article-meta'
import { ArticleNeighbours } from '../posts/article-neighbours'
import { PostArticle } from '../posts/post-article'
import { Related } from '../components/related'
import { optional } from '../content/content.server'
import { screenLoader } from '../content/loaders.server'
import { postMeta } from '../seo/page-meta'
import { articleViewOf } from '../content/post-view.server'

export const meta: MetaFunction<typeof loader> = (args) => postMeta(args, args.data?.post, 'text')

export const loader = screenLoader(screens.blogDetails, async ({ content, params }) => {
  const { id } = params
  const [post, all] = await Promise.all([content.getBlog(id), optional(content.listBlog())])
  return { post: articleViewOf(post, content.lang), ...furtherArticles(all, id, content.lang) }
})

export default function BlogDetails() {
  const { post, neighbours, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const list = { to: addresses.blog(), title: t('blog.heading') }
  return (
    <>
      <PostArticle
        post={post}
        crumbs={[list]}
        picture="text"
        beside={<ArticleMeta article={post} />}
      />
      <ArticleNeighbours neighbours={neighbours} linkTo={addresses.blogPost} />
      <Related
        heading={t('blog.others')}
        cards={others}
        linkTo={addresses.blogPost}
        shape="scene"
        all={{ to: list.to, title: t('blog.all') }}
      />
    </>
  )
}
