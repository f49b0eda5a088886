import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { ShareIcon } from '../../components/share'
import type { ListWays } from './quote-lines.server'

/** The list tools that need script. */
export function ToolButtons({ ways: { address, text } }: { ways: ListWays }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState<'link' | 'list' | null>(null)

  async function copy(what: 'link' | 'list') {
    try {
      await navigator.clipboard.writeText(what === 'link' ? address : text)
      setCopied(what)
    } catch {
      // Permission denied: nothing was copied, so no message is shown.
    }
  }

  return (
    <>
      {'clipboard' in navigator && (
        <>
          <li>
            <button type="button" className="text-link" onClick={() => void copy('link')}>
              <ShareIcon name="link" />
              {t('share.copy')}
            </button>
          </li>
          <li>
            <button type="button" className="text-link" onClick={() => void copy('list')}>
              <ShareIcon name="link" />
              {t('quote.copy')}
            </button>
          </li>
        </>
      )}
      <li>
        <button type="button" className="text-link" onClick={() => window.print()}>
          <Icon name="file" />
          {t('quote.print')}
        </button>
      </li>
      <li>
        <p role="status">{copied && t(copied === 'link' ? 'share.copied' : 'quote.copied')}</p>
      </li>
    </>
  )
}
