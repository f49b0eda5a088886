import type { ArticleCardView } from '../content/cards.server'
import { ArticleMeta } from './article-meta'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'

/** The newest article of a list, large above the others; on phones a row as they are. */
export function LeadArticle({ article, to }: { article: ArticleCardView; to: string }) {
  return (
    <article className="lead-article card" data-pictured={article.postImage ? true : undefined}>
      {article.postImage && <Picture post={article} use="leadArticle" shape="scene" isLcp />}
      <div className="lead-article-words">
        <ArticleMeta article={article} />
        <PostTitle post={article} to={to} level="h2" isNode />
        <PostSubTitle post={article} />
      </div>
    </article>
  )
}
