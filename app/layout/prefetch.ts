import { useEffect } from 'react'
import { screenAt } from '../addresses'
import { languageOfCookie } from '../language/language-guard'
import type { Language } from '../language/languages'

/** How long a pointer or the keyboard rests on a link before it counts as meant, ms. */
const restMs = 65

/** A browser uses data for half a minute without asking again (entry.server.tsx says so to it), ms. */
const usableMs = 30 * 1000

/**
 * Fetches a screen's data and code while the visitor is still about to choose its link: a pointer
 * or the keyboard rests on it, or a finger goes down. Never where data is dear.
 *
 * Remix's own way loads the screen's code as a click does, which reloads the page when that fails:
 * somebody without a network would lose the page for having pointed at a link. Links in the head
 * may fail in silence, and one listener serves every link there is.
 */
export function usePrefetch(language: Language) {
  useEffect(() => {
    const announced = new Map<string, number>()
    let resting: ReturnType<typeof setTimeout> | undefined

    function announce(url: URL) {
      const usable = (announced.get(url.href) ?? -usableMs) + usableMs > performance.now()
      if (usable || !mayPrefetch() || languageOfCookie() !== language) return
      announced.set(url.href, performance.now())
      prefetchScreen(url)
    }
    function rest({ target }: Event) {
      clearTimeout(resting)
      const url = screenOf(target)
      if (url) resting = setTimeout(announce, restMs, url)
    }
    function press({ target }: Event) {
      const url = screenOf(target)
      if (url) announce(url)
    }
    document.addEventListener('pointerover', rest)
    document.addEventListener('focusin', rest)
    document.addEventListener('pointerdown', press)
    return () => {
      clearTimeout(resting)
      document.removeEventListener('pointerover', rest)
      document.removeEventListener('focusin', rest)
      document.removeEventListener('pointerdown', press)
    }
  }, [language])
}

/** @returns the address that a link leads to, if that is a screen of this site and not the shown one */
function screenOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) {
    return null
  }
  const isShown = link.pathname === location.pathname && link.search === location.search
  return isShown || screenAt(link.pathname) === null ? null : new URL(link.href)
}

function mayPrefetch() {
  const { connection } = navigator
  return (
    !connection?.saveData &&
    !connection?.effectiveType?.endsWith('2g') &&
    !matchMedia('(prefers-reduced-data: reduce)').matches
  )
}

/** Asks for what a navigation will ask for, to the letter: else it would be asked for twice. */
function prefetchScreen(url: URL) {
  const screen = screenAt(url.pathname)
  const routes = Object.values(window.__remixManifest.routes)
  const route = routes.find(({ path = '', parentId }) => parentId && path === screen)
  if (!route) return
  for (const module of [route.module, ...(route.imports ?? [])]) {
    addLink({ rel: 'modulepreload', href: module })
  }
  if (!route.hasLoader) return
  url.hash = ''
  url.searchParams.set('_data', route.id)
  addLink({ rel: 'prefetch', as: 'fetch', href: url.href })
}

function addLink(properties: { rel: string; as?: string; href: string }) {
  document.head.append(Object.assign(document.createElement('link'), properties))
}
