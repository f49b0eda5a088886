/**
 * The languages of the site. Direction is data: whatever depends on it reads this table.
 * `intl` pins digits and calendar, which plain "ar" leaves to each browser.
 */
export const languages = {
  Ar: {
    lang: 'ar',
    dir: 'rtl',
    intl: 'ar-u-nu-latn-ca-gregory',
    openGraph: 'ar_SA',
    name: 'العربية',
  },
  En: { lang: 'en', dir: 'ltr', intl: 'en-GB', openGraph: 'en_GB', name: 'English' },
} as const

export type Language = keyof typeof languages

export const defaultLanguage: Language = 'Ar'

/** Both the cookie and the local storage key. */
export const languageKey = 'lang'

/** How long a choice is remembered, in seconds. */
export const languageMaxAge = 365 * 24 * 60 * 60

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value)
}

export function otherLanguage(language: Language): Language {
  return language === 'Ar' ? 'En' : 'Ar'
}
