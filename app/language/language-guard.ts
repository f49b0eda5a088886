import { useEffect } from 'react'
import { defaultLanguage, languageKey, type Language } from './languages'

/**
 * The server reads the language out of the cookie, and another tab may have changed it. Going on by
 * script would then bring the other language's content into this language's frame, so links and the
 * back button are left to the browser, which loads the whole page.
 */
export function useLanguageGuard(language: Language) {
  useEffect(() => {
    function leaveLinkToBrowser(event: MouseEvent) {
      const isLink = event.target instanceof Element && event.target.closest('a[href]')
      if (isLink && languageOfCookie() !== language) event.stopPropagation()
    }
    function loadWhole(event: PopStateEvent) {
      if (languageOfCookie() === language) return
      event.stopImmediatePropagation()
      window.location.reload()
    }
    // While capturing: before the router hears of it.
    window.addEventListener('click', leaveLinkToBrowser, true)
    window.addEventListener('popstate', loadWhole, true)
    return () => {
      window.removeEventListener('click', leaveLinkToBrowser, true)
      window.removeEventListener('popstate', loadWhole, true)
    }
  }, [language])
}

/** The language that the server would answer in now: another tab may have changed it. */
export function languageOfCookie() {
  const pattern = new RegExp(`(?:^|; )${languageKey}=(Ar|En)(?:;|$)`)
  return pattern.exec(document.cookie)?.[1] ?? defaultLanguage
}
