import type { ComponentType, ReactNode } from 'react'
import type { CardView } from '../content/cards.server'
import { Band } from './band'
import { CardGrid } from './card-grid'

/** Related posts below a screen, with a link to the whole list. Nothing if there are none. */
export function Related({
  heading,
  cards,
  linkTo,
  shape,
  isDense,
  Menu,
  all,
  children,
}: {
  heading: string
  cards: CardView[]
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  isDense?: boolean
  /** Below each card's text. */
  Menu?: ComponentType<{ post: CardView }>
  all?: { to: string; title: string }
  /** Replaces the card grid. */
  children?: ReactNode
}) {
  if (cards.length === 0) return null
  return (
    <Band heading={heading} all={all}>
      {children ?? (
        <CardGrid
          cards={cards}
          linkTo={linkTo}
          shape={shape}
          isDense={isDense}
          level="h3"
          Menu={Menu}
        />
      )}
    </Band>
  )
}
