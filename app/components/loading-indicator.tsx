import { useTranslation } from 'react-i18next'
import { languages, type Language } from '../language/languages'

/** A busbar that goes live: a line runs along it, and the word is on a plate below. */
export function LoadingIndicator({
  incoming,
}: {
  /** The language that is being loaded, with its word, if that is not the page's. */
  incoming?: { language: Language; message: string }
}) {
  const { t } = useTranslation()
  const { lang, dir } = incoming ? languages[incoming.language] : {}
  return (
    <span className="loading-indicator">
      <span className="loading-line" />
      <span className="loading-plate" lang={lang} dir={dir}>
        {incoming?.message ?? t('loading.message')}
      </span>
    </span>
  )
}
