import { useContext } from 'react'
import { I18nContext } from 'react-i18next'
import { defaultLanguage, isLanguage, type Language } from './languages'

/**
 * The language of the page. It stays the same as long as the page does, so nothing has to listen for
 * a change, and every text of a page can ask for it at little cost.
 */
export function useLanguage(): Language {
  const { i18n } = useContext(I18nContext)
  return isLanguage(i18n?.language) ? i18n.language : defaultLanguage
}
