import { useContext } from 'react'
import { I18nContext } from 'react-i18next'
import { defaultLanguage, isLanguage, type Language } from './languages'

/**
 * The language of the page. It never changes within a page, so this needs no subscription and is
 * cheap enough to call for every text.
 */
export function useLanguage(): Language {
  const { i18n } = useContext(I18nContext)
  return isLanguage(i18n?.language) ? i18n.language : defaultLanguage
}
