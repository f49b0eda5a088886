import type { Post } from './content.server'
import { formatDate } from './language/format'
import type { Language } from './language/languages'

/** A whole post as a screen shows it, its date in words. */
export interface PostView extends Omit<Post, 'parentID'> {
  /** The date in words, made on the server; empty for none. */
  dateText: string
}

export function postViewOf({ parentID: _, ...post }: Post, language: Language): PostView {
  return { ...post, dateText: formatDate(post.postDate, language) }
}
