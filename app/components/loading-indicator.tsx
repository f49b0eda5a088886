import { useTranslation } from 'react-i18next'
import { languages } from '../language/languages'
import { useLanguage } from '../language/use-language'

/** An animated sine wave: one mains period. */
export function LoadingIndicator() {
  const { t } = useTranslation()
  const { lang, dir } = languages[useLanguage()]
  return (
    <span className="loading-indicator">
      <svg viewBox="0 0 120 48" width="120" height="48" aria-hidden="true">
        <path d="M0 24H120" className="loading-axis" />
        <path d="M4 24C22 -6 42 -6 60 24S98 54 116 24" className="loading-wave" pathLength={1} />
      </svg>
      {/* During a language switch the document around it already has the other language. */}
      <span lang={lang} dir={dir}>
        {t('loading.message')}
      </span>
    </span>
  )
}
