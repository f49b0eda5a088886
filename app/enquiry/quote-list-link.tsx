import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { useLoaded } from '../components/use-loaded'

const loadStatus = () => import('./list-status')

/**
 * A link to the quotation list. Its counter and what adds to the list without leaving the page load late:
 * pages are the same for every visitor.
 */
export function QuoteListLink() {
  const { t } = useTranslation()
  const status = useLoaded(loadStatus)
  return (
    <>
      <Link className="icon-button quote-list-link" to={addresses.quoteList()}>
        <Icon name="list" />
        <span className="visually-hidden">{t('addToList.list')}</span>
        {status && <status.ItemCount />}
      </Link>
      {status && <status.AddStatus />}
    </>
  )
}
