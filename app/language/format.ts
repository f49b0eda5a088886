import { dayIn, defaultTimeZone, formatDay } from '@site/arabic-text/local-time'
import { languages, type Language } from './languages'

/** Memoizes formatters by locale: creating one takes a hundred times as long as using it. */
export function memoizeByLocale<T>(create: (locale: string) => T) {
  const formatters = new Map<string, T>()
  return (locale: string) => {
    const formatter = formatters.get(locale) ?? create(locale)
    formatters.set(locale, formatter)
    return formatter
  }
}

const shortNumberFormat = memoizeByLocale(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false }),
)
const longNumberFormat = memoizeByLocale((locale) => new Intl.NumberFormat(locale))

/**
 * Formats a day in words: "24 November 2026", "24 نوفمبر 2026". For loaders only: browsers differ
 * in the names of months.
 * @param day ISO 8601, or empty
 * @returns empty for no day
 */
export function formatDate(day: string, language: Language) {
  return day === '' ? '' : formatDay(day, languages[language].intl)
}

/** Returns today in words, in a time zone: an IANA name. */
export function today(language: Language, zone: string) {
  return formatDate(dayIn(Date.now(), zone), language)
}

/**
 * Returns the current year.
 * @param zone an IANA name
 */
export function currentYear(zone = defaultTimeZone.zone) {
  return Number(yearOf(dayIn(Date.now(), zone)))
}

/** Returns the year of a day in ISO 8601; empty for an empty one. */
export function yearOf(day: string) {
  return day.slice(0, 4)
}

/**
 * A formatted number: "141", "1200", "21,000"; separators from five digits up. By hand, since browsers before
 * 2022 take the option for it ('min2') for "always".
 */
export function formatNumber(number: number, language: Language) {
  const format = Math.abs(number) < 10_000 ? shortNumberFormat : longNumberFormat
  return format(languages[language].intl).format(number)
}
