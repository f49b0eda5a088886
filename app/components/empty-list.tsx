import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'

/** Said where a list has nothing to show yet: an outgoing line to which nothing is connected. */
export function EmptyList() {
  const { t } = useTranslation()
  return (
    <p className="empty-list">
      {t('list.empty')} <Link to={addresses.contact()}>{t('list.askUs')}</Link>
    </p>
  )
}
