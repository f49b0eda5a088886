import type { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { z } from 'zod'
import { feedFormats, type FeedFormat } from '../../addresses'
import { escapeHtml } from '../../views/post-view.server'
import type { Feed } from './feed.server'

/** Characters that XML 1.0 cannot contain, not even as references. */
const notInXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

/** Used where Atom requires a time: early enough that undated articles never count as new. */
const unknownTime = new Date(0)

/** JSON Feed requires `items`, which the library omits when empty. */
const jsonFeed = z.looseObject({ version: z.string(), items: z.array(z.unknown()).default([]) })

/**
 * Writes a feed as RSS 2.0, Atom 1.0 or JSON Feed 1.1. A picture is not an enclosure, since RSS requires its size and
 * type, and these depend on what the reader accepts.
 * @param selfUrl the absolute address of this file
 */
export async function writeFeed(feed: Feed, format: FeedFormat, selfUrl: string) {
  // Loaded on demand: it takes as long as rendering twenty pages.
  const library = await import('feedsmith')
  if (format === 'json') {
    return JSON.stringify(jsonFeed.parse(library.generateJsonFeed<true>(jsonOf(feed, selfUrl))))
  }
  const xml =
    format === 'rss'
      ? library.generateRssFeed<true>(rssOf(feed, selfUrl))
      : library.generateAtomFeed<true>(atomOf(feed, selfUrl))
  return xml.replace(notInXml, '')
}

function rssOf(feed: Feed, selfUrl: string): Parameters<typeof generateRssFeed<true>>[0] {
  return {
    title: feed.title,
    link: feed.listUrl,
    description: escapeHtml(feed.description),
    language: feed.language,
    lastBuildDate: feed.updatedAt,
    atom: { links: [{ href: selfUrl, rel: 'self', type: feedFormats.rss.type }] },
    items: feed.items.map(({ url, title, summary, html, imageUrl, publishedAt }) => ({
      title,
      link: url,
      description: escapeHtml(summary),
      guid: { value: url, isPermaLink: true },
      pubDate: publishedAt,
      dc: { creators: [feed.author] },
      content: { encoded: html },
      media: mediaOf(imageUrl),
    })),
  }
}

function atomOf(feed: Feed, selfUrl: string): Parameters<typeof generateAtomFeed<true>>[0] {
  return {
    id: selfUrl,
    title: { value: feed.title },
    subtitle: { value: feed.description },
    updated: feed.updatedAt ?? unknownTime,
    authors: [{ name: feed.author, uri: feed.siteUrl }],
    links: [
      { href: selfUrl, rel: 'self', type: feedFormats.atom.type },
      { href: feed.listUrl, rel: 'alternate', type: 'text/html', hreflang: feed.language },
    ],
    xml: { lang: feed.language },
    entries: feed.items.map(({ url, title, summary, html, imageUrl, publishedAt }) => ({
      id: url,
      title: { value: title },
      updated: publishedAt ?? unknownTime,
      published: publishedAt,
      links: [{ href: url, rel: 'alternate', type: 'text/html', hreflang: feed.language }],
      summary: { value: summary },
      ...(html && { content: { value: html, type: 'html' } }),
      media: mediaOf(imageUrl),
    })),
  }
}

function jsonOf(feed: Feed, selfUrl: string): Parameters<typeof generateJsonFeed<true>>[0] {
  return {
    title: feed.title,
    description: feed.description,
    home_page_url: feed.listUrl,
    feed_url: selfUrl,
    language: feed.language,
    authors: [{ name: feed.author, url: feed.siteUrl }],
    items: feed.items.map(({ url, title, summary, html, imageUrl, publishedAt }) => ({
      id: url,
      url,
      title,
      ...(html ? { content_html: html } : { content_text: summary || title }),
      ...(summary && { summary }),
      ...(imageUrl && { image: imageUrl }),
      date_published: publishedAt,
    })),
  }
}

/** Describes a picture in the Media RSS namespace. */
function mediaOf(imageUrl: string) {
  return imageUrl ? { contents: [{ url: imageUrl, medium: 'image' }] } : undefined
}
