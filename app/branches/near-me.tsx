import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsHydrated } from '../components/hydration'
import type { Position } from './distance'

/** How long a browser may take, and how old a position it may give, ms. */
const options = { timeout: 15_000, maximumAge: 300_000 }

/** A button that asks the browser for its position, which stays in the browser. Without script there is none. */
export function NearMe({
  isSorted,
  onPosition,
}: {
  isSorted: boolean
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

  const message = state || (isSorted ? 'sorted' : 'hint')
  return (
    // Its space is reserved before the script has come.
    <div className="near-me" data-usable={isUsable || undefined} data-markdown="skip">
      <button type="button" className="button" onClick={ask}>
        {t('branches.near.button')}
      </button>
      <p role="status">{t(`branches.near.${message}`)}</p>
    </div>
  )
}
