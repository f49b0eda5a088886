import type { InitOptions } from 'i18next'
import { formatNumber } from './format'
import { defaultLanguage, isLanguage, languages } from './languages'

/** What i18next is told on both sides. Language codes are the wire's own, "Ar" and "En". */
export const i18nOptions = {
  supportedLngs: Object.keys(languages),
  fallbackLng: defaultLanguage,
  load: 'currentOnly',
  defaultNS: 'translation',
  interpolation: { escapeValue: false, format: formatCounted },
  react: { useSuspense: false },
} as const satisfies InitOptions

/** "{{count, number}}" in a text: the number as the language writes it. */
function formatCounted(value: unknown, _format?: string, language?: string) {
  return typeof value === 'number' && isLanguage(language)
    ? formatNumber(value, language)
    : String(value)
}
