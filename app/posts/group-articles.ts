import type { ArticleCardView, CardPage } from '../content/cards.server'

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
