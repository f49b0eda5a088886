import { decodeEntities } from '@site/arabic-text/characters'
import { languages, type Language, inLanguage } from '../../language/languages'
import { addresses, type FeedKind } from '../../addresses'
import { companyNamesOf } from '../../site/brand.server'
import {
  found,
  optional,
  type Article,
  type ArticleCard,
  type Content,
  createPause,
  type Pause,
} from '../../content/content.server'
import { articleViewOf } from '../../views/post-view.server'
import { pageTitle } from '../../layout/frame'

/** Start tags with attributes that have no meaning outside the page. */
const startTag = /<(?:a|img|span)\s[^<>]*>/g

/** Aggregators remove this element, with what keeps an order code in order; they keep a span with the attribute. */
const isolation = /(?<=<\/?)bdi(?=[\s>])/g

/** Attributes for the page's stylesheet and for lazy loading of pictures. */
const pageAttributes = / (?:class|loading)="[^"]*"/g

const address = / (href|src)="([^"]*)"/g

/**
 * Converts a page's rich text for feed readers: absolute addresses, explicit language and direction.
 * @param html sanitised, so that "<" and ">" only begin and end tags
 * @param pageUrl the absolute address of the page, to which the addresses in the text are relative
 */
function feedHtml(html: string, pageUrl: string, language: Language) {
  const { lang, dir } = languages[language]
  const text = html
    .replace(isolation, 'span')
    .replace(startTag, (tag) =>
      tag
        .replace(pageAttributes, '')
        .replace(address, (_, name: string, value: string) => absolute(name, value, pageUrl)),
    )
  return `<div lang="${lang}" dir="${dir}">${text}</div>`
}

/** @returns the attribute, or an empty text for an invalid address */
function absolute(name: string, value: string, pageUrl: string) {
  const url = decodeEntities(value)
  if (!URL.canParse(url, pageUrl)) return ''
  return ` ${name}="${new URL(url, pageUrl).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
}

/** The newest articles of a screen in one language, for feed readers. All addresses are absolute. */
export interface Feed {
  title: string
  description: string
  /** Language tag, such as "ar". */
  language: string
  /** The company's name. */
  author: string
  /** The site's home page. */
  siteUrl: string
  /** Address of the list's screen. */
  listUrl: string
  /** Date of the newest article; undefined if none has one. */
  updatedAt: Date | undefined
  items: FeedItem[]
}

interface FeedItem {
  /** The article's address, which identifies it. */
  url: string
  title: string
  /** Plain text; possibly empty. */
  summary: string
  /** Full text as HTML; empty if there is none. */
  html: string
  /** Empty if the article has no picture. */
  imageUrl: string
  /** Undefined for an article without a date. */
  publishedAt: Date | undefined
}

/** Max. articles in a feed: more than feed readers show as new, and few enough to be read in parallel. */
const maxItems = 20

/** Max. length of all articles' texts together, in UTF-16 units: writing them blocks the event loop. */
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
 * Reads a feed. Articles that exist only in the other language are left out. A text that exceeds the total limit is left
 * out of its article.
 * @throws ContentUnavailable when the list or a text is unavailable: readers take an article once, and would never see
 * its text
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
  const articles = await Promise.all(cards.map(({ postID }) => found(get(content, postID))))
  const urlOf = (path: string) => inLanguage(siteUrl + path, lang)
  const pause = createPause()
  const items: FeedItem[] = []
  let left = maxTexts
  for (const [at, card] of cards.entries()) {
    const url = urlOf(pathOf(card.postID))
    const article = articles[at]
    const length = article?.postDetails.length ?? 0
    const html = article && length <= left ? await htmlOf(article, url, lang, pause) : ''
    left -= html.length
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
