import type { CardView } from '../cards'
import { EmptyList } from './empty-list'
import { Picture } from './picture'
import { PostSubTitle, PostTitle } from './post-words'

/** How wide a card's picture is in each of the grid's five columns. */
const cardSizes =
  '(min-width: 80rem) 15rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, (min-width: 30rem) 47vw, 94vw'

/** Posts as cards in 1, 2, 3, 4 or 5 columns, by the width of the screen. None is said in words. */
export function CardGrid({
  cards,
  linkTo,
  shape,
  isDense = false,
  level = 'h2',
}: {
  cards: CardView[]
  /** Where a card leads, from its postID. */
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  /** Two columns on the smallest screens as well, for small pictures with short titles. */
  isDense?: boolean
  /** Of the cards' titles. */
  level?: 'h2' | 'h3'
}) {
  if (cards.length === 0) return <EmptyList />
  return (
    <ul className="card-grid" data-dense={isDense || undefined}>
      {cards.map((card) => (
        <li key={card.postID} className="card">
          <Picture image={card.postImage} sizes={cardSizes} shape={shape} />
          {card.dateText && <time dateTime={card.postDate}>{card.dateText}</time>}
          <PostTitle post={card} to={linkTo(card.postID)} level={level} />
          <PostSubTitle post={card} />
        </li>
      ))}
    </ul>
  )
}
