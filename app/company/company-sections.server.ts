import { splitTimeline } from './company-timeline.server'
import type { SectionView } from './company-view'
import type { Post } from '../content.server'
import type { Language } from '../language/languages'
import { postViewOf } from '../post-view'

/** The sections in their order, each with what the screen derives of its specifications. */
export function sectionsOf<T extends object>(
  posts: Post[],
  language: Language,
  derive: (specs: Post['postSpecs']) => T,
): (SectionView & T)[] {
  const taken = new Set<string>()
  return posts.map((post, at) => {
    const { postTitle, postSubTitle, postImage, postDetails, postSpecs } = postViewOf(
      post,
      language,
    )
    const { before, timeline, after } = splitTimeline(postDetails)
    const anchor = anchorOf(post.postID, at, taken)
    taken.add(anchor)
    return {
      anchor,
      postTitle,
      postSubTitle,
      postImage,
      postDetails: before,
      timeline,
      postDetailsAfter: after,
      ...derive(postSpecs),
    }
  })
}

/** By the post's id, so that links last; by its place where the id cannot be in an address as it is. */
function anchorOf(postID: string, at: number, taken: Set<string>) {
  const anchor = `section-${postID}`
  return /^[\w-]+$/.test(postID) && !taken.has(anchor) ? anchor : `place-${at + 1}`
}
