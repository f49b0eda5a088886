import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type BranchView, BranchCards } from './branch-card'
import { BranchMap, type MapDrawing } from './branch-map'
import type { LinkItem } from '../content/views.server'
import { MixedText } from '../components/mixed-text'
import { NearMe } from './near-me'
import { byDistance, type Position } from './distance'
import { OpenBadge } from './open-badge'

/** With more branches, the index is below the map instead of beside it. */
const maxBesideMap = 9

/** Number of the nearest branches that are listed where the page has a part of them only. */
const nearestCount = 5

/**
 * The branches of a page: on the map, in an index and as cards. Hover or focus marks a branch in
 * all three.
 */
export function BranchDirectory({
  map,
  branches: listed,
  all,
}: {
  map: MapDrawing | null
  branches: BranchView[]
  /** All branches, where the page has a part of them only; else empty. */
  all: (LinkItem & { to: string; place: string })[]
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
      {[...all, ...listed].filter(({ place }) => place !== '').length > 1 && (
        <NearMe isSorted={position !== null} onPosition={setPosition} />
      )}
      {position && all.length > 0 && (
        <ol className="nearest">
          {byDistance(all, position)
            .slice(0, nearestCount)
            .map(({ postID, postTitle, language, to, km }) => (
              <li key={postID}>
                <Link className="text-link" to={to}>
                  <MixedText text={postTitle} language={language} />
                </Link>{' '}
                {km !== undefined && t('branches.near.away', { km })}
              </li>
            ))}
        </ol>
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
              {branches.map(({ anchor, postTitle, language, open }) => (
                <li key={anchor} data-branch={anchor} data-marked={anchor === marked || undefined}>
                  <a href={`#${anchor}`}>
                    <span>
                      <MixedText text={postTitle} language={language} />
                    </span>
                  </a>
                  {open && <OpenBadge open={open} />}
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
