import { languageKey, type Language } from './languages'

/** An address in a language. @param address may have a query, without a language, and a fragment */
export function inLanguage(address: string, language: Language) {
  const [page = '', ...fragment] = address.split(/(?=#)/)
  const separator = page.includes('?') ? '&' : '?'
  return [page, `${separator}${languageKey}=${language}`, ...fragment].join('')
}
