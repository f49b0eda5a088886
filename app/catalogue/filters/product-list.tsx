import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../../addresses'
import { Pagination } from '../../components/pagination'
import { useLoaded } from '../../components/use-loaded'
import { ProductGrid } from '../product-grid'
import { ChosenFilters } from './chosen-filters'
import { FilterForm } from './filter-form'
import { ListTools } from './list-tools'
import type { ProductListView } from './product-list.server'
import { ProductTable } from './product-table'

const loadScript = () => import('./filter-script')

/** The products of a type, with what filters, sorts and tabulates them. */
export function ProductList({ list, heading }: { list: ProductListView; heading: string }) {
  const { t } = useTranslation()
  const parts = useRef<HTMLElement>(null)
  const script = useLoaded(loadScript)
  const { tools, table, cards, found } = list
  return (
    <section ref={parts} className="product-list container">
      {script && <script.FilterScript parts={parts} />}
      {tools && (
        <>
          <ListTools tools={tools} list={list} isLive={script !== null} />
          <FilterForm filters={tools.filters} isTable={table !== null} />
        </>
      )}
      <div>
        {tools && <ChosenFilters tools={tools} />}
        {tools && found === 0 ? (
          <p className="empty-list">
            {t('filters.none')} <Link to={tools.clearTo}>{t('filters.clear')}</Link>
          </p>
        ) : table ? (
          <ProductTable table={table} cards={cards} heading={heading} />
        ) : (
          <ProductGrid cards={cards} linkTo={addresses.product} isLcp />
        )}
        <Pagination page={list.page} pages={list.pages} search={list.search} />
      </div>
    </section>
  )
}
