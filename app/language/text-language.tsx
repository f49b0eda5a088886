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

/** Content that may not be in the page's language. */
export function TextIn({
  language,
  children,
}: {
  /** Undefined for the page's language. */
  language: Language | undefined
  children: ReactNode
}) {
  return <TextLanguage.Provider value={language}>{children}</TextLanguage.Provider>
}

/** Returns the language of the surrounding text, if it is not the page's. */
export function useTextLanguage() {
  return useContext(TextLanguage)
}

/**
 * Returns the attributes of an element whose text is not in the page's language; otherwise none.
 */
export function languageAttributes(language: Language | undefined) {
  if (!language) return {}
  const { lang, dir } = languages[language]
  return { lang, dir }
}
