import { useTranslation } from 'react-i18next'

/** An article's date and reading time, each only if known. */
export function ArticleMeta({
  article,
}: {
  article: { postDate?: string; dateText?: string; readingMinutes: number }
}) {
  const { t } = useTranslation()
  const { postDate, dateText, readingMinutes } = article
  if (!dateText && readingMinutes === 0) return null
  return (
    <p className="article-meta">
      {dateText && <time dateTime={postDate}>{dateText}</time>}
      {readingMinutes > 0 && <span>{t('article.reading', { count: readingMinutes })}</span>}
    </p>
  )
}
