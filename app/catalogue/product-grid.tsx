import { EmptyList, PostSpecs } from '../posts/cards'
import { Picture } from '../components/pictures/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'
import type { SpecCardView } from '../views/card-views.server'
import { AddOne } from '../enquiry/add-to-list'
import { TextIn } from '../language/text-language'
import { listsCodes, MatchingCodes } from './filters/matching-codes'
import type { FilteredCardView } from './filters/product-list.server'
import { CompareChoice, CompareForm } from './compare/compare-choice'

/** Products as cards with their key specifications and comparison checkboxes. */
export function ProductGrid({
  cards,
  linkTo,
  isLcp = false,
}: {
  cards: (SpecCardView | FilteredCardView)[]
  /** Returns the path of a card's link by postID. */
  linkTo: (postId: string) => string
  /** Whether the first card's picture is the page's LCP image. */
  isLcp?: boolean
}) {
  if (cards.length === 0) return <EmptyList />
  return (
    <>
      <ul className="card-grid">
        {cards.map((card, at) => (
          <li key={card.postID} className="card">
            <Picture post={card} use="card" shape="product" isLcp={isLcp && at === 0} />
            <PostTitle post={card} to={linkTo(card.postID)} level="h2" />
            <PostSubTitle post={card} />
            <TextIn language={card.language}>
              <PostSpecs specs={card.specs} />
            </TextIn>
            {'codes' in card && <MatchingCodes card={card} />}
            <AddOne post={card} to={linkTo(card.postID)} />{' '}
            {!listsCodes(card) && <CompareChoice card={card} path={linkTo(card.postID)} />}
          </li>
        ))}
      </ul>
      <CompareForm />
    </>
  )
}
