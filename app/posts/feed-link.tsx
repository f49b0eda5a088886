import { useTranslation } from 'react-i18next'
import { DrawnIcon } from '../components/icon'
import { useLanguage } from '../language/use-language'
import { feedPath, type FeedKind } from '../seo/feeds/feed-links'

/** The usual sign of feeds: the same in both directions. */
const feedIcon = {
  path: 'M5 19.7a.7.7 0 1 0 0-1.4.7.7 0 0 0 0 1.4zM5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14',
}

/** Leads visitors from a list of articles to its feed. */
export function FeedLink({ kind }: { kind: FeedKind }) {
  const { t } = useTranslation()
  return (
    <p>
      <a className="text-link" href={feedPath(kind, 'rss', useLanguage())}>
        <DrawnIcon drawing={feedIcon} />
        {t('article.feed')}
      </a>
    </p>
  )
}
