import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Ltr } from './ltr'
import { Picture } from './picture'
import { PostSubTitle, PostTitle } from './post-text'

/**
 * Solutions as outgoing feeders of the riser: each is connected by a switch that closes on hover
 * and focus. Q is the letter of a switching device in IEC 81346.
 */
export function PostSolutions({
  solutions,
  first,
}: {
  solutions: CardView[]
  /** The position of the first one in the whole list, counted from 1. */
  first: number
}) {
  return (
    <ul className="riser-feeders">
      {solutions.map((solution, at) => (
        <li key={solution.postID} className="riser-feeder card">
          <div className="riser-feeder-line" aria-hidden="true">
            <svg className="riser-feeder-switch icon-mirrors" viewBox="0 0 64 32">
              <path d="M0 24H14M44 24H64" />
              <path className="riser-feeder-blade" d="M44 24L16 13" />
              <circle cx="14" cy="24" r="3" />
              <circle cx="44" cy="24" r="3" />
            </svg>
            <Ltr>{`Q${first + at}`}</Ltr>
          </div>
          <Picture post={solution} use="riserFeeder" shape="scene" isLcp={at === 0} />
          <div className="riser-feeder-words">
            <PostTitle post={solution} to={addresses.solution(solution.postID)} level="h2" />
            <PostSubTitle post={solution} />
          </div>
        </li>
      ))}
    </ul>
  )
}
