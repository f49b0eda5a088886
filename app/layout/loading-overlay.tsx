import { useNavigation, useRouteLoaderData } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { LoadingIndicator } from '../components/loading-indicator'
import { otherLanguage } from '../language/languages'
import { useLanguage } from '../language/use-language'
import type { Frame } from './frame'

/** Shorter waits show nothing: an overlay that only flashes is distracting. */
const showDelayMs = 150

/** How long the overlay stays after loading has finished. */
const hideDelayMs = 100

/**
 * Says that the page is loading, below the header, while a navigation loads its data or the
 * language is being switched. The page stays readable and usable.
 * The router is also idle after a failed navigation, so the overlay always disappears.
 */
export function LoadingOverlay({ isSwitching }: { isSwitching: boolean }) {
  const isBusy = useNavigation().state !== 'idle' || isSwitching
  const [isShown, setIsShown] = useState(false)
  const message = useRouteLoaderData<Frame>('root')?.inOtherLanguage.loading
  const other = otherLanguage(useLanguage())
  const incoming = isSwitching && message ? { language: other, message } : undefined

  useEffect(() => {
    if (isBusy === isShown) return undefined
    const timer = setTimeout(() => setIsShown(isBusy), isBusy ? showDelayMs : hideDelayMs)
    return () => clearTimeout(timer)
  }, [isBusy, isShown])

  return (
    <div className="loading-overlay" role="status" data-shown={isShown || undefined}>
      {isShown && <LoadingIndicator incoming={incoming} />}
    </div>
  )
}
