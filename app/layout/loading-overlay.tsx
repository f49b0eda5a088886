import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { LoadingIndicator } from '../components/loading-indicator'

/** Shorter waits show nothing: an overlay that only flashes is distracting. */
const showDelayMs = 150

/** How long the overlay stays after loading has finished. */
const hideDelayMs = 100

/**
 * Covers the page while a navigation loads its data, or while the language is being switched.
 * The router is also idle after a failed navigation, so the overlay always disappears.
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
