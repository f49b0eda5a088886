import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { CardView } from '../cards'
import { EmptyList } from './empty-list'
import { MixedText } from './mixed-text'
import { Picture } from './picture'

/** How wide a card's picture is in each of the grid's five columns. */
const cardSizes =
  '(min-width: 80rem) 15rem, (min-width: 64rem) 23vw, (min-width: 48rem) 31vw, (min-width: 30rem) 47vw, 94vw'

/** Posts as cards in 1, 2, 3, 4 or 5 columns, by the width of the screen. None is said in words. */
export function CardGrid({
  cards,
  linkTo,
  shape,
  isDense = false,
  headingLevel = 2,
}: {
  cards: CardView[]
  /** Where a card leads, from its postID. */
  linkTo: (postId: string) => string
  shape: 'product' | 'scene'
  /** Two columns on the smallest screens as well, for small pictures with short titles. */
  isDense?: boolean
  headingLevel?: 2 | 3
}) {
  const { t } = useTranslation()
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  if (cards.length === 0) return <EmptyList />
  return (
    <ul className="card-grid" data-dense={isDense || undefined}>
      {cards.map((card) => (
        <li key={card.postID} className="card">
          <Picture image={card.postImage} sizes={cardSizes} shape={shape} />
          {card.dateText && (
            <time className="card-date" dateTime={card.postDate}>
              {card.dateText}
            </time>
          )}
          <Heading className="card-title">
            <Link to={linkTo(card.postID)}>
              <MixedText text={card.postTitle || t('list.untitled')} />
            </Link>
          </Heading>
          {card.postSubTitle && (
            <p className="card-text">
              <MixedText text={card.postSubTitle} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
