/**
 * The languages of the site. Code that depends on the direction reads this table. `intl` pins
 * digits and calendar, which browsers choose differently for plain "ar". `comma` stands between the items of a list.
 */
export const languages = {
  Ar: {
    lang: 'ar',
    dir: 'rtl',
    intl: 'ar-u-nu-latn-ca-gregory',
    openGraph: 'ar_SA',
    name: 'العربية',
    comma: '، ',
  },
  En: { lang: 'en', dir: 'ltr', intl: 'en-GB', openGraph: 'en_GB', name: 'English', comma: ', ' },
} as const

export type Language = keyof typeof languages

export const siteLanguages = Object.keys(languages) as Language[]

export const defaultLanguage: Language = 'Ar'

/** The name of the cookie, the local storage key and the query parameter. */
export const languageKey = 'lang'

/** The cookie's Max-Age, seconds. */
export const languageMaxAge = 365 * 24 * 60 * 60

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}

/** The site has two languages, on purpose: docs/decisions/0026-two-languages.md. */
export function otherLanguage(language: Language): Language {
  return language === 'Ar' ? 'En' : 'Ar'
}

/**
 * Sets the language of an address.
 * @param address may have a query, without a language, and a fragment
 */
export function inLanguage(address: string, language: Language) {
  const [page = '', ...fragment] = address.split(/(?=#)/)
  const separator = page.includes('?') ? '&' : '?'
  return [page, `${separator}${languageKey}=${language}`, ...fragment].join('')
}
