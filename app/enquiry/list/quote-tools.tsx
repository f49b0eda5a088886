import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { useCanonicalAddress } from '../../components/canonical-address'
import { Icon } from '../../components/icon'
import { useTextLinks } from '../../components/message-links'
import { Share, useBrowserSupport } from '../../components/share'
import { listText } from '../enquiry-text'
import { itemsQuery, sharedListPath } from '../quote-items'
import type { QuoteLine } from './quote-lines.server'

/** What else can be done with a list: send it, share it, copy it, print it, open it in a spreadsheet. */
export function QuoteTools({ heading, lines }: { heading: string; lines: QuoteLine[] }) {
  const { t } = useTranslation()
  const path = sharedListPath(lines)
  const address = useCanonicalAddress(path)
  const text = `${listText(t, lines)}\n${address}`
  const { whatsapp } = useTextLinks(t('quote.ask'), text)
  const [isCopied, setIsCopied] = useState(false)
  const canCopy = useBrowserSupport(() => 'clipboard' in navigator)
  const canPrint = useBrowserSupport(() => 'print' in window)

  async function copy() {
    try {
      await navigator.clipboard.writeText(`${heading}\n${text}`)
      setIsCopied(true)
    } catch {
      // Permission denied: nothing was copied, so no message.
    }
  }

  return (
    <aside className="quote-tools">
      <h2>{t('quote.tools')}</h2>
      <ul>
        {whatsapp && (
          <li>
            <a className="text-link" href={whatsapp} rel="noopener">
              <Icon name="whatsapp" />
              {t('quote.askOnWhatsapp')}
            </a>
          </li>
        )}
        <li>
          <a className="text-link" href={addresses.quoteListCsv() + itemsQuery(lines)} download>
            <Icon name="file" />
            {t('quote.csv')}
          </a>
        </li>
        {canCopy && (
          <li>
            <button type="button" className="text-link" onClick={() => void copy()}>
              <Icon name="link" />
              {t('quote.copy')}
            </button>
          </li>
        )}
        {canPrint && (
          <li>
            <button type="button" className="text-link" onClick={() => window.print()}>
              <Icon name="file" />
              {t('quote.print')}
            </button>
          </li>
        )}
      </ul>
      <p role="status">{isCopied && t('quote.copied')}</p>
      <Share title={heading} path={path} />
    </aside>
  )
}
