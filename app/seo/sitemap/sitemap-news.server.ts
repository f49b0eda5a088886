import type { RequestScope } from '../../../server/content/request-scope.ts'
import { companyNamesOf } from '../../content/brand.server'
import { siteLanguages, type Language } from '../../language/languages'
import { publishedAt, type BothLists, type SitemapPage } from './sitemap-page.server'

/** Older articles are no news to search engines. */
const maxAgeMs = 2 * 24 * 60 * 60 * 1000

/** A file may have a thousand, in both languages. */
const maxArticles = 500

/** Marks the pages of recent articles as news of the company. An article without a title is none. */
export async function addNews(
  pages: SitemapPage[],
  articles: BothLists | null,
  pathOf: (id: string) => string,
  scope: RequestScope,
) {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  for (const language of siteLanguages) {
    const recent = (articles?.[language] ?? []).filter(isRecent).slice(0, maxArticles)
    if (recent.length === 0) continue
    const publication = await companyNameIn(language, scope)
    if (publication === '') continue
    for (const { postID, postTitle, postDate } of recent) {
      const version = byPath.get(pathOf(postID))?.versions[language]
      if (version) version.news = { publication, title: postTitle, date: postDate }
    }
  }
}

function isRecent({ postTitle, postDate }: { postTitle: string; postDate: string }) {
  const at = publishedAt(postDate)
  return at !== null && at >= Date.now() - maxAgeMs && postTitle !== ''
}

async function companyNameIn(lang: Language, scope: RequestScope) {
  const { name } = await companyNamesOf({ lang, findFooter: scope.calls(lang).findFooter })
  return name
}
