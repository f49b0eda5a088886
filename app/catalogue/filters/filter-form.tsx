import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { FilterFields } from './filter-fields'
import type { FilterView } from './filter-views.server'
import { filtersId } from './list-tools'

/** The number of filters that are open although nothing is chosen there. */
const openCount = 4

/**
 * The filters of a list: beside it on wide screens, a sheet on narrow ones. Its button applies them; with
 * script, every change does (filter-script.tsx).
 */
export function FilterForm({ filters, isTable }: { filters: FilterView[]; isTable: boolean }) {
  const { t } = useTranslation()
  return (
    <form
      id={filtersId}
      className="filters"
      popover="auto"
      autoComplete="off"
      aria-label={t('filters.heading')}
    >
      <button
        type="button"
        className="menu-close"
        popovertarget={filtersId}
        popovertargetaction="hide"
      >
        {t('filters.close')}
        <Icon name="close" />
      </button>
      {isTable && <input type="hidden" name="view" value="table" />}
      {filters.map((filter, at) => (
        <FilterFields key={filter.parameter} filter={filter} isOpen={at < openCount} />
      ))}
      <button className="button">{t('filters.apply')}</button>
    </form>
  )
}
