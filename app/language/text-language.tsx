import { useContext, createContext, type ReactNode } from 'react'
import { I18nContext } from 'react-i18next'
import { defaultLanguage, isLanguage, type Language, languages } from './languages'

/**
 * The language of the page. It never changes within a page, so this needs no subscription and is
 * cheap enough to call for every text.
 */
export function useLanguage(): Language {
  const { i18n } = useContext(I18nContext)
  return isLanguage(i18n?.language) ? i18n.language : defaultLanguage
}

const TextLanguage = createContext<Language | undefined>(undefined)

/** Content that may be in another language than the page. */
export function TextIn({
  language,
  children,
}: {
  /** undefined for the page's. */
  language: Language | undefined
  children: ReactNode
}) {
  return <TextLanguage.Provider value={language}>{children}</TextLanguage.Provider>
}

/** The language of the text here, if that is not the page's. */
export function useTextLanguage() {
  return useContext(TextLanguage)
}

/** The attributes of an element whose text is in another language than the page; else none. */
export function languageAttributes(language: Language | undefined) {
  if (!language) return {}
  const { lang, dir } = languages[language]
  return { lang, dir }
}
