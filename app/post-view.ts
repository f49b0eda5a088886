import type { Post } from './content.server'
import { formatDate } from './language/format'
import { languages, type Language } from './language/languages'
import { isolateLtrRuns } from './language/ltr-runs'

/** A whole post as a screen shows it: its date in words, its text ready for the page's direction. */
export interface PostView extends Omit<Post, 'parentID'> {
  /** The date in words, made on the server; empty for none. */
  dateText: string
}

export function postViewOf({ parentID: _, ...post }: Post, language: Language): PostView {
  const isRtl = languages[language].dir === 'rtl'
  return {
    ...post,
    postDetails: isRtl ? isolateLtrRuns(post.postDetails) : post.postDetails,
    dateText: formatDate(post.postDate, language),
  }
}
