import { useLocation, Link } from 'react-router-dom'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { parseItems, quoteCookie } from './quote-items'
import { addresses } from '../addresses'
import { Icon } from '../components/icon'
import { useLoaded } from '../components/hydration'

const listeners = new Set<() => void>()

/** Notifies the counter that the list has changed in this document. */
export function listChanged() {
  for (const listener of listeners) listener()
}

/** The number of items on the visitor's quotation list. */
export function useItemCount() {
  // Re-renders after navigations, since other screens may change the list's cookie.
  useLocation()
  return useSyncExternalStore(
    subscribe,
    () => itemCountOf(document.cookie),
    () => 0,
  )
}

/** @param cookies document.cookie */
export function itemCountOf(cookies: string) {
  return itemsIn(cookies).length
}

/** The quantity of an item on the visitor's quotation list; 0 on the server, and if it is not there. */
export function useListedQuantity(id: string) {
  return useSyncExternalStore(
    subscribe,
    () => listedQuantity(id),
    () => 0,
  )
}

export function listedQuantity(id: string) {
  return itemsIn(document.cookie).find((item) => item.id === id)?.quantity ?? 0
}

function itemsIn(cookies: string) {
  const value = new RegExp(`(?:^|; )${quoteCookie}=([^;]*)`).exec(cookies)?.[1]
  return parseItems(value ?? '')
}

/** Another tab may have changed the list, or this page was restored from the back/forward cache. */
function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('pageshow', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('pageshow', listener)
    document.removeEventListener('visibilitychange', listener)
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
    <div className="list-link">
      <Link className="icon-button quote-list-link" to={addresses.quoteList()}>
        <Icon name="list" />
        <span className="visually-hidden">{t('addToList.list')}</span>
        {status && <status.ItemCount />}
      </Link>
      {status && <status.AddStatus />}
    </div>
  )
}
