import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import { SearchForm } from '../search/search-form'

/** The message for an empty list, drawn as an outgoing line with nothing connected, and a search field. */
export function EmptyList() {
  const { t } = useTranslation()
  return (
    <>
      <p className="empty-list">
        {t('list.empty')} <Link to={addresses.contact()}>{t('list.askUs')}</Link>
      </p>
      <SearchForm id="search-elsewhere" label={t('search.new')} />
    </>
  )
}
