import { useEffect } from 'react'
import { screenAt } from '../../addresses'
import { languageOfCookie } from '../../language/language-script'
import type { Language } from '../../language/languages'

/** Delay of prefetching after a link is hovered or focused, ms. */
const hoverDelayMs = 65

/** How long the browser caches prefetched data at most; must match entry.server.tsx, ms. */
const cachedMs = 30 * 1000

/**
 * Prefetches a screen's data and code when its link is hovered, focused or pressed. Never on slow
 * connections or with data saving on.
 *
 * Remix's own prefetching loads the screen's code as a click does and reloads the page on failure:
 * an offline visitor would lose the page by pointing at a link. Here it fails silently, and one
 * listener serves all links.
 */
export function usePrefetch(language: Language) {
  useEffect(() => {
    const prefetchedAt = new Map<string, number>()
    let hoverTimer: ReturnType<typeof setTimeout> | undefined

    function prefetch(url: URL) {
      const isCached = (prefetchedAt.get(url.href) ?? -cachedMs) + cachedMs > performance.now()
      if (isCached || !mayPrefetch() || languageOfCookie() !== language) return
      prefetchedAt.set(url.href, performance.now())
      prefetchScreen(url)
    }
    function onHover({ target }: Event) {
      clearTimeout(hoverTimer)
      const url = screenOf(target)
      if (url) hoverTimer = setTimeout(prefetch, hoverDelayMs, url)
    }
    function onPress({ target }: Event) {
      const url = screenOf(target)
      if (url) prefetch(url)
    }
    document.addEventListener('pointerover', onHover)
    document.addEventListener('focusin', onHover)
    document.addEventListener('pointerdown', onPress)
    return () => {
      clearTimeout(hoverTimer)
      document.removeEventListener('pointerover', onHover)
      document.removeEventListener('focusin', onHover)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [language])
}

/**
 * @returns the link's address if it leads to another screen of this site in this language,
 * otherwise null
 */
function screenOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hreflang || link.hasAttribute('download')) return null
  if (link.origin !== location.origin) return null
  const isCurrent = link.pathname === location.pathname && link.search === location.search
  return isCurrent || screenAt(link.pathname) === null ? null : new URL(link.href)
}

function mayPrefetch() {
  const { connection } = navigator
  return (
    !connection?.saveData &&
    !connection?.effectiveType?.endsWith('2g') &&
    !matchMedia('(prefers-reduced-data: reduce)').matches
  )
}

/** The URLs must equal those that the navigation will request; otherwise they are fetched twice. */
function prefetchScreen(url: URL) {
  const screen = screenAt(url.pathname)
  const routes = Object.values(window.__remixManifest.routes)
  const route = routes.find(({ path = '', parentId }) => parentId && path === screen)
  if (!route) return
  for (const module of [route.module, ...(route.imports ?? [])]) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href: module }),
    )
  }
  // A route with an action is a private page, which browsers must not store.
  if (!route.hasLoader || route.hasAction) return
  url.hash = ''
  url.searchParams.set('_data', route.id)
  // Firefox holds `<link rel="prefetch">` against default-src, which allows nothing, and reports it as an attack.
  fetch(url, { headers: { Purpose: 'prefetch' }, priority: 'low' })
    .then((response) => response.arrayBuffer())
    .catch(() => undefined)
}
