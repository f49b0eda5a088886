import { Link } from 'react-router-dom'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addresses } from '../addresses'
import type { SearchKind } from '../content/search.server'
import { KindLinks } from './kind-links'
import { searchAddress } from './search-address'

/** Ways on from a question without results. */
export function NoResults({
  question,
  kind,
  closest,
  counts,
  isWhole,
  children,
}: {
  question: string
  kind: SearchKind | null
  /** A question with the closest known spelling. */
  closest: string | undefined
  counts: Partial<Record<SearchKind, number>>
  /** False while the content is still being read. */
  isWhole: boolean
  /** What to browse instead. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  const shorter = question.split(' ').slice(0, -1).join(' ')
  return (
    <>
      <p className="empty-list" role="status">
        {t(isWhole ? 'search.none' : 'search.noneYet', { question })}{' '}
        <Link to={addresses.contact()}>{t('search.ask')}</Link>
      </p>
      <KindLinks question={question} counts={counts} current={kind} />
      {closest && (
        <p>
          {t('search.closest')} <Link to={searchAddress(closest)}>{closest}</Link>
        </p>
      )}
      {shorter && (
        <p>
          {t('search.shorter')} <Link to={searchAddress(shorter)}>{shorter}</Link>
        </p>
      )}
      {children}
    </>
  )
}
