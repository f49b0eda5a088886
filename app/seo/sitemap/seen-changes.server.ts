import type { SearchKind } from '../../../server/search/search-types.ts'
import { getSite } from '../../../server/site.ts'
import { optional } from '../../content/content.server'
import { siteLanguages, type Language } from '../../language/languages'
import { latestOf, type LoggedPosts, type SitemapPage } from './sitemap-page.server'

type Times = Map<SearchKind, Map<string, number>>

/**
 * Dates pages by the changes that were seen of their posts, where these are later than the posts' own dates.
 * Without the change log no page is dated: its posts' dates may be long past.
 * @returns false without the change log
 */
export async function addSeenChanges(pages: SitemapPage[]): Promise<boolean> {
  const seen = await Promise.all(
    siteLanguages.map(async (language) => {
      const changes = await optional(readChanges(pages, language))
      for (const { versions, shows, lists } of pages) {
        const version = versions[language]
        if (!version) continue
        version.lastModified =
          changes &&
          latestOf([
            version.lastModified,
            ...timesOf(shows, changes.posts),
            ...timesOf(lists, changes.lists),
          ])
      }
      return changes !== null
    }),
  )
  return seen.every(Boolean)
}

/** @throws ContentUnavailable when the change log does not answer */
async function readChanges(pages: SitemapPage[], language: Language) {
  const { changedAt, latestAmong } = getSite().search.changes
  const posts = await readTimes(
    pages.flatMap(({ shows }) => shows ?? []),
    async (kind, ids) => {
      const times = await changedAt(kind, ids, language)
      return new Map([...times].map(([id, time]) => [id, time.changedAt ?? 0]))
    },
  )
  const lists = await readTimes(
    pages.flatMap((page) => page.lists ?? []),
    (kind, ids) => latestAmong(kind, ids, language),
  )
  return { posts, lists }
}

async function readTimes(
  asked: LoggedPosts[],
  find: (kind: SearchKind, ids: string[]) => Promise<Map<string, number>>,
) {
  const times: Times = new Map()
  for (const kind of new Set(asked.map((posts) => posts.kind))) {
    const ofKind = asked.filter((posts) => posts.kind === kind)
    const ids = [...new Set(ofKind.flatMap((posts) => posts.ids))]
    times.set(kind, await find(kind, ids))
  }
  return times
}

function timesOf(posts: LoggedPosts | null, times: Times) {
  return (posts?.ids ?? []).map((id) => (posts && times.get(posts.kind)?.get(id)) ?? null)
}
