import { pageTitle, type Frame } from '../layout/frame'
import type { MetaDescriptor, MetaArgs } from '@remix-run/react'
import type { PostView } from '../views/post-view.server'
import type { ContactLinks } from '@site/arabic-text/linked-text'
import { plainText, withEllipsis } from '@site/arabic-text/characters'
import { isolateRuns } from '@site/arabic-text/directions'
import { pictureSizes, srcSetOf, type PictureUse } from '../components/pictures/picture'
import { addresses, feedFormats, feedPath, type FeedKind } from '../addresses'
import {
  languages,
  siteLanguages,
  type Language,
  defaultLanguage,
  languageKey,
} from '../language/languages'

/** Search engines show about 160 characters. */
const maxLength = 160

/** A shorter description fills less than a line and a half of a search result. */
const minLength = 70

/** Returns a text if it is long enough to describe a page, else joins it with another one. */
function describe(text = '', more = '') {
  if (text.length >= minLength || more === '') return text
  if (text === '') return more
  return `${text}${/[\p{L}\p{N})»"”]$/u.test(text) ? '.' : ''} ${more}`
}

/** Joins the titles of posts, up to the limit of a description. */
export function namesOf(posts: { postTitle: string }[]) {
  const titles = posts.map(({ postTitle }) => postTitle).filter((title) => title !== '')
  return titles.slice(0, 8).join(' · ')
}

/** Returns the start of a sanitised text, on one line. */
export function beginningOf(html: string) {
  return plainText(html.slice(0, 2_000)).replace(/\s+/g, ' ')
}

/** Truncates a description between words. */
export function shorten(text: string) {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return withEllipsis(cut.slice(0, Math.max(cut.lastIndexOf(' '), 100)))
}

/** Describes a page about a place to call, write or visit. */
export function contactDescription(contact: ContactLinks | null) {
  const { adress1 = '', phone1 = [], email1 = [] } = contact ?? {}
  const texts = [phone1, email1].map((parts) => parts.map(({ text }) => text).join(''))
  return [adress1, ...texts].filter((text) => text !== '').join(' · ')
}

/** The page's LCP image (largest contentful paint). */
export interface LcpImage {
  /** A file name at the image base URL; empty or undefined for none. */
  image: string | undefined
  use: PictureUse
}

/** Returns a preload link with the picture's own srcset and sizes, so that both load the same file. */
function lcpImageMeta({ image, use }: LcpImage): MetaDescriptor[] {
  if (!image) return []
  return [
    {
      tagName: 'link',
      rel: 'preload',
      as: 'image',
      imageSrcSet: srcSetOf(image, use),
      imageSizes: pictureSizes[use],
      fetchpriority: 'high',
    },
  ]
}

/**
 * Builds description, language alternates, Open Graph and share card of a page.
 * @param addressIn returns the page's absolute address in a language, or for any
 */
function crawlerMeta(
  { lang, siteUrl, siteName, siteDescription, isOnlyInThisLanguage }: Frame,
  {
    title,
    type = 'website',
    path,
    paths,
    onlyLanguage,
    ...description
  }: PageDescription & { path: string },
  addressIn: (language?: Language) => string,
): MetaDescriptor[] {
  const isIndexed = !onlyLanguage && description.isIndexed !== false
  const summary = shorten(description.description || siteDescription)
  const only = onlyLanguage ?? (isOnlyInThisLanguage ? lang : undefined)
  const known = siteLanguages.filter((language) =>
    only ? language === only : !paths || paths[language],
  )
  const card = siteUrl + addresses.shareCard(lang, path)
  return [
    ...(summary ? [{ name: 'description', content: summary }] : []),
    ...(isIndexed && !description.isSelection ? [] : [{ name: 'robots', content: 'noindex' }]),
    ...alternates(known, addressIn),
    openGraph('title', title || siteName),
    ...(summary ? [openGraph('description', summary)] : []),
    openGraph('type', type),
    openGraph('url', addressIn(lang)),
    ...(siteName ? [openGraph('site_name', siteName)] : []),
    openGraph('locale', languages[lang].openGraph),
    ...known
      .filter((language) => language !== lang)
      .map((language) => openGraph('locale:alternate', languages[language].openGraph)),
    ...(isIndexed ? shareCardMeta(card, pageTitle(title, siteName)) : []),
  ]
}

/** A page that is known in one language only has no alternates. */
function alternates(
  known: Language[],
  addressIn: (language?: Language) => string,
): MetaDescriptor[] {
  const link = (hrefLang: string, href: string) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href,
  })
  const own = known.map((language) => link(languages[language].lang, addressIn(language)))
  return known.length > 1 ? [...own, link('x-default', addressIn())] : own
}

/** Describes the share card: the picture that link previews show. */
function shareCardMeta(address: string, alt: string): MetaDescriptor[] {
  return [
    openGraph('image', address),
    openGraph('image:type', 'image/png'),
    openGraph('image:width', '1200'),
    openGraph('image:height', '630'),
    openGraph('image:alt', alt),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image:alt', content: alt },
  ]
}

function openGraph(name: string, content: string) {
  return { property: `og:${name}`, content }
}

