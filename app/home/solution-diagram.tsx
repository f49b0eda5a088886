import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { CardView } from '../content/cards.server'
import { Band } from '../components/band'
import { Ltr } from '../components/ltr'
import { Picture } from '../components/picture'
import { PostSubTitle, PostTitle } from '../components/post-text'

/**
 * The solutions as feeders of a single-line diagram: each is connected to the busbar by a switch
 * that closes on hover and focus. Q is the letter of a switching device in IEC 81346.
 */
export function SolutionDiagram({ solutions }: { solutions: CardView[] }) {
  const { t } = useTranslation()
  if (solutions.length === 0) return null
  return (
    <Band
      heading={t('solutions.heading')}
      all={{ to: addresses.solutions(), title: t('solutions.all') }}
    >
      <ul className="feeders">
        {solutions.map((solution, at) => (
          <li key={solution.postID} className="feeder card">
            <svg className="feeder-switch" viewBox="0 0 32 72" aria-hidden="true">
              <path d="M16 0V20M16 50V72" />
              <path className="feeder-blade" d="M16 50L6 22" />
              <circle cx="16" cy="20" r="3" />
              <circle cx="16" cy="50" r="3" />
            </svg>
            <span className="feeder-label" aria-hidden="true">
              <Ltr>{`Q${at + 1}`}</Ltr>
            </span>
            <Picture post={solution} use="feeder" shape="scene" />
            <div>
              <PostTitle post={solution} to={addresses.solution(solution.postID)} level="h3" />
              <PostSubTitle post={solution} />
            </div>
          </li>
        ))}
      </ul>
    </Band>
  )
}
