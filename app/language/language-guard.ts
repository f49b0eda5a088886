import { useBlocker } from '@remix-run/react'
import { useEffect } from 'react'
import { defaultLanguage, languageKey, type Language } from './languages'

/**
 * The server reads the language out of the cookie, and another tab may have changed it. A navigation
 * would then bring the other language's content into this language's frame; it becomes a whole page
 * load instead.
 */
export function useLanguageGuard(language: Language) {
  const { state, location } = useBlocker(() => languageOfCookie() !== language)
  useEffect(() => {
    if (state === 'blocked') {
      window.location.assign(location.pathname + location.search + location.hash)
    }
  }, [state, location])
}

function languageOfCookie() {
  const pattern = new RegExp(`(?:^|; )${languageKey}=(Ar|En)(?:;|$)`)
  return pattern.exec(document.cookie)?.[1] ?? defaultLanguage
}
