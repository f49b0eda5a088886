import type { InitOptions } from 'i18next'
import { formatNumber } from './format'
import { defaultLanguage, isLanguage, siteLanguages } from './languages'

/**
 * i18next options for server and browser. Language codes are those of the content API, "Ar" and
 * "En".
 */
export const i18nOptions = {
  supportedLngs: siteLanguages,
  fallbackLng: defaultLanguage,
  load: 'currentOnly',
  defaultNS: 'translation',
  interpolation: { escapeValue: false, format: formatCounted },
  react: { useSuspense: false },
} as const satisfies InitOptions

/** Formats "{{count, number}}" in a translation. */
function formatCounted(value: unknown, _format?: string, language?: string) {
  return typeof value === 'number' && isLanguage(language)
    ? formatNumber(value, language)
    : String(value)
}
