import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { Icon } from '../../components/icon'
import { useLoaded } from '../../components/use-loaded'
import { itemsQuery, type QuoteItem } from '../quote-items'
import type { ListWays } from './list-view.server'

const loadScript = () => import('./tools-script')

/** What else can be done with a list: send it, share it, copy it, print it, open it in a spreadsheet. */
export function QuoteTools({ items, ways }: { items: QuoteItem[]; ways: ListWays }) {
  const { t } = useTranslation()
  const script = useLoaded(loadScript)
  const messages = [
    ...(ways.toCompany ? [[ways.toCompany, 'quote.askOnWhatsapp'] as const] : []),
    [ways.toAnybody, 'quote.shareOnWhatsapp'] as const,
  ]
  return (
    <aside className="quote-tools">
      <h2>{t('quote.tools')}</h2>
      <ul>
        {messages.map(([href, title]) => (
          <li key={title}>
            <a className="text-link" href={href} rel="noopener">
              <Icon name="whatsapp" />
              {t(title)}
            </a>
          </li>
        ))}
        <li>
          <a
            className="text-link"
            href={`${addresses.quoteList()}.csv${itemsQuery(items)}`}
            download
          >
            <Icon name="file" />
            {t('quote.csv')}
          </a>
        </li>
        {script && <script.ToolButtons ways={ways} />}
      </ul>
    </aside>
  )
}
