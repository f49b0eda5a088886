import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { Icon } from '../../components/icon'
import { Ltr, MixedText } from '../../components/mixed-text'
import { ShareIcon } from '../../components/share'
import { formatNumber } from '../../language/format'
import { useLanguage } from '../../language/text-language'
import { lineText } from '../list/list-text'
import { itemsText } from '../quote-items'
import { storeNotes } from './stored-draft'
import { sentLinesOf } from './stored-sent'

/** The lines of the enquiry that this tab has sent, from its own storage; nothing without any. */
export function SentLines({ reference }: { reference: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const [lines] = useState(() => sentLinesOf(reference))
  const [isCopied, setIsCopied] = useState(false)
  if (lines.length === 0) return null

  async function copy() {
    const first = `${t('enquiry.sent.reference')} ${reference}`
    const text = [first, ...lines.map((line) => lineText(t, line))].join('\n')
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      // Permission denied: nothing was copied, so no message is shown.
    }
  }

  return (
    <section className="sent-lines">
      <h2>{t('enquiry.sent.lines')}</h2>
      <ol className="quote-lines" data-fixed>
        {lines.map(({ id, title, code, quantity, note, language: own }) => (
          <li key={id}>
            <div>
              <p className="quote-title">
                <MixedText text={title} language={own} />
              </p>
              {code && (
                <p className="quote-code">
                  <Ltr>{code}</Ltr>
                </p>
              )}
              {note && (
                <p dir="auto">
                  <MixedText text={note} />
                </p>
              )}
            </div>
            <p className="quote-quantity">
              <span>{t('quote.quantity')}</span>
              <b>{formatNumber(quantity, language)}</b>
            </p>
          </li>
        ))}
      </ol>
      <form
        className="quote-buttons"
        method="post"
        action={addresses.quoteList()}
        onSubmit={() => storeNotes(lines)}
      >
        <input type="hidden" name="action" value="take" />
        <input type="hidden" name="items" value={itemsText(lines)} />
        <button className="button">{t('enquiry.sent.again')}</button>
        <button type="button" className="text-link" onClick={() => window.print()}>
          <Icon name="file" />
          {t('quote.print')}
        </button>
        {'clipboard' in navigator && (
          <button type="button" className="text-link" onClick={() => void copy()}>
            <ShareIcon name="link" />
            {t('quote.copy')}
          </button>
        )}
        <span role="status">{isCopied && t('quote.copied')}</span>
      </form>
    </section>
  )
}
