import type { InitOptions } from 'i18next'
import { defaultLanguage, languages } from './languages'

/** What i18next is told on both sides. Language codes are the wire's own, "Ar" and "En". */
export const i18nOptions = {
  supportedLngs: Object.keys(languages),
  fallbackLng: defaultLanguage,
  load: 'currentOnly',
  defaultNS: 'translation',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
} as const satisfies InitOptions
