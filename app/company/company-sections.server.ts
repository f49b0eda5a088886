import { anchorsOf } from '../content/anchors'
import { splitTimeline } from './company-timeline.server'
import type { SectionView } from './company-view'
import type { Post } from '../content/content.server'
import type { Language } from '../language/languages'
import { postViewsOf } from '../content/post-view.server'

/** More would make the page too large to load. */
const maxSections = 40

/**
 * The section views, in order.
 * @param derive returns a screen's additional fields, computed from a section's specs
 */
export function sectionsOf<T extends object>(
  all: Post[],
  language: Language,
  derive: (specs: Post['postSpecs']) => T,
): (SectionView & T)[] {
  const posts = all.slice(0, maxSections)
  const anchors = anchorsOf(
    'section',
    posts.map(({ postID }) => postID),
  )
  return postViewsOf(posts, language).map((post, at) => {
    const { postTitle, postSubTitle, postImage, postDetails, postSpecs } = post
    const { language: ownLanguage } = post
    const { before, timeline, after } = splitTimeline(postDetails)
    return {
      anchor: anchors[at] ?? '',
      postTitle,
      postSubTitle,
      postImage,
      ...(ownLanguage && { language: ownLanguage }),
      postDetails: before,
      timeline,
      postDetailsAfter: after,
      ...derive(postSpecs),
    }
  })
}
