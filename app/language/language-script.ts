import { useEffect } from 'react'
import {
  defaultLanguage,
  languageKey,
  languageMaxAge,
  siteLanguages,
  type Language,
} from './languages'

/**
 * Guards against another tab changing the language cookie: client-side navigation would load the
 * other language's content into this page, so links and the back button load the whole page
 * instead.
 */
export function useLanguageGuard(language: Language) {
  useEffect(() => {
    function skipRouterForLink(event: MouseEvent) {
      const isLink = event.target instanceof Element && event.target.closest('a[href]')
      if (isLink && languageOfCookie() !== language) event.stopPropagation()
    }
    function reloadPage(event: PopStateEvent) {
      if (languageOfCookie() === language) return
      event.stopImmediatePropagation()
      window.location.reload()
    }
    // In the capture phase: before the router's own listeners.
    window.addEventListener('click', skipRouterForLink, true)
    window.addEventListener('popstate', reloadPage, true)
    return () => {
      window.removeEventListener('click', skipRouterForLink, true)
      window.removeEventListener('popstate', reloadPage, true)
    }
  }, [language])
}

/** Returns the cookie's language, in which the server would respond now. */
export function languageOfCookie() {
  const pattern = new RegExp(`(?:^|; )${languageKey}=(${siteLanguages.join('|')})(?:;|$)`)
  return pattern.exec(document.cookie)?.[1] ?? defaultLanguage
}

/**
 * Runs in the head before the first paint, so that the visitor never sees the other language first.
 *
 * - A stored language that differs from the page's wins: the script sets the cookie and reloads,
 *   once. Where cookies are disabled, ?lang= carries the language.
 * - A page requested with ?lang=, or without a valid stored language, stores its own.
 * - A page restored from the back/forward cache is reloaded if it is in the wrong language, or if
 *   the language button had changed its direction.
 * - The script also stores the language button's choice, since the button may be pressed before
 *   hydration.
 *
 * A string and not a compiled function, because its hash is part of the content security policy.
 */
export const rememberLanguageScript = `(function () {
  var root = document.documentElement, key = '${languageKey}', moved = key + '-moved'
  function read(store, name) { try { return store().getItem(name) } catch (_) { return null } }
  function write(store, name, value) { try { store().setItem(name, value) } catch (_) {} }
  function local() { return localStorage }
  function session() { return sessionStorage }
  function chosen(page) { var stored = read(local, key); return ${siteLanguages.map((language) => `stored === '${language}'`).join(' || ')} ? stored : page }
  function ask(language, url) {
    root.hidden = true
    var secure = location.protocol === 'https:' ? '; secure' : ''
    document.cookie = key + '=' + language + '; path=/; max-age=${languageMaxAge}; samesite=lax' + secure
    var isRemembered = document.cookie.split('; ').indexOf(key + '=' + language) >= 0
    if (isRemembered && !url.searchParams.has(key)) { location.reload(); return }
    if (isRemembered) url.searchParams.delete(key)
    else url.searchParams.set(key, language)
    location.replace(url)
  }
  function check() {
    var page = root.getAttribute('data-language'), url = new URL(location.href), language = chosen(page)
    if (language === page || url.searchParams.get(key) === page || read(session, moved) === url.pathname + language) {
      write(local, key, page)
      write(session, moved, '')
      return
    }
    write(session, moved, url.pathname + language)
    ask(language, url)
  }
  check()
  addEventListener('submit', function (event) {
    var button = event.submitter
    if (button && button.name === key) write(local, key, button.value)
  })
  addEventListener('pageshow', function (event) {
    var page = root.getAttribute('data-language'), language = chosen(page)
    var isTurned = root.getAttribute('lang') !== page.toLowerCase()
    if (event.persisted && (language !== page || isTurned)) ask(language, new URL(location.href))
  })
})()`
