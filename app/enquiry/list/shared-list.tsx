import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { ScreenHeading } from '../../components/screen-heading'
import { formatNumber } from '../../language/format'
import { useLanguage } from '../../language/use-language'
import { itemsText } from '../quote-items'
import { LineProduct } from './quote-line-fields'
import type { ListView } from './list-view.server'
import { ListAddress } from './quote-list'
import { QuoteTools } from './quote-tools'

/** A list that somebody else shared, to be taken over. */
export function SharedList({
  heading,
  view: {
    form: { lines },
    ways,
  },
}: {
  heading: string
  view: ListView
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <>
      <ScreenHeading heading={heading} lead={t('quote.sharedLead')} />
      <div className="container quote-list">
        {lines.length === 0 ? (
          <p className="empty-list">
            {t('quote.sharedEmpty')}{' '}
            <Link className="text-link" to={addresses.quoteList()}>
              {t('quote.toOwn')}
            </Link>
          </p>
        ) : (
          <>
            <form method="post" action={addresses.quoteList()}>
              <input type="hidden" name="action" value="take" />
              <input type="hidden" name="items" value={itemsText(lines)} />
              <ol className="quote-lines" data-fixed>
                {lines.map((line) => (
                  <li key={line.id} data-state={line.state}>
                    <LineProduct line={line} />
                    <p className="quote-quantity">
                      <span>{t('quote.quantity')}</span>
                      <b>{formatNumber(line.quantity, language)}</b>
                    </p>
                  </li>
                ))}
              </ol>
              <p className="quote-buttons">
                <button className="button">{t('quote.take')}</button>
                <Link className="text-link" to={addresses.quoteList()}>
                  {t('quote.toOwn')}
                </Link>
              </p>
            </form>
            <QuoteTools items={lines} ways={ways} />
            <ListAddress address={ways.address} />
          </>
        )}
      </div>
    </>
  )
}
