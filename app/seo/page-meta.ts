import type { MetaArgs, MetaDescriptor } from '@remix-run/react'
import { lcpImageMeta, type LcpImage } from './lcp-image'
import { crawlerMeta } from './crawler-meta'
import { beginningOf, describe, namesOf } from './descriptions'
import { pageTitle } from './page-title'
import { defaultLanguage, languageKey, type Language } from '../language/languages'
import type { Frame } from '../layout/frame'
import type { PictureUse } from '../components/picture-sizes'
import type { PostView } from '../content/post-view.server'

/** A page's description for browser tabs, search engines and share cards. */
export interface PageDescription {
  title: string
  description?: string
  type?: 'website' | 'article'
  /** Whether search engines may list it. @default true */
  isIndexed?: boolean
  /** A part of a list, which the visitor has chosen: search engines list the whole. */
  isSelection?: boolean
  /** The only language that the content has, if that is not the page's: the page there is the original. */
  onlyLanguage?: Language
  /** The page of a list; the first has no number in its address. */
  page?: number
  /**
   * The canonical path, if the page has several, with the query that selects what it shows; by default the
   * current path.
   */
  path?: string
  /** The same in each language, if it has words of the language; none for an unknown one. */
  paths?: Partial<Record<Language, string>>
  /** The picture to preload. */
  lcpImage?: LcpImage
}

type Args = Pick<MetaArgs, 'matches' | 'location'>

/**
 * The title and the canonical address of a page, and on the server what crawlers and link previews read:
 * no browser needs that. Absolute addresses use only the configured site URL.
 */
export function pageMeta(
  { matches, location }: Args,
  description: PageDescription | undefined,
): MetaDescriptor[] {
  const root = matches.find((match) => match.id === 'root')?.data as Frame | undefined
  if (!root || !description) return []
  const { page = 1, paths, onlyLanguage, lcpImage } = description
  const title = page > 1 ? `${description.title} (${page})` : description.title
  const { path = location.pathname === '/home' ? '/' : location.pathname } = description
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
    { title: pageTitle(title, root.siteName) },
    { tagName: 'link', rel: 'canonical', href: addressIn(onlyLanguage ?? root.lang) },
    // At the end of the head, where React expects nothing.
    ...(import.meta.env.SSR ? crawlerMeta(root, { ...description, title, path }, addressIn) : []),
  ]
}

/**
 * The same for a list screen. Its description names the first posts, too, if the text about the list is
 * short.
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
      }
    | undefined,
  use?: PictureUse,
) {
  return pageMeta(
    args,
    list && {
      title: list.heading,
      description: import.meta.env.SSR ? describe(list.lead, namesOf(list.cards ?? [])) : '',
      onlyLanguage: list.language,
      page: list.page,
      isSelection: list.isSelection,
      ...(use && { lcpImage: { image: list.cards?.[0]?.postImage, use } }),
    },
  )
}

/**
 * The same for a detail screen.
 * @param use the use of the post's picture
 * @param path the canonical path, if that may not be the current one
 */
export function postMeta(args: Args, post: PostView | undefined, use: PictureUse, path?: string) {
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

/** The description of a screen with sections: what the first one says. */
export function descriptionOf([first]: { postSubTitle: string; postDetails: string }[]) {
  if (!import.meta.env.SSR || !first) return undefined
  return describe(first.postSubTitle, beginningOf(first.postDetails))
}

/** A gallery shows all pictures of a post; other uses only its main picture. */
function lcpImageFileOf({ postImage, postImages }: PostView, use: PictureUse) {
  const isGallery = use === 'gallery' || use === 'text'
  return postImage || (isGallery ? postImages.find((image) => image !== '') : undefined)
}
