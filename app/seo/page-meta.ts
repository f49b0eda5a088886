import type { MetaArgs, MetaDescriptor } from '@remix-run/react'
import { addresses } from '../addresses'
import { lcpImageMeta, type LcpImage } from './lcp-image'
import { languages, languageKey, type Language } from '../language/languages'
import type { Frame } from '../layout/frame'
import type { PictureUse } from '../components/picture-sizes'
import { plainText } from '../content/plain-text'
import type { PostView } from '../content/post-view.server'

/** A page's description for browser tabs, search engines and share cards. */
interface PageDescription {
  title: string
  description?: string
  type?: 'website' | 'article'
  /** Whether search engines may list it. @default true */
  isIndexed?: boolean
  /** The only language that the content has, if that is not the page's: the page there is the original. */
  onlyLanguage?: Language
  /** The page of a list; the first has no number in its address. */
  page?: number
  /**
   * The canonical path, if the page has several, with the query that selects what it shows; by default the
   * current path.
   */
  path?: string
  /** The picture to preload. */
  lcpImage?: LcpImage
}

/**
 * Title, description, canonical address, language alternates and Open Graph of a page.
 * Absolute addresses use only the configured site URL.
 */
export function pageMeta(
  { matches, location }: Pick<MetaArgs, 'matches' | 'location'>,
  description: PageDescription | undefined,
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === 'root')?.data as Frame | undefined
  if (!root || !description) return []
  const { lang, siteUrl, siteName } = root
  const { title, type = 'website', page = 1, onlyLanguage } = description
  const isIndexed = !onlyLanguage && description.isIndexed !== false
  const summary = shorten(description.description || root.siteDescription)
  const currentPath = location.pathname === '/home' ? '/' : location.pathname
  const { path = currentPath } = description
  const addressIn = (language?: Language) => {
    const search = new URLSearchParams({
      ...(page > 1 && { page: String(page) }),
      ...(language && { [languageKey]: language }),
    }).toString()
    return siteUrl + path + (search && (path.includes('?') ? '&' : '?') + search)
  }

  function alternates(only: Language | undefined): MetaDescriptor[] {
    const link = (hrefLang: string, href: string) => ({
      tagName: 'link',
      rel: 'alternate',
      hrefLang,
      href,
    })
    if (only) return [link(languages[only].lang, addressIn(only))]
    return [
      link('ar', addressIn('Ar')),
      link('en', addressIn('En')),
      link('x-default', addressIn()),
    ]
  }

  return [
    ...(description.lcpImage ? lcpImageMeta(description.lcpImage) : []),
    { title: pageTitle(title, siteName) },
    ...(summary ? [{ name: 'description', content: summary }] : []),
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { tagName: 'link', rel: 'canonical', href: addressIn(onlyLanguage ?? lang) },
    ...alternates(onlyLanguage),
    { property: 'og:title', content: title || siteName },
    ...(summary ? [{ property: 'og:description', content: summary }] : []),
    { property: 'og:type', content: type },
    { property: 'og:url', content: addressIn(lang) },
    ...(siteName ? [{ property: 'og:site_name', content: siteName }] : []),
    { property: 'og:locale', content: languages[lang].openGraph },
    ...(isIndexed ? shareCardMeta(siteUrl + addresses.shareCard(lang, path), title, siteName) : []),
  ]
}

/** The title of a browser's tab: that of the page, and the company's short name if it is known. */
export function pageTitle(title: string, siteName: string) {
  return [title, siteName].filter((part) => part !== '').join(' | ')
}

/** The share card: the picture that link previews show. */
function shareCardMeta(address: string, title: string, siteName: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: address },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: pageTitle(title, siteName) },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/**
 * The same for a list screen. Its description names the first posts, unless there is a text about the list.
 * @param use the use of the first card's picture, if that is the LCP image
 */
export function listMeta(
  args: Pick<MetaArgs, 'matches' | 'location'>,
  list:
    | {
        heading: string
        lead?: string
        page: number
        cards?: { postTitle: string; postImage: string }[]
        language?: Language
      }
    | undefined,
  use?: PictureUse,
) {
  return pageMeta(
    args,
    list && {
      title: list.heading,
      description: list.lead || namesOf(list.cards ?? []),
      onlyLanguage: list.language,
      page: list.page,
      ...(use && { lcpImage: { image: list.cards?.[0]?.postImage, use } }),
    },
  )
}

/**
 * The same for a detail screen.
 * @param use the use of the post's picture
 */
export function postMeta(
  args: Pick<MetaArgs, 'matches' | 'location'>,
  post: PostView | undefined,
  use: PictureUse,
) {
  return pageMeta(
    args,
    post && {
      title: post.postTitle,
      description: post.postSubTitle || beginningOf(post.postDetails),
      type: post.postDate ? 'article' : 'website',
      onlyLanguage: post.language,
      lcpImage: { image: lcpImageFileOf(post, use), use },
    },
  )
}

/** The description of a screen with sections: what the first one says. */
export function descriptionOf([first]: { postSubTitle: string; postDetails: string }[]) {
  return first && (first.postSubTitle || beginningOf(first.postDetails))
}

/** A gallery shows all pictures of a post; other uses only its main picture. */
function lcpImageFileOf({ postImage, postImages }: PostView, use: PictureUse) {
  const isGallery = use === 'gallery' || use === 'text'
  return postImage || (isGallery ? postImages.find((image) => image !== '') : undefined)
}

/** The titles of posts, as many as a description may have. */
function namesOf(posts: { postTitle: string }[]) {
  const titles = posts.map(({ postTitle }) => postTitle).filter((title) => title !== '')
  return titles.slice(0, 8).join(' · ')
}

/** The start of a sanitised text, on one line. */
function beginningOf(html: string) {
  return plainText(html.slice(0, 2_000), ' ').replace(/\s+/g, ' ')
}

/** Search engines show about 160 characters; cuts between words. */
function shorten(text: string) {
  if (text.length <= 160) return text
  const cut = text.slice(0, 159)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100))}…`
}
