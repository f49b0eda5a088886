import { createContext, useContext, type ReactNode } from 'react'
import { languages, type Language } from './languages'

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
