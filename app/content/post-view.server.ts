import type { Article, Post } from './content.server'
import { placeholderFor } from './placeholder-colour.server'
import { formatDate } from '../language/format'
import { languages, type Language } from '../language/languages'
import { createIsolator } from '../language/ltr-runs'
import { readingMinutes } from '../posts/reading-time'

/** A whole post as a screen shows it: its date in words, its text ready for the page's direction. */
export interface PostView extends Omit<Post, 'parentID'> {
  /** Its picture's colour, if that is known. */
  placeholderColour?: string
  /** The date in words, made on the server; empty for none. */
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
  const isRtl = languages[language].dir === 'rtl'
  return {
    ...post,
    ...placeholderFor(post.postImage),
    postDetails: isRtl ? isolate(post.postDetails) : post.postDetails,
    dateText: formatDate(post.postDate, language),
  }
}

/** A post that is an article: also how long it takes to read. */
export interface ArticleView extends PostView {
  /** 0 where there is no text. */
  readingMinutes: number
}

export function articleViewOf({ wordCount, ...post }: Article, language: Language): ArticleView {
  return { ...postViewOf(post, language), readingMinutes: readingMinutes(wordCount, language) }
}
