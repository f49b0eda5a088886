import type { ArticleCardView, CardPage } from '../content/cards.server'

/** Articles of one year, as they follow each other in their list. */
interface ArticleYear {
  /** Empty for articles without a date. */
  year: string
  articles: ArticleCardView[]
}

/** A page of a list of articles as it is laid out: the newest of all leads it, the others by years. */
export function layOutArticles({
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
