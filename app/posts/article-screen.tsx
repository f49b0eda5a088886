import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { ContactBand } from '../components/contact-band'
import { MessageItems } from '../components/message-items'
import { Related } from '../components/related'
import type { CardView, Neighbours } from '../content/cards.server'
import type { ArticleView } from '../content/post-view.server'
import { ArticleMeta } from './article-meta'
import { ArticleNeighbours } from './article-neighbours'
import { PostArticle } from './post-article'

const kinds = {
  news: { list: addresses.news, linkTo: addresses.newsItem },
  blog: { list: addresses.blog, linkTo: addresses.blogPost },
} as const

/** One article, with its neighbours in the list and others to read. */
export function ArticleScreen({
  kind,
  post,
  sizes,
  neighbours,
  others,
}: {
  kind: keyof typeof kinds
  post: ArticleView
  /** Of its files: formatted, by file name. */
  sizes: string[]
  neighbours: Neighbours
  others: CardView[]
}) {
  const { t } = useTranslation()
  const { list, linkTo } = kinds[kind]
  return (
    <>
      <PostArticle
        post={post}
        sizes={sizes}
        crumbs={[{ to: list(), title: t(`${kind}.heading`) }]}
        picture="text"
        beside={<ArticleMeta article={post} />}
      />
      <ArticleNeighbours neighbours={neighbours} linkTo={linkTo} />
      <ContactBand heading={t('contact.ask.article')}>
        <MessageItems about={post.postTitle} />
      </ContactBand>
      <Related
        heading={t(`${kind}.others`)}
        cards={others}
        linkTo={linkTo}
        shape="scene"
        all={{ to: list(), title: t(`${kind}.all`) }}
      />
    </>
  )
}
