import { Link } from 'react-router-dom'
import { useTranslation } from 'react-i18next'
import type { SearchKind } from '../content/search.server'
import { formatNumber } from '../language/format'
import { useLanguage } from '../language/use-language'
import { searchAddress } from './search-address'

/** The kinds that have results, as links; nothing for a single kind. */
export function KindLinks({
  question,
  counts,
  current,
}: {
  question: string
  counts: Partial<Record<SearchKind, number>>
  current: SearchKind | null
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const kinds = Object.entries(counts) as [SearchKind, number][]
  if (kinds.length < 2) return null
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  return (
    <nav aria-label={t('search.kindsLabel')}>
      <ul className="choice-links">
        {[[null, total] as const, ...kinds].map(([kind, count]) => (
          <li key={kind}>
            <Link
              to={searchAddress(question, kind ?? '')}
              aria-current={kind === current ? 'page' : undefined}
            >
              {t(kind ? `search.kinds.${kind}` : 'search.all')}{' '}
              <small>{formatNumber(count, language)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
