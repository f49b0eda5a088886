import type { Article, Post, Product } from './content.server'
import { formatDate } from '../language/format'
import { languages, type Language } from '../language/languages'
import { orderingViewOf, type OrderingView } from './ordering-view.server'
import { createIsolator } from './rich-text-runs.server'
import { readingMinutes } from '../posts/reading-time'

/** A whole post for a screen: its date formatted, its text prepared for the page's direction. */
export interface PostView extends Omit<Post, 'parentID'> {
  /** The date formatted on the server; empty for none. */
  dateText: string
}

export function postViewOf(post: Post, language: Language): PostView {
  return viewOf(post, language, createIsolator())
}

/** The same for all posts of one page. */
export function postViewsOf(posts: Post[], language: Language): PostView[] {
  const isolate = createIsolator()
  return posts.map((post) => viewOf(post, language, isolate))
}

function viewOf(
  { parentID: _, ...post }: Post,
  language: Language,
  isolate: (html: string) => string,
): PostView {
  const isRtl = languages[post.language ?? language].dir === 'rtl'
  return {
    ...post,
    postDetails: isRtl ? isolate(post.postDetails) : post.postDetails,
    dateText: formatDate(post.postDate, language),
  }
}

/** A product, with its variants as an ordering table. */
export interface ProductView extends PostView {
  ordering: OrderingView
}

export function productViewOf({ postVariants, ...post }: Product, language: Language): ProductView {
  return { ...postViewOf(post, language), ordering: orderingViewOf(postVariants) }
}

/** An article, with its reading time. */
export interface ArticleView extends PostView {
  wordCount: number
  /** 0 for an article without text. */
  readingMinutes: number
}

export function articleViewOf({ wordCount, ...post }: Article, language: Language): ArticleView {
  return {
    ...postViewOf(post, language),
    wordCount,
    readingMinutes: readingMinutes(wordCount, language),
  }
}
