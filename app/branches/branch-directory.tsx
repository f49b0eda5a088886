import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from '../language/translation'
import { type BranchView, BranchCards } from './branch-card'
import { BranchMap, type MapDrawing } from './branch-map'
import { MixedText } from '../components/mixed-text'
import { NearMe } from './near-me'
import { byDistance, type Position } from './distance'
import { OpenBadge } from './open-badge'

/** With more branches, the index is below the map instead of beside it. */
const maxBesideMap = 9

/**
 * The branches of a page: on the map, in an index and as cards. Hover or focus marks a branch in
 * all three.
 */
export function BranchDirectory({
  map,
  branches: listed,
  isWhole,
}: {
  map: MapDrawing | null
  branches: BranchView[]
  /** Whether these are all branches: only then can the nearest be among them. */
  isWhole: boolean
}) {
  const { t } = useTranslation()
  const [marked, setMarked] = useState<string | null>(null)
  const [position, setPosition] = useState<Position | null>(null)
  const branches = position ? byDistance(listed, position) : listed

  function mark({ target }: SyntheticEvent) {
    const branch = target instanceof Element ? target.closest('[data-branch]') : null
    setMarked(branch?.getAttribute('data-branch') ?? null)
  }

  return (
    <div
      className="container"
      onPointerOver={mark}
      onPointerLeave={() => setMarked(null)}
      onFocus={mark}
      onBlur={() => setMarked(null)}
    >
      {isWhole && listed.filter(({ place }) => place !== '').length > 1 && (
        <NearMe nearest={position && branches[0]} onPosition={setPosition} />
      )}
      {branches.length > 1 && (
        <div className="branch-overview" data-many={branches.length > maxBesideMap || undefined}>
          {map && (
            <div className="branch-map">
              <BranchMap map={map} marked={marked} />
            </div>
          )}
          <nav aria-label={t('branches.index')}>
            <ul className="branch-index">
              {branches.map(({ anchor, postTitle, language, open, hoursOfDay }) => (
                <li key={anchor} data-branch={anchor} data-marked={anchor === marked || undefined}>
                  <a href={`#${anchor}`}>
                    <span>
                      <MixedText text={postTitle} language={language} />
                    </span>
                  </a>
                  {hoursOfDay ? (
                    <p>
                      <MixedText text={hoursOfDay} />
                    </p>
                  ) : (
                    open && <OpenBadge open={open} />
                  )}
                </li>
              ))}
            </ul>
          </nav>
        </div>
      )}
      <BranchCards branches={branches} marked={marked} />
    </div>
  )
}
