import { cardsOf, type CardView } from '../views/card-views.server'
import type { Card } from '../content/content.server'
import type { Language } from '../language/languages'

/** A slide, with a link to its post, if known. */
export interface SlideView extends CardView {
  /** The post's path, and its title for a slide without one. */
  link?: { to: string; title: string }
}

/** Posts that slides may show, null for an unavailable list, and the path of one of them. */
type Target = [
  posts: Pick<Card, 'postID' | 'postTitle'>[] | null | undefined,
  pathOf: (id: string) => string,
]

/** Builds the slides, each with a link to the only post that its parentID names. */
export function slideViewsOf(slides: Card[], targets: Target[], language: Language): SlideView[] {
  const views = cardsOf(slides, language)
  return slides.flatMap(({ parentID, postTitle }, at) => {
    const links = targets.flatMap(([posts, pathOf]) =>
      (posts ?? [])
        .filter(({ postID }) => postID === parentID)
        .map((post) => ({ to: pathOf(parentID), title: postTitle || post.postTitle })),
    )
    const [link, ...others] = links
    const view = views[at]
    const isLinked = link && link.title !== '' && others.length === 0
    return view ? [isLinked ? { ...view, link } : view] : []
  })
}
