import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanonicalAddress } from './canonical-address'
import { Icon } from './icon'
import { ShareIcon } from './share-icon'

/** How long the "copied" message is shown, ms. */
const copiedMessageMs = 4_000

/**
 * Share links: WhatsApp as a plain link; with script and browser support also the native share
 * dialog and copying the address to the clipboard.
 */
export function Share({
  title,
  path,
}: {
  title: string
  /** The page's path, encoded as in the address. */
  path: string
}) {
  const { t } = useTranslation()
  const address = useCanonicalAddress(path)
  const canShare = useBrowserSupport(() => 'share' in navigator)
  const canCopy = useBrowserSupport(() => 'clipboard' in navigator)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), copiedMessageMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      // Permission denied: nothing was copied, so no message.
    }
  }

  async function share() {
    try {
      await navigator.share({ title, url: address })
    } catch {
      // The visitor cancelled.
    }
  }

  return (
    <div className="share" role="group" aria-labelledby="share-label" data-markdown="skip">
      <p id="share-label" className="share-label">
        {t('share.heading')}
      </p>
      <a
        className="text-link"
        href={`https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`}
        rel="noopener"
      >
        <Icon name="whatsapp" />
        {t('social.whatsapp')}
      </a>
      {canCopy && (
        <button type="button" className="text-link" onClick={() => void copy()}>
          <ShareIcon name="link" />
          {t('share.copy')}
        </button>
      )}
      {canShare && (
        <button type="button" className="text-link" onClick={() => void share()}>
          <ShareIcon name="share" />
          {t('share.more')}
        </button>
      )}
      <p className="share-done" role="status">
        {isCopied && t('share.copied')}
      </p>
    </div>
  )
}

/** Feature detection that is false on the server and during hydration. */
function useBrowserSupport(isSupported: () => boolean) {
  return useSyncExternalStore(subscribeToNothing, isSupported, () => false)
}

function subscribeToNothing() {
  return () => {}
}
