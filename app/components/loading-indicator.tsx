import { useTranslation } from 'react-i18next'

/** One period of the mains, drawing itself. */
export function LoadingIndicator() {
  const { t } = useTranslation()
  return (
    <span className="loading-indicator">
      <svg viewBox="0 0 120 48" width="120" height="48" aria-hidden="true">
        <path d="M0 24H120" className="loading-axis" />
        <path d="M4 24C22 -14 42 -14 60 24S98 62 116 24" className="loading-wave" pathLength={1} />
      </svg>
      <span>{t('loading.message')}</span>
    </span>
  )
}
