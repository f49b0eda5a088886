import { useTranslation } from 'react-i18next'

/** An article as the adapter sanitised it. */
export function RichText({ html }: { html: string }) {
  const { t } = useTranslation()
  if (html === '') return null
  const text = withScrollingTables(html, t('layout.table'))
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: text }} />
}

/**
 * A wide table scrolls in a box of its own, which the keyboard can reach. In sanitised text a "<" is
 * always a tag's.
 */
function withScrollingTables(html: string, label: string) {
  return html
    .replaceAll(
      '<table',
      `<div class="rich-text-table" role="group" tabindex="0" aria-label="${label}"><table`,
    )
    .replaceAll('</table>', '</table></div>')
}
