import { Link } from '@remix-run/react'
import type { CardView } from '../cards'
import { CardGrid } from './card-grid'
import { Icon } from './icon'

/** More of the same below a screen, with a link to all of it. Nothing where there is nothing. */
export function Related({
  heading,
  cards,
  linkTo,
  shape,
  all,
}: {
  heading: string
  cards: CardView[]
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  all?: { to: string; title: string }
}) {
  if (cards.length === 0) return null
  return (
    <section className="band container">
      <div className="band-heading">
        <h2>{heading}</h2>
        {all && (
          <Link className="text-link" to={all.to}>
            {all.title}
            <Icon name="arrow" />
          </Link>
        )}
      </div>
      <CardGrid cards={cards} linkTo={linkTo} shape={shape} headingLevel={3} />
    </section>
  )
}
