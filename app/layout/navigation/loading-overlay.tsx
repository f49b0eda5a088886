import { useTranslation } from '../../language/translation'
import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { languages, type Language, otherLanguage } from '../../language/languages'
import { useLanguage } from '../../language/text-language'
import { useFrame } from '../frame'

/** A busbar that is energised: a line runs along it, with the message on a plate below. */
export function LoadingIndicator({
  incoming,
}: {
  /** The language being loaded, with its message, if it is not the page's. */
  incoming?: { language: Language; message: string }
}) {
  const { t } = useTranslation()
  const { lang, dir } = incoming ? languages[incoming.language] : {}
  return (
    <span className="loading-indicator">
      <span className="loading-line" />
      <span className="loading-plate" lang={lang} dir={dir}>
        {incoming?.message ?? t('loading.message')}
      </span>
    </span>
  )
}

/** Shorter waits show nothing: an overlay that only flashes is distracting. */
const showDelayMs = 150

/** How long the overlay stays after loading has finished. */
const hideDelayMs = 100

/**
 * Shows below the header that the page is loading, during a navigation or a language switch. The
 * page stays readable and usable. The router is also idle after a failed navigation, so the overlay
 * always disappears.
 */
export function LoadingOverlay({ isSwitching }: { isSwitching: boolean }) {
  const isBusy = useNavigation().state !== 'idle' || isSwitching
  const [isShown, setIsShown] = useState(false)
  const message = useFrame()?.inOtherLanguage.loading
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
