import { languages, type Language } from './languages'

/** The company's own clock, for all dates on the site. */
const timeZone = 'Asia/Riyadh'

/** Making a formatter takes a hundred times as long as using it, so each is made once, when needed. */
function onceEach<T>(make: (locale: string) => T) {
  const made = new Map<string, T>()
  return (locale: string) => {
    const kept = made.get(locale) ?? make(locale)
    made.set(locale, kept)
    return kept
  }
}

const dateFormat = onceEach(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
)
const yearFormat = onceEach(
  (locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', timeZone }),
)
const numberFormat = onceEach((locale) => new Intl.NumberFormat(locale, { useGrouping: 'min2' }))

/**
 * A date as people write it: "24 November 2026", "24 نوفمبر 2026". For loaders: browsers differ in
 * their words for months, so the server's are sent along.
 * @param iso ISO 8601, or empty
 * @returns empty for no date
 */
export function formatDate(iso: string, language: Language) {
  return iso === '' ? '' : dateFormat(languages[language].intl).format(new Date(iso))
}

/** The year by the company's own clock. */
export function currentYear(now = new Date()) {
  return Number(yearFormat('en').format(now))
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
  return numberFormat(languages[language].intl).format(number)
}
