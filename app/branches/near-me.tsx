import { useState } from 'react'
import { useTranslation } from '../language/translation'
import { useIsHydrated } from '../components/hydration'
import { MixedText } from '../components/mixed-text'
import type { BranchView } from './branch-card'
import type { Position } from './distance'

/** How long a browser may take, and how old a position it may give, ms. */
const options = { timeout: 15_000, maximumAge: 300_000 }

/** A button that asks the browser for its position, which stays in the browser. Without script there is none. */
export function NearMe({
  nearest,
  onPosition,
}: {
  /** The nearest branch, once the position is known. */
  nearest: Pick<BranchView, 'anchor' | 'postTitle' | 'km'> | null | undefined
  onPosition: (position: Position) => void
}) {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const [state, setState] = useState<'' | 'asking' | 'failed'>('')
  // Browsers tell a position over HTTPS only.
  const isUsable = isHydrated && window.isSecureContext && 'geolocation' in navigator

  function ask() {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('')
        onPosition({ latitude: coords.latitude, longitude: coords.longitude })
      },
      () => setState('failed'),
      options,
    )
  }

  return (
    // Its space is reserved before the script has come.
    <div className="near-me" data-usable={isUsable || undefined} data-markdown="skip">
      <button type="button" className="button" onClick={ask}>
        {t('branches.near.button')}
      </button>
      <p role="status">
        {state === '' && nearest ? (
          <a href={`#${nearest.anchor}`}>
            <MixedText
              text={t('branches.near.nearest', { branch: nearest.postTitle, km: nearest.km })}
            />
          </a>
        ) : (
          t(`branches.near.${state || 'hint'}`)
        )}
      </p>
    </div>
  )
}
