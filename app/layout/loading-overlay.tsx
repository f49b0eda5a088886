import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { LoadingIndicator } from '../components/loading-indicator'

/** A wait shorter than this shows nothing: what only flashes says nothing and disturbs. */
const showDelayMs = 150

/** How much longer than the wait itself the overlay stays. */
const hideDelayMs = 100

/**
 * Stands over the page while a navigation waits for its data, and a little more.
 * When a navigation fails the router is idle again too, so the overlay always goes.
 */
export function LoadingOverlay({ isSwitching }: { isSwitching: boolean }) {
  const isBusy = useNavigation().state !== 'idle' || isSwitching
  const [isShown, setIsShown] = useState(false)

  useEffect(() => {
    if (isBusy === isShown) return undefined
    const timer = setTimeout(() => setIsShown(isBusy), isBusy ? showDelayMs : hideDelayMs)
    return () => clearTimeout(timer)
  }, [isBusy, isShown])

  return (
    <div className="loading-overlay" role="status" data-shown={isShown || undefined}>
      {isShown && <LoadingIndicator />}
    </div>
  )
}
