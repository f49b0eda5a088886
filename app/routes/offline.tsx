import type { MetaFunction } from '@remix-run/node'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { screens } from '../addresses'
import { MixedText } from '../components/mixed-text'
import { screenLoader } from '../content/loaders.server'
import { languageKey } from '../language/languages'
import { useLanguage } from '../language/text-language'
import { ErrorMessage } from '../layout/error-message'
import { pageMeta } from '../seo/page-meta'

export const handle = { htmlOnly: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

/** The page that the service worker shows where the network is gone, at any address. */
export const loader = screenLoader(screens.offline, ({ content }) => ({
  title: content.t('errors.offline.title'),
}))

export default function Offline() {
  const { t } = useTranslation()
  const saved = useSavedPages()

  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])

  return (
    <>
      <ErrorMessage kind="offline" />
      {saved.length > 0 && (
        <section className="container">
          <h2>{t('errors.saved')}</h2>
          <ul className="link-index">
            {saved.map(({ address, title }) => (
              <li key={address}>
                <a className="ruled-link" href={address}>
                  <MixedText text={title} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Returns the pages that the service worker (service-worker.js) has stored in the page's language, last seen first. */
function useSavedPages() {
  const language = useLanguage()
  const [saved, setSaved] = useState<{ address: string; title: string }[]>([])

  useEffect(() => {
    async function read() {
      const cache = await caches.open('site-pages')
      for (const { url } of [...(await cache.keys())].reverse()) {
        const { searchParams, pathname, search } = new URL(url)
        if (searchParams.get(languageKey) !== language) continue
        const html = (await (await cache.match(url))?.text()) ?? ''
        // The head alone: a page has thousands of elements.
        const head = html.slice(0, html.indexOf('</head>'))
        const [title = ''] = new DOMParser().parseFromString(head, 'text/html').title.split(' | ')
        setSaved((pages) => [...pages, { address: pathname + search, title }])
      }
    }
    // There are none over plain HTTP.
    if ('caches' in window) void read()
  }, [language])

  return saved
}
