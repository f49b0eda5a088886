import { anchorsOf } from '../content/anchors'
import type { Post } from '../content/content.server'
import type { Language } from '../language/languages'
import { postViewsOf } from '../content/post-view.server'

/** A section of a company screen: only the fields that are shown. */
export interface SectionView {
  /** The id of its heading, for links within the page. Unique on the page. */
  anchor: string
  postTitle: string
  postSubTitle: string
  postImage: string
  /** The language of its texts, if that is not the page's. */
  language?: Language
  /** Sanitised HTML. */
  postDetails: string
}

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
    return {
      anchor: anchors[at] ?? '',
      postTitle,
      postSubTitle,
      postImage,
      ...(ownLanguage && { language: ownLanguage }),
      postDetails,
      ...derive(postSpecs),
    }
  })
}
