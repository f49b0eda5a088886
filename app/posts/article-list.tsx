import { useTranslation } from '../language/translation'
import type { ArticleCardView, CardPage } from '../views/card-views.server'
import { Picture } from '../components/pictures/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'
import { DrawnIcon } from '../components/icon'
import { useLanguage } from '../language/text-language'
import { feedPath, type FeedKind } from '../addresses'

/** Consecutive articles of one year. */
interface ArticleYear {
  /** Empty for articles without a date. */
  year: string
  articles: ArticleCardView[]
}

/** Groups one page of an article list by year. On the first page the newest article is the lead. */
export function groupArticlesByYear({
  cards,
  page,
}: Pick<CardPage<ArticleCardView>, 'cards' | 'page'>): {
  lead: ArticleCardView | undefined
  years: ArticleYear[]
} {
  const [first, ...others] = cards
  const hasLead = page === 1
  const years: ArticleYear[] = []
  for (const article of hasLead ? others : cards) {
    const last = years.at(-1)
    if (last?.year === article.year) last.articles.push(article)
    else years.push({ year: article.year, articles: [article] })
  }
  return { lead: hasLead ? first : undefined, years }
}

/** An article's date and reading time, each only if known. */
export function ArticleMeta({
  article,
}: {
  article: { postDate?: string; dateText?: string; readingMinutes: number }
}) {
  const { t } = useTranslation()
  const { postDate, dateText, readingMinutes } = article
  if (!dateText && readingMinutes === 0) return null
  return (
    <p className="article-meta">
      {dateText && <time dateTime={postDate}>{dateText}</time>}{' '}
      {readingMinutes > 0 && <span>{t('article.reading', { count: readingMinutes })}</span>}
    </p>
  )
}

/** The newest article of a list, large above the others; on phones a row like them. */
function LeadArticle({
  article,
  to,
  isContinued,
}: {
  article: ArticleCardView
  to: string
  /** Whether the articles below are of the same year. */
  isContinued: boolean
}) {
  return (
    <article
      className="lead-article card"
      data-pictured={article.postImage ? true : undefined}
      data-goes-on={isContinued || undefined}
    >
      {article.postImage && <Picture post={article} use="leadArticle" shape="scene" isLcp />}
      <div className="lead-article-words">
        <ArticleMeta article={article} />
        <PostTitle post={article} to={to} level="h2" isNode />
        <PostSubTitle post={article} />
      </div>
    </article>
  )
}

/** Articles grouped by year; on the first page the newest one leads. */
export function ArticleList({
  linkTo,
  ...list
}: CardPage<ArticleCardView> & {
  /** Returns the path of an article by postID. */
  linkTo: (postId: string) => string
}) {
  const { t } = useTranslation()
  const { lead, years } = groupArticlesByYear(list)
  return (
    <>
      {lead && (
        <LeadArticle
          article={lead}
          to={linkTo(lead.postID)}
          isContinued={lead.year === years[0]?.year}
        />
      )}
      {years.map(({ year, articles }) => (
        <section key={articles[0]?.postID} className="article-year">
          <h2 className="article-year-heading node">{year || t('article.undated')}</h2>
          <ul>
            {articles.map((article) => (
              <li key={article.postID} className="article-row card">
                <Picture post={article} use="articleRow" shape="scene" />
                <div className="article-row-words">
                  <ArticleMeta article={article} />
                  <PostTitle post={article} to={linkTo(article.postID)} level="h3" />
                  <PostSubTitle post={article} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** The usual feed icon, which is not mirrored. */
const feedIcon = {
  path: 'M5 19.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14',
}

/** Links to the feed of a list of articles. */
export function FeedLink({ kind }: { kind: FeedKind }) {
  const { t } = useTranslation()
  return (
    <p>
      <a className="text-link" href={feedPath(kind, 'rss', useLanguage())}>
        <DrawnIcon drawing={feedIcon} />
        {t('article.feed')}
      </a>
    </p>
  )
}
