import { useLocation, useRouteLoaderData } from '@remix-run/react'
import { languageKey, languages, otherLanguage } from '../language/languages'
import { useLanguage } from '../language/use-language'
import type { Frame } from './frame'

/** This page in the other language, in whose words it says so. */
export function OtherLanguageLink() {
  const text = useRouteLoaderData<Frame>('root')?.inOtherLanguage.thisPage
  const language = otherLanguage(useLanguage())
  const { lang } = languages[language]
  const parameters = new URLSearchParams(useLocation().search)
  parameters.set(languageKey, language)
  if (!text) return null
  return (
    // Relative to the page's path: the fallback pages are rendered once and sent at every address.
    // A plain link, since the whole document changes its language.
    <a className="other-language-link" href={`?${parameters}`} hrefLang={lang} lang={lang}>
      {text}
    </a>
  )
}
