import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { BranchView } from './branch-card'
import { BranchCards } from './branch-cards'
import { BranchMap, type MapDrawing } from './branch-map'
import { MixedText } from '../components/mixed-text'
import { OpenBadge } from './open-badge'

/** From so many branches on, their index stands below the map instead of beside it. */
const many = 9

/** All branches: on the map, in an index and as cards. Pointing at one of the three marks it in all. */
export function BranchDirectory({
  map,
  branches,
}: {
  map: MapDrawing | null
  branches: BranchView[]
}) {
  const { t } = useTranslation()
  const [marked, setMarked] = useState<string | null>(null)
  useCardOfAddress()

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
      {branches.length > 1 && (
        <div className="branch-overview" data-many={branches.length > many || undefined}>
          {map && (
            <div className="branch-map">
              <BranchMap map={map} marked={marked} />
            </div>
          )}
          <nav aria-label={t('branches.index')}>
            <ul className="branch-index">
              {branches.map(({ postID, anchor, postTitle, open }) => (
                <li key={postID} data-branch={anchor} data-marked={anchor === marked || undefined}>
                  <a href={`#${anchor}`}>
                    <MixedText text={postTitle} />
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

/**
 * A link to a card is the browser's own, so that the card is its :target. The router takes it for a
 * step back in the history and restores where the page stood: this brings the card again.
 */
function useCardOfAddress() {
  const location = useLocation()
  const previous = useRef(location)
  useEffect(() => {
    if (previous.current === location) return
    previous.current = location
    document.querySelector('.branch:target')?.scrollIntoView()
  }, [location])
}
