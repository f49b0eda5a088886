import { memoizeByLocale } from './format'
import { languages, type Language } from './languages'

const bytesFormat = {
  kilobyte: memoizeByLocale((locale) => sizeFormat(locale, 'kilobyte', 0)),
  megabyte: memoizeByLocale((locale) => sizeFormat(locale, 'megabyte', 1)),
}

function sizeFormat(locale: string, unit: string, maximumFractionDigits: number) {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits })
}

/**
 * The size of a file: "640 kB", "1.2 MB", "1.2 م.ب". For loaders only: browsers differ in their units. It is apart from
 * format.ts, which every page loads.
 */
export function formatBytes(bytes: number, language: Language) {
  const { intl } = languages[language]
  const text =
    bytes < 999_500
      ? bytesFormat.kilobyte(intl).format(Math.max(bytes / 1e3, 1))
      : bytesFormat.megabyte(intl).format(bytes / 1e6)
  return text.replaceAll(' ', '\u00A0')
}
