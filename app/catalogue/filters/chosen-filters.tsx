import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon'
import { MixedText } from '../../components/mixed-text'
import type { ListTools } from './product-list.server'

/** What is chosen, each a link to the list without it. */
export function ChosenFilters({ tools: { chosen, clearTo } }: { tools: ListTools }) {
  const { t } = useTranslation()
  if (chosen.length === 0) return null
  return (
    <ul className="choice-links chosen-filters" aria-label={t('filters.chosen')}>
      {chosen.map(({ name, value, unit, to }) => (
        <li key={to}>
          <Link to={to} rel="nofollow" replace preventScrollReset>
            <span className="visually-hidden">{t('filters.remove')}</span> <MixedText text={name} />
            : <MixedText text={unit ? `${value} ${unit}` : value} />
            <Icon name="close" />
          </Link>
        </li>
      ))}
      <li data-markdown="skip">
        <Link to={clearTo} rel="nofollow" replace preventScrollReset>
          {t('filters.clear')}
        </Link>
      </li>
    </ul>
  )
}
