import { useTranslation } from 'react-i18next'

/** The mark, a node with its branches, and the company's short name. */
export function Logo() {
  const { t } = useTranslation()
  return (
    <>
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" className="logo-mark">
        <path d="M20 2V38M6 12H34M11 12V26M29 12V26" />
        <circle cx="20" cy="12" r="4" />
        <circle cx="11" cy="28" r="2.5" />
        <circle cx="29" cy="28" r="2.5" />
      </svg>
      <span className="logo-name">{t('site.shortName')}</span>
    </>
  )
}
