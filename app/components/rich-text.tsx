import { useTranslation } from 'react-i18next'
import { languageAttributes, useTextLanguage } from '../language/text-language'

/** @param html sanitised by the adapter */
export function RichText({ html }: { html: string }) {
  const { t } = useTranslation()
  const language = useTextLanguage()
  if (html === '') return null
  const text = withScrollingTables(html, t('layout.table'))
  return (
    <div
      className="rich-text"
      {...languageAttributes(language)}
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

/**
 * Wraps each table in a scrollable, focusable box. Plain string replacement is safe: in sanitised
 * HTML a "<" always starts a tag.
 */
function withScrollingTables(html: string, label: string) {
  return html
    .replaceAll(
      '<table',
      `<div class="rich-text-table" role="group" tabindex="0" aria-label="${label}"><table`,
    )
    .replaceAll('</table>', '</table></div>')
}