/** A page's description for browser tabs, search engines and share cards. */
interface PageDescription {
  title: string
  description?: string
  type?: 'website' | 'article'
  /** Whether search engines may list it. @default true */
  isIndexed?: boolean
  /** A part of a list, selected by the visitor: search engines list only the whole list. */
  isSelection?: boolean
  /** The content's only language, if different from the page's: the page in that language is the original. */
  onlyLanguage?: Language
  /** The page number of a list; the first page has none in its address. */
  page?: number
  /**
   * The canonical path, if the page has several, with its selecting query; by default the current path. null while it is
   * unknown: then no address is named as the canonical one.
   */
  path?: string | null
  /** The canonical path in each language, if it contains translated words; omitted where unknown. */
  paths?: Partial<Record<Language, string>>
  /** The picture to preload. */
  lcpImage?: LcpImage
}

type Args = Pick<MetaArgs, 'matches' | 'location'>

function frameIn(matches: Args['matches']) {
  return matches.find(({ id }) => id === 'root')?.data as Frame | undefined
}

/**
 * Builds the title and canonical address of a page and, on the server only, the metadata for crawlers and link
 * previews, which browsers do not need. Absolute addresses use only the configured site URL.
 */
export function pageMeta(
  { matches, location }: Args,
  description: PageDescription | undefined,
): MetaDescriptor[] {
  const root = frameIn(matches)
  if (!root || !description) return []
  const { page = 1, paths, onlyLanguage, lcpImage } = description
  const title = page > 1 ? `${description.title} (${page})` : description.title
  const path = description.path ?? (location.pathname === '/home' ? '/' : location.pathname)
  const addressIn = (language?: Language) => {
    const search = new URLSearchParams({
      ...(page > 1 && { page: String(page) }),
      ...(language && { [languageKey]: language }),
    }).toString()
    const own = paths?.[language ?? defaultLanguage] ?? path
    return root.siteUrl + own + (search && (own.includes('?') ? '&' : '?') + search)
  }
  return [
    ...(lcpImage ? lcpImageMeta(lcpImage) : []),
    { title: isolateRuns(pageTitle(title, root.siteName)) },
    ...(description.path === null
      ? []
      : [{ tagName: 'link', rel: 'canonical', href: addressIn(onlyLanguage ?? root.lang) }]),
    // At the end of the head, outside React's hydration.
    ...(import.meta.env.SSR ? crawlerMeta(root, { ...description, title, path }, addressIn) : []),
  ]
}

/**
 * Builds the metadata of a list screen. If the text about the list is short, the description also names the first
 * posts.
 * @param use the use of the first card's picture, if that is the LCP image
 */
export function listMeta(
  args: Args,
  list:
    | {
        heading: string
        lead?: string
        page: number
        cards?: { postTitle: string; postImage: string }[]
        language?: Language
        isSelection?: boolean
        /** Its search is not empty for a part of the list that the visitor selected. */
        narrowing?: { search: string } | null
      }
    | undefined,
  use?: PictureUse,
) {
  const isNarrowed = Boolean(list?.narrowing?.search)
  return pageMeta(
    args,
    list && {
      title: list.heading,
      description: import.meta.env.SSR ? describe(list.lead, namesOf(list.cards ?? [])) : '',
      onlyLanguage: list.language,
      page: isNarrowed ? 1 : list.page,
      isSelection: list.isSelection ?? isNarrowed,
      ...(use && { lcpImage: { image: list.cards?.[0]?.postImage, use } }),
    },
  )
}

/**
 * Builds the metadata of a detail screen.
 * @param use the use of the post's picture
 * @param path the canonical path, if it may differ from the current one; null while it is unknown
 */
export function postMeta(
  args: Args,
  post: PostView | undefined,
  use: PictureUse,
  path?: string | null,
) {
  return pageMeta(
    args,
    post && {
      title: post.postTitle,
      description: descriptionOf([post]),
      type: post.postDate ? 'article' : 'website',
      onlyLanguage: post.language,
      path,
      lcpImage: { image: lcpImageFileOf(post, use), use },
    },
  )
}

type SectionHead = Pick<PostView, 'postSubTitle' | 'postDetails' | 'postImage'>

/**
 * Builds the metadata of a screen about the company.
 * @param use of its first picture, if that is the largest
 */
export function companyMeta(
  args: Args,
  screen: { heading: string; sections: SectionHead[] } | undefined,
  use?: PictureUse,
) {
  return pageMeta(
    args,
    screen && {
      title: screen.heading,
      description: descriptionOf(screen.sections),
      ...(use && { lcpImage: { image: screen.sections[0]?.postImage, use } }),
    },
  )
}

/** Describes a screen with sections by its first section. */
function descriptionOf([first]: Omit<SectionHead, 'postImage'>[]) {
  if (!import.meta.env.SSR || !first) return undefined
  return describe(first.postSubTitle, beginningOf(first.postDetails))
}

/** A gallery shows all pictures of a post; other uses only its main picture. */
function lcpImageFileOf({ postImage, postImages }: PostView, use: PictureUse) {
  const isGallery = use === 'gallery' || use === 'text'
  return postImage || (isGallery ? postImages.find((image) => image !== '') : undefined)
}

/**
 * Links a screen to its feeds, in the page's language. Browsers do not need the links: like everything that only
 * crawlers read, they are rendered on the server at the end of the head, outside React's hydration.
 */
export function feedMeta(kind: FeedKind, { matches }: Pick<Args, 'matches'>): MetaDescriptor[] {
  const root = frameIn(matches)
  if (!import.meta.env.SSR || !root) return []
  return (['rss', 'atom', 'json'] as const).map((format) => ({
    tagName: 'link',
    rel: 'alternate',
    type: feedFormats[format].type,
    title: feedFormats[format].name,
    href: feedPath(kind, format, root.lang),
  }))
}
