import { optional, type Card, type Post } from '../content/content.server'
import { postViewOf } from '../content/post-view.server'
import type { Language } from '../language/languages'

/** The text of a category or a type, with its picture. */
export interface ParentText {
  html: string
  postImage: string
  /** If that is not the page's. */
  language?: Language
}

/**
 * The text of the category or type that a list belongs to, for the list's first page.
 * @param parent null if unknown: then nothing is requested, so that made-up IDs cost no further call
 * @returns null without a text, and when its call failed
 */
export async function findParentText(
  parent: Card | null,
  page: number,
  getPost: (id: string) => Promise<Post>,
  pageLanguage: Language,
): Promise<ParentText | null> {
  if (!parent || page > 1) return null
  const post = await optional(getPost(parent.postID))
  if (!post || post.postDetails === '') return null
  const { postDetails, postImage, language } = postViewOf(post, pageLanguage)
  return {
    html: postDetails,
    postImage,
    ...(language && { language }),
  }
}
