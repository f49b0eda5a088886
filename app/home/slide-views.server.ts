import { cardsOf, type CardView } from '../content/cards.server'
import type { Card } from '../content/content.server'
import type { Language } from '../language/languages'

/** A slide, with the path of what it shows, if that is known. */
export interface SlideView extends CardView {
  to?: string
}

/** Posts that slides may show, null for an unavailable list, and the path of one of them. */
type Target = [posts: Pick<Card, 'postID'>[] | null | undefined, pathOf: (id: string) => string]

/** The slides, each with the path of the post that its parentID names: the only one with that ID. */
export function slideViewsOf(slides: Card[], targets: Target[], language: Language): SlideView[] {
  const views = cardsOf(slides, language)
  return slides.flatMap(({ parentID }, at) => {
    const paths = targets.flatMap(([posts, pathOf]) =>
      posts?.some(({ postID }) => postID === parentID) ? [pathOf(parentID)] : [],
    )
    const [to, ...others] = paths
    const view = views[at]
    return view ? [to && others.length === 0 ? { ...view, to } : view] : []
  })
}
