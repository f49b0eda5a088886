import { useTranslation } from 'react-i18next'
import { groupArticlesByYear } from './group-articles'
import type { ArticleCardView, CardPage } from '../content/cards.server'
import { ArticleMeta } from './article-meta'
import { LeadArticle } from './lead-article'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'

/** Articles grouped by year; on the first page the newest one leads. */
export function ArticleList({
  linkTo,
  ...list
}: CardPage<ArticleCardView> & {
  /** The path of an article, from its postID. */
  linkTo: (postId: string) => string
}) {
  const { t } = useTranslation()
  const { lead, years } = groupArticlesByYear(list)
  return (
    <>
      {lead && <LeadArticle article={lead} to={linkTo(lead.postID)} />}
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
