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

export const loader = screenLoader(screens.newsDetails, async ({ content, params }) => {
  const { id } = params
  const [post, all] = await Promise.all([content.getNews(id), optional(content.listNews())])
  return { post: articleViewOf(post, content.lang), ...furtherArticles(all, id, content.lang) }
})

export default function NewsDetails() {
  const { post, neighbours, others } = useLoaderData<typeof loader>()
  const { t } = useTranslation()
  const list = { to: addresses.news(), title: t('news.heading') }
  return (
    <>
      <PostArticle
        post={post}
        crumbs={[list]}
        picture="text"
        beside={<ArticleMeta article={post} />}
      />
      <ArticleNeighbours neighbours={neighbours} linkTo={addresses.newsItem} />
      <Related
        heading={t('news.others')}
        cards={others}
        linkTo={addresses.newsItem}
        shape="scene"
        all={{ to: list.to, title: t('news.all') }}
      />
    </>
  )
}
