import { Link } from 'react-router-dom'
import { useTranslation } from '../language/translation'
import { parseItems, quoteCookie } from './quote-items'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { useLoaded } from '../components/hydration'

/** @param cookies document.cookie */
export function itemsIn(cookies: string) {
  const value = new RegExp(`(?:^|; )${quoteCookie}=([^;]*)`).exec(cookies)?.[1]
  return parseItems(value ?? '')
}

/** `listchange`: in this document; the others: in another tab, or before the page came back. */
const changes = ['listchange', 'visibilitychange', 'pageshow']

/** Calls a listener when the list may have changed. */
export function subscribeToList(listener: () => void) {
  for (const name of changes) addEventListener(name, listener, true)
  return () => {
    for (const name of changes) removeEventListener(name, listener, true)
  }
}

const loadStatus = () => import('./list-status')

/**
 * A link to the quotation list. Its counter, and the script of the add forms, load late: pages are
 * the same for every visitor.
 */
export function QuoteListLink() {
  const { t } = useTranslation()
  const status = useLoaded(loadStatus)
  return (
    <div className="quote-list-link">
      <Link className="icon-button" to={addresses.quoteList()}>
        <Icon name="list" />
        <span className="visually-hidden">{t('addToList.list')}</span>
        {status && <status.ItemCount />}
      </Link>
      {status && <status.AddStatus />}
    </div>
  )
}
