import type { TFunction } from 'i18next'
import type { Facet } from './facets.server'
import { orderText, type Order } from './selection.server'

/** An order to choose from; an empty value is the list's own. */
export interface OrderView {
  value: string
  text: string
  isChosen: boolean
}

/** The orders of a list: its own, by name, by each quantity, and the current one. */
export function ordersOf(facets: readonly Facet[], current: Order | null, t: TFunction) {
  const quantities = facets.filter(({ isQuantity }) => isQuantity).map(({ label }) => label)
  const labels = [null, ...quantities]
  if (current && !labels.includes(current.label)) labels.push(current.label)
  const orders: OrderView[] = [{ value: '', text: t('sort.own'), isChosen: current === null }]
  for (const label of labels) {
    const name = label?.name ?? t('sort.name')
    for (const isDescending of [false, true]) {
      const value = orderText({ label, isDescending })
      orders.push({
        value,
        text: t(isDescending ? 'sort.descending' : 'sort.ascending', { name }),
        isChosen: current !== null && value === orderText(current),
      })
    }
  }
  return orders
}
