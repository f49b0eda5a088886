import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { LoadingIndicator } from '../components/loading-indicator'

/** How much longer than the wait itself the overlay stays. */
const hideDelayMs = 100

/**
 * Stands over the page from the start of a navigation until its data is there, and a little more.
 * When a navigation fails the router is idle again too, so the overlay always goes.
 */
export function LoadingOverlay({ isSwitching }: { isSwitching: boolean }) {
  const isBusy = useNavigation().state !== 'idle' || isSwitching
  const [lingers, setLingers] = useState(isBusy)
  if (isBusy && !lingers) setLingers(true)

  useEffect(() => {
    if (isBusy) return undefined
    const timer = setTimeout(() => setLingers(false), hideDelayMs)
    return () => clearTimeout(timer)
  }, [isBusy])

  const isShown = isBusy || lingers
  return (
    <div className="loading-overlay" role="status" data-shown={isShown || undefined}>
      {isShown && <LoadingIndicator />}
    </div>
  )
}
