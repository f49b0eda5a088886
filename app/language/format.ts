import { formatDay, yearIn } from '../../server/text/local-time'
import { languages, type Language } from './languages'

/** Memoizes formatters by locale: creating one takes a hundred times as long as using it. */
function memoizeByLocale<T>(create: (locale: string) => T) {
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

const bytesFormat = {
  kilobyte: memoizeByLocale((locale) => sizeFormat(locale, 'kilobyte', 0)),
  megabyte: memoizeByLocale((locale) => sizeFormat(locale, 'megabyte', 1)),
}

function sizeFormat(locale: string, unit: string, maximumFractionDigits: number) {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits })
}

/** The size of a file: "640 kB", "1.2 MB", "1.2 م.ب". For loaders only: browsers differ in their units. */
export function formatBytes(bytes: number, language: Language) {
  const { intl } = languages[language]
  const text =
    bytes < 999_500
      ? bytesFormat.kilobyte(intl).format(Math.max(bytes / 1e3, 1))
      : bytesFormat.megabyte(intl).format(bytes / 1e6)
  return text.replaceAll(' ', '\u00A0')
}

/**
 * Formats a date in words, in the company's time zone: "24 November 2026", "24 نوفمبر 2026". For
 * loaders only: browsers differ in the names of months.
 * @param iso ISO 8601, or empty
 * @returns empty for no date
 */
export function formatDate(iso: string, language: Language) {
  return iso === '' ? '' : formatDay(iso, languages[language].intl)
}

/** The year in the company's time zone. */
export function currentYear() {
  return yearIn(Date.now())
}

/**
 * The year of a date, in the same time zone.
 * @param iso ISO 8601, or empty
 * @returns empty for no date
 */
export function yearOf(iso: string) {
  return iso === '' ? '' : String(yearIn(iso))
}

/**
 * A formatted number: "141", "1200", "21,000"; separators from five digits up. By hand, since browsers before
 * 2022 take the option for it ('min2') for "always".
 */
export function formatNumber(number: number, language: Language) {
  const format = Math.abs(number) < 10_000 ? shortNumberFormat : longNumberFormat
  return format(languages[language].intl).format(number)
}
