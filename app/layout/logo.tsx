import { useTranslation } from 'react-i18next'
import { mark } from './mark'

/** The company's mark and short name. */
export function Logo() {
  const { t } = useTranslation()
  return (
    <>
      <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" className="logo-mark">
        <path d={mark.lines} />
        {mark.nodes.map((node) => (
          <circle key={node.cx} {...node} />
        ))}
      </svg>
      <span className="logo-name">{t('site.shortName')}</span>
    </>
  )
}
