import { useTranslation } from 'react-i18next'
import { layOutArticles } from './article-years'
import type { ArticleCardView, CardPage } from '../content/cards.server'
import { ArticleMeta } from './article-meta'
import { LeadArticle } from './lead-article'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-words'

/** Articles by years, the newest of all leading. */
export function ArticleList({
  linkTo,
  ...list
}: CardPage<ArticleCardView> & {
  /** Where an article is, from its postID. */
  linkTo: (postId: string) => string
}) {
  const { t } = useTranslation()
  const { lead, years } = layOutArticles(list)
  return (
    <>
      {lead && <LeadArticle article={lead} to={linkTo(lead.postID)} />}
      {years.map(({ year, articles }) => (
        <section key={articles[0]?.postID} className="article-year">
          <h2 className="article-year-heading node">{year || t('article.undated')}</h2>
          <ul>
            {articles.map((article) => (
              <li key={article.postID} className="article-row card">
                <Picture
                  image={article.postImage}
                  placeholderColour={article.placeholderColour}
                  use="articleRow"
                  shape="scene"
                />
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
