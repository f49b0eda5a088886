import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'

/** The message for an empty list, drawn as an outgoing line with nothing connected. */
export function EmptyList() {
  const { t } = useTranslation()
  return (
    <p className="empty-list">
      {t('list.empty')} <Link to={addresses.contact()}>{t('list.askUs')}</Link>
    </p>
  )
}
