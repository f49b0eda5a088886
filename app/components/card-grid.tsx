import type { ComponentType } from 'react'
import type { CardView } from '../content/cards.server'
import { EmptyList } from './empty-list'
import { Picture } from './picture'
import { PostSubTitle, PostTitle } from './post-text'

/** Posts as cards in 1 to 5 columns, depending on the screen's width. */
export function CardGrid({
  cards,
  linkTo,
  shape,
  isDense = false,
  level = 'h2',
  isLcp = false,
  Menu,
}: {
  cards: CardView[]
  /** The path of a card's link, from its postID. */
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  /** Two columns even on the smallest screens, for small pictures with short titles. */
  isDense?: boolean
  /** The heading level of the cards' titles. */
  level?: 'h2' | 'h3'
  /** Whether the first card's picture is the page's LCP image. */
  isLcp?: boolean
  /** Below each card's text. */
  Menu?: ComponentType<{ post: CardView }>
}) {
  if (cards.length === 0) return <EmptyList />
  return (
    <ul className="card-grid" data-dense={isDense || undefined}>
      {cards.map((card, at) => (
        <li key={card.postID} className="card">
          <Picture
            post={card}
            use={isDense ? 'denseCard' : 'card'}
            shape={shape}
            isLcp={isLcp && at === 0}
          />
          {card.dateText && <time dateTime={card.postDate}>{card.dateText}</time>}
          <PostTitle post={card} to={linkTo(card.postID)} level={level} />
          <PostSubTitle post={card} />
          {Menu && <Menu post={card} />}
        </li>
      ))}
    </ul>
  )
}
