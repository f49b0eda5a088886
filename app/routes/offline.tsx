import type { MetaFunction } from '@remix-run/node'
import { useTranslation } from '../language/translation'
import type { RouteHandle } from '../../server/http/validation/route-table'
import { addresses, screens } from '../addresses'
import { screenLoader } from '../content/loaders.server'
import { ErrorMessage } from '../layout/error-message'
import { pageMeta } from '../seo/page-meta'

export const handle = { htmlOnly: true } satisfies RouteHandle

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, args.data && { ...args.data, isIndexed: false })

/** The page that the service worker shows where the network is gone, at any address. */
export const loader = screenLoader(screens.offline, ({ content }) => ({
  title: content.t('errors.offline.title'),
}))

/** How often the page looks whether the network is back, ms: browsers do not always know. */
const retryMs = 5_000

/**
 * The page's only script, since it is not hydrated: reloads it with the network, and lists the pages that the service
 * worker (service-worker.js) has stored in its language, the one seen last first.
 */
const script = `
async function reload() {
  // At its own address, the page is the one from the network.
  if (document.hidden || location.pathname === '${addresses.offline()}') return;
  await fetch('${addresses.webManifest()}', { method: 'HEAD', cache: 'no-store' });
  location.reload();
}
const tryAgain = () => void reload().catch(() => undefined);
addEventListener('online', tryAgain);
setInterval(tryAgain, ${retryMs});
window.caches?.open('site-pages').then(async (cache) => {
  const section = document.getElementById('saved-pages');
  const list = Object.assign(document.createElement('ul'), { className: 'link-index' });
  section.append(list);
  for (const { url } of [...(await cache.keys())].reverse()) {
    const { searchParams, pathname, search } = new URL(url);
    if (searchParams.get('lang') !== document.documentElement.dataset.language) continue;
    const html = await (await cache.match(url)).text();
    const head = html.slice(0, html.indexOf('</' + 'head>'));
    const { title } = new DOMParser().parseFromString(head, 'text/html');
    const link = Object.assign(document.createElement('a'), {
      className: 'ruled-link',
      href: pathname + search,
      textContent: title.split(' | ')[0],
    });
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
    section.hidden = false;
  }
});`

export default function Offline() {
  const { t } = useTranslation()
  return (
    <>
      <ErrorMessage kind="offline" />
      <section id="saved-pages" className="band container" hidden>
        <h2>{t('errors.saved')}</h2>
      </section>
      <script dangerouslySetInnerHTML={{ __html: script }} />
    </>
  )
}
