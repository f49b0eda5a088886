import { addresses } from '../../addresses'
import { companyNamesOf } from '../../content/brand.server'
import {
  optional,
  type Article,
  type ArticleCard,
  type Content,
  createPause,
  type Pause,
} from '../../content/content.server'
import { articleViewOf } from '../../content/post-view.server'
import { inLanguage } from '../../language/in-language'
import { languages, type Language } from '../../language/languages'
import { pageTitle } from '../page-title'
import type { FeedKind } from './feed-links'
import { feedHtml } from './feed-text.server'

/** The newest articles of a screen in one language, for feed readers. All addresses are absolute. */
export interface Feed {
  title: string
  description: string
  /** Such as "ar". */
  language: string
  /** The company's name. */
  author: string
  /** The site's home page. */
  siteUrl: string
  /** The screen of the list. */
  listUrl: string
  /** The date of its newest article; undefined if none has one. */
  updatedAt: Date | undefined
  items: FeedItem[]
}

interface FeedItem {
  /** Its address, which identifies it. */
  url: string
  title: string
  /** Plain text; possibly empty. */
  summary: string
  /** Its whole text as HTML; empty if it has none, or if that is unavailable. */
  html: string
  /** Empty if it has no picture. */
  imageUrl: string
  /** Undefined for an article without a date. */
  publishedAt: Date | undefined
}

/** More than feed readers show as new, and few enough to be read side by side. */
const maxItems = 20

/** Texts of all articles together, in UTF-16 units: the event loop waits while they are written. */
const maxTexts = 500_000

/** The width of an article's picture, in pixels. */
const pictureWidth = 1200

const kinds = {
  news: {
    listPath: addresses.news,
    pathOf: addresses.newsItem,
    list: (content: Content) => content.listNews(),
    get: (content: Content, id: string) => content.getNews(id),
  },
  blog: {
    listPath: addresses.blog,
    pathOf: addresses.blogPost,
    list: (content: Content) => content.listBlog(),
    get: (content: Content, id: string) => content.getBlog(id),
  },
}

/**
 * Reads a feed. What the content has only in the other language is left out; an article whose text is
 * unavailable, or too long beside those before it, is there without it.
 * @throws ContentUnavailable when the list is unavailable
 */
export async function readFeed(content: Content, kind: FeedKind): Promise<Feed> {
  const { listPath, pathOf, list, get } = kinds[kind]
  const { lang, siteUrl, t } = content
  const [names, footer, posts] = await Promise.all([
    companyNamesOf(content),
    optional(content.findFooter()),
    list(content),
  ])
  const cards = posts.filter(isTranslated).slice(0, maxItems)
  const articles = await Promise.all(cards.map(({ postID }) => optional(get(content, postID))))
  const urlOf = (path: string) => inLanguage(siteUrl + path, lang)
  const pause = createPause()
  const items: FeedItem[] = []
  let left = maxTexts
  for (const [at, card] of cards.entries()) {
    const url = urlOf(pathOf(card.postID))
    const article = articles[at]
    const length = article?.postDetails.length ?? 0
    const html = article && length <= left ? await htmlOf(article, url, lang, pause) : ''
    if (html) left -= length
    items.push(itemOf(card, html, url, siteUrl))
  }
  const title = pageTitle(t(`${kind}.heading`), names.shortName)
  return {
    title,
    description: footer?.postSubTitle || title,
    language: languages[lang].lang,
    author: names.name || new URL(siteUrl).host,
    siteUrl: urlOf(addresses.home()),
    listUrl: urlOf(listPath()),
    updatedAt: items.find(({ publishedAt }) => publishedAt)?.publishedAt,
    items,
  }
}

function itemOf(
  { postTitle, postSubTitle, postImage, postDate }: ArticleCard,
  html: string,
  url: string,
  siteUrl: string,
): FeedItem {
  return {
    url,
    title: postTitle,
    summary: postSubTitle,
    html,
    imageUrl: postImage && siteUrl + addresses.image(postImage, pictureWidth),
    publishedAt: postDate ? new Date(postDate) : undefined,
  }
}

async function htmlOf(article: Article, url: string, lang: Language, pause: Pause) {
  const text = isTranslated(article) ? articleViewOf(article, lang).postDetails : ''
  await pause()
  const html = text && feedHtml(text, url, lang)
  await pause()
  return html
}

/** Whether a post has texts in the page's language. */
function isTranslated({ language }: { language?: Language }) {
  return language === undefined
}
