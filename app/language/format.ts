import { languages, type Language } from './languages'

/** The company's own clock, for all dates on the site. */
const timeZone = 'Asia/Riyadh'

/**
 * A date as people write it: "24 November 2026", "24 نوفمبر 2026". For loaders: browsers differ in
 * their words for months, so the server's are sent along.
 * @param iso ISO 8601, or empty
 * @returns empty for no date
 */
export function formatDate(iso: string, language: Language) {
  if (iso === '') return ''
  const format = new Intl.DateTimeFormat(languages[language].intl, { dateStyle: 'long', timeZone })
  return format.format(new Date(iso))
}

/** The year by the company's own clock. */
export function currentYear(now = new Date()) {
  return Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(now))
}

/**
 * The year of a date, by the same clock.
 * @param iso ISO 8601, or empty
 * @returns empty for no date
 */
export function yearOf(iso: string) {
  return iso === '' ? '' : String(currentYear(new Date(iso)))
}

/** A number as people write it: "141", "1200", "21,000"; a separator from five digits on. */
export function formatNumber(number: number, language: Language) {
  return new Intl.NumberFormat(languages[language].intl, { useGrouping: 'min2' }).format(number)
}
