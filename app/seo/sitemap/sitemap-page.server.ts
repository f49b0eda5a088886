import type { Card } from '../../../server/content/posts/post'
import type { SearchKind } from '@site/product-search/types'
import { addresses } from '../../addresses'
import {
  languageKey,
  siteLanguages,
  type Language,
  inLanguage,
  languages,
} from '../../language/languages'
import type { LoadContext } from '../../content/content.server'
import { overviewOfContent } from '../../content/loaders.server'

/** A page of the sitemap. */
export interface SitemapPage {
  path: string
  /** The data of each language in which the page exists. */
  versions: Partial<Record<Language, PageVersion>>
  /** The posts that the page shows, by their IDs. */
  shows: LoggedPosts | null
  /** The posts that the page lists, by the IDs of their parents. */
  lists: LoggedPosts | null
}

/** Posts that the change log contains. */
export interface LoggedPosts {
  kind: SearchKind
  ids: string[]
}

interface PageVersion {
  /** ms since the epoch; null if unknown. */
  lastModified: number | null
  /** Absolute address of the main picture, or empty. */
  image: string
  news: SitemapNews | null
}

/** The sitemap's data about a recent article. */
interface SitemapNews {
  /** The company's name. */
  publication: string
  title: string
  /** ISO 8601. */
  date: string
}

/** A list in each language. */
export type BothLists<P extends Card = Card> = Record<Language, P[]>

export function idsOf(lists: BothLists) {
  return [...new Set(siteLanguages.flatMap((language) => lists[language].map(idOf)))]
}

function idOf({ postID }: Card) {
  return postID
}

/** The protocol's maximum length of an address. */
const maxAddressLength = 2_048

/**
 * Returns the pages of posts, each once, in the languages that have the post. A page whose address exceeds the
 * protocol's limit is left out.
 * @param kind the posts' kind in the change log; null for posts that it does not contain
 * @param listed the kind of child posts that each page also lists
 */
export function pagesOf(
  { site: { siteUrl } }: LoadContext,
  kind: SearchKind | null,
  posts: BothLists,
  pathOf: (id: string) => string,
  listed: SearchKind | null = null,
): SitemapPage[] {
  const maxPathLength = maxAddressLength - siteUrl.length - `?${languageKey}=En`.length
  const pages = new Map<string, SitemapPage>()
  for (const language of siteLanguages) {
    for (const post of posts[language]) {
      const { postID } = post
      const path = pathOf(postID)
      if (path.length > maxPathLength) continue
      const page = pages.get(path) ?? {
        path,
        versions: {},
        shows: kind && { kind, ids: [postID] },
        lists: listed && { kind: listed, ids: [postID] },
      }
      page.versions[language] ??= versionOf(post, siteUrl)
      pages.set(path, page)
    }
  }
  return [...pages.values()]
}

/** Returns a screen of the site, which exists in both languages, with the posts that it shows. */
export function screenPage(
  path: string,
  posts: BothLists | null = null,
  kind: SearchKind | null = null,
): SitemapPage {
  const versionIn = (language: Language): PageVersion => {
    const dates = (posts?.[language] ?? []).map(({ postDate }) => publishedAt(postDate))
    return { lastModified: latestOf(dates), image: '', news: null }
  }
  return {
    path,
    versions: Object.fromEntries(siteLanguages.map((language) => [language, versionIn(language)])),
    shows: kind && { kind, ids: posts ? idsOf(posts) : [] },
    lists: null,
  }
}

/** Returns the latest of some times, ms since the epoch; null if none is known. */
export function latestOf(times: (number | null)[]): number | null {
  // Spreading into Math.max could fail: a list may have ten thousand items.
  const latest = times.reduce<number>((max, time) => Math.max(max, time ?? 0), 0)
  return latest || null
}

/** Parses a date, ms since the epoch; null without a date, or with a future one. */
export function publishedAt(postDate: string) {
  const at = Date.parse(postDate)
  return at <= Date.now() ? at : null
}

function versionOf({ postDate, postImage }: Card, siteUrl: string): PageVersion {
  const image = postImage && siteUrl + addresses.image(postImage)
  return {
    lastModified: publishedAt(postDate),
    image: image.length > maxAddressLength ? '' : image,
    news: null,
  }
}

/** Writes a sitemap file with each page in its languages; both versions of a page link to each other. */
export async function sitemapResponse(pages: SitemapPage[], context: LoadContext) {
  const { SitemapStream, streamToPromise } = await import('sitemap')
  const stream = new SitemapStream({
    hostname: context.site.siteUrl,
    xmlns: { news: true, xhtml: true, image: true, video: false },
  })
  for (const { path, versions } of pages) {
    const isInBoth = siteLanguages.every((language) => versions[language])
    const links = [
      ...siteLanguages.map((language) => ({
        lang: languages[language].lang,
        url: inLanguage(path, language),
      })),
      { lang: 'x-default', url: path },
    ]
    for (const language of siteLanguages) {
      const version = versions[language]
      if (!version) continue
      const { lastModified, image, news } = version
      stream.write({
        url: inLanguage(path, language),
        ...(isInBoth && { links }),
        ...(lastModified !== null && { lastmod: new Date(lastModified).toISOString() }),
        ...(image && { img: image }),
        ...(news && { news: newsElement(news, languages[language].lang) }),
      })
    }
  }
  stream.end()
  return xmlResponse(await streamToPromise(stream), context)
}

/** Writes the sitemap index. */
export async function sitemapIndexResponse(parts: string[], context: LoadContext) {
  const { SitemapIndexStream, streamToPromise } = await import('sitemap')
  const stream = new SitemapIndexStream()
  for (const part of parts) stream.write(part)
  stream.end()
  return xmlResponse(await streamToPromise(stream), context)
}

function newsElement({ publication, title, date }: SitemapNews, language: string) {
  return { publication: { name: publication, language }, title, publication_date: date }
}

function xmlResponse(xml: Buffer, context: LoadContext) {
  return new Response(new Uint8Array(xml), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': overviewOfContent(context),
    },
  })
}
