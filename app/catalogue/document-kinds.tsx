import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DocumentKind } from '../content/documents.server'
import { formatNumber } from '../language/format'
import { useLanguage } from '../language/use-language'
import { documentsAddress, type DocumentsSelection } from './documents-address'

const kinds = ['datasheet', 'manual', 'certificate', 'drawing', 'other'] as const

/** The kinds that there are, as links; nothing for a single kind. */
export function DocumentKinds({
  selection,
  counts,
}: {
  selection: DocumentsSelection
  counts: Partial<Record<DocumentKind, number>>
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const shown = kinds.filter((kind) => counts[kind] || kind === selection.kind)
  const total = kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
  if (shown.length < 2 && !selection.kind) return null
  return (
    <nav aria-label={t('documents.kindsLabel')}>
      <ul className="choice-links">
        {(['', ...shown] as const).map((kind) => (
          <li key={kind}>
            <Link
              to={documentsAddress({ ...selection, kind })}
              aria-current={kind === selection.kind ? 'page' : undefined}
            >
              {t(kind ? `documents.kinds.${kind}` : 'search.all')}{' '}
              <small>{formatNumber(kind ? (counts[kind] ?? 0) : total, language)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
