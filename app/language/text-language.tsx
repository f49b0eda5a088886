import { useContext, createContext, type ReactNode } from 'react'
import { type Language, languages } from './languages'
import { TranslationContext } from './translation'

/** The language of the page. */
export function useLanguage(): Language {
  return useContext(TranslationContext).language
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
