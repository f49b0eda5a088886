import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useCanonicalAddress } from './canonical-address'
import { Icon } from './icon'

/** How long a copied link is said to be copied, ms. */
const saidFor = 4_000

/**
 * Ways to hand a page on: WhatsApp by a plain link; where script runs and the browser can, its own
 * way to share, and the address into the clipboard.
 */
export function Share({
  title,
  path,
}: {
  title: string
  /** The page's path, as it stands in the address. */
  path: string
}) {
  const { t } = useTranslation()
  const label = useId()
  const address = useCanonicalAddress(path)
  const canShare = useAbility(() => 'share' in navigator)
  const canCopy = useAbility(() => 'clipboard' in navigator)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), saidFor)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      // The visitor or the browser did not allow it: nothing was copied, and nothing is said.
    }
  }

  async function share() {
    try {
      await navigator.share({ title, url: address })
    } catch {
      // The visitor has changed their mind.
    }
  }

  return (
    <div className="share" role="group" aria-labelledby={label}>
      <p id={label} className="share-label">
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
          <Icon name="link" />
          {t('share.copy')}
        </button>
      )}
      {canShare && (
        <button type="button" className="text-link" onClick={() => void share()}>
          <Icon name="share" />
          {t('share.more')}
        </button>
      )}
      <p className="share-done" role="status">
        {isCopied && t('share.copied')}
      </p>
    </div>
  )
}

/** What a browser can do is known only there, so the first rendering does without it. */
function useAbility(ask: () => boolean) {
  return useSyncExternalStore(neverChanges, ask, () => false)
}

function neverChanges() {
  return () => {}
}
