import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import type { ListTools as Tools, ProductListView } from './product-list.server'

/** The filters' element: a sheet on narrow screens. */
export const filtersId = 'filters'

/** Above a list: the number of results, the sheet's button, the order, cards or table. */
export function ListTools({
  tools: { chosen, orders, cardsTo, tableTo },
  list: { count, found, table },
  isLive,
}: {
  tools: Tools
  list: Pick<ProductListView, 'count' | 'found' | 'table'>
  /** Whether script applies another order by itself. */
  isLive: boolean
}) {
  const { t } = useTranslation()
  return (
    <div className="list-tools">
      <p className="list-count" role="status" tabIndex={-1}>
        {chosen.length > 0
          ? t('filters.found', { count: found, total: count })
          : t('products.count', { count })}
      </p>
      <button type="button" className="button" popovertarget={filtersId}>
        {t('filters.heading')}
        {chosen.length > 0 && ` (${chosen.length})`}
      </button>
      <label>
        {t('sort.label')}
        <select
          name="sort"
          form={filtersId}
          defaultValue={orders.find(({ isChosen }) => isChosen)?.value}
        >
          {orders.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {!isLive && (
        <button className="text-link" form={filtersId}>
          {t('sort.apply')}
        </button>
      )}
      <nav className="choice-links" aria-label={t('view.label')}>
        <ViewLink to={cardsTo} name={t('view.cards')} isCurrent={!table} />
        <ViewLink to={tableTo} name={t('view.table')} isCurrent={table !== null} />
      </nav>
    </div>
  )
}

function ViewLink({ to, name, isCurrent }: { to: string; name: string; isCurrent: boolean }) {
  return (
    <Link to={to} rel="nofollow" aria-current={isCurrent || undefined} preventScrollReset>
      {name}
    </Link>
  )
}
