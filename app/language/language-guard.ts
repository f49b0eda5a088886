import { useEffect } from 'react'
import { defaultLanguage, languageKey, type Language } from './languages'

/**
 * The server takes the language from the cookie, which another tab may have changed. Client-side
 * navigation would then load the other language's content into this page, so links and the back
 * button load the whole page instead.
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

/**
 * The language of the cookie, in which the server would respond now. Another tab may have changed
 * it.
 */
export function languageOfCookie() {
  const pattern = new RegExp(`(?:^|; )${languageKey}=(Ar|En)(?:;|$)`)
  return pattern.exec(document.cookie)?.[1] ?? defaultLanguage
}
