import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import type { CardView, Neighbours } from '../views/card-views.server'
import type { ArticleView } from '../views/post-view.server'
import type { WithFiles } from '../views/file-facts.server'
import { Icon } from '../components/icon'
import { MixedText } from '../components/mixed-text'
import { Picture } from '../components/pictures/picture'
import { addresses } from '../addresses'
import { PostTitle } from '../components/post-text'
import { ArticleMeta } from './article-list'
import { PostArticle } from './post-article'

/** Further articles in the second column: a row for each. */
function RelatedList({
  heading,
  cards,
  linkTo,
  all,
}: {
  heading: string
  cards: CardView[]
  linkTo: (postId: string) => string
  all: { to: string; title: string }
}) {
  if (cards.length === 0) return null
  return (
    <section className="related-list">
      <h2>{heading}</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.postID} className="card">
            <Picture post={card} use="related" shape="scene" />
            <PostTitle post={card} to={linkTo(card.postID)} level="h3" />
            {card.dateText && <time dateTime={card.postDate}>{card.dateText}</time>}
          </li>
        ))}
      </ul>
      <Link className="text-link" to={all.to}>
        {all.title}
        <Icon name="arrow" />
      </Link>
    </section>
  )
}

/** Links to the previous and next article of the list; nothing if there are none. */
function ArticleNeighbours({
  neighbours: { newer, older },
  linkTo,
}: {
  neighbours: Neighbours
  linkTo: (postId: string) => string
}) {
  const { t } = useTranslation()
  if (!newer && !older) return null
  const isDated = [newer, older].every((article) => article === null || article.dateText)
  return (
    <nav className="container" aria-label={t('article.neighbours')} data-markdown="skip">
      <ul className="neighbours">
        {newer && (
          <Neighbour
            article={newer}
            to={linkTo(newer.postID)}
            rel="prev"
            label={t(isDated ? 'article.newer' : 'list.previous')}
          />
        )}
        {older && (
          <Neighbour
            article={older}
            to={linkTo(older.postID)}
            rel="next"
            label={t(isDated ? 'article.older' : 'list.next')}
          />
        )}
      </ul>
    </nav>
  )
}

function Neighbour({
  article,
  to,
  rel,
  label,
}: {
  article: CardView
  to: string
  rel: 'prev' | 'next'
  label: string
}) {
  return (
    <li className="neighbour card" data-rel={rel}>
      {article.postImage && <Picture post={article} use="neighbour" shape="scene" />}
      <p className="card-title">
        <Link to={to} rel={rel}>
          <span className="neighbour-label">
            {rel === 'prev' && <Icon name="chevronBack" />}
            {label}
            {rel === 'next' && <Icon name="chevron" />}
          </span>{' '}
          <MixedText text={article.postTitle} language={article.language} />
        </Link>
      </p>
      {article.dateText && <time dateTime={article.postDate}>{article.dateText}</time>}
    </li>
  )
}

const kinds = {
  news: { list: addresses.news, linkTo: addresses.newsItem },
  blog: { list: addresses.blog, linkTo: addresses.blogPost },
} as const

/** One article, with its neighbours in the list and others to read. */
export function ArticleScreen({
  kind,
  post,
  neighbours,
  others,
}: {
  kind: keyof typeof kinds
  post: WithFiles<ArticleView>
  neighbours: Neighbours
  others: CardView[]
}) {
  const { t } = useTranslation()
  const { list, linkTo } = kinds[kind]
  return (
    <>
      <PostArticle
        post={post}
        crumbs={[{ to: list(), title: t(`${kind}.heading`) }]}
        picture="text"
        ask={t('contact.ask.article')}
        beside={<ArticleMeta article={post} />}
        related={
          <RelatedList
            heading={t(`${kind}.others`)}
            cards={others}
            linkTo={linkTo}
            all={{ to: list(), title: t(`${kind}.all`) }}
          />
        }
      />
      <ArticleNeighbours neighbours={neighbours} linkTo={linkTo} />
    </>
  )
}
