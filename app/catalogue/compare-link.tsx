import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import { compareAddress } from './compared-ids'

/** Compares a product, with others if any are given. */
export function CompareLink({ ids }: { ids: string[] }) {
  const { t } = useTranslation()
  return (
    <Link className="text-link" to={compareAddress(ids)}>
      {t('compare.link')}
    </Link>
  )
}
