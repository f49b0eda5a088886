/** A time zone, and the city by whose name messages call it. */
export interface TimeZone {
  /** The IANA name, such as Asia/Riyadh. */
  zone: string
  /** For example "16:51 (Riyadh time)". */
  city: Readonly<Record<'Ar' | 'En', string>>
}

/** The time zone of a brand that states none. */
export const defaultTimeZone: TimeZone = {
  zone: 'Asia/Riyadh',
  city: { Ar: 'الرياض', En: 'Riyadh' },
}

let companyTimeZone = defaultTimeZone

/** Sets the time zone of all dates in this process or thread. The site does so once, at start. */
export function setTimeZone(timeZone: TimeZone) {
  companyTimeZone = timeZone
}

/** Returns the company's time zone. Browsers do not know it and get the default. */
export function getTimeZone() {
  return companyTimeZone
}

/** Whether a text is the IANA name of a time zone. Offsets such as +03:00 are none. */
export function isTimeZone(text: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return !/^[+-]/.test(text)
  } catch {
    return false
  }
}

/** Memoizes formatters: creating one takes a hundred times as long as using it. */
function memoizeFormat(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>()
  return (locale: string, timeZone: string) => {
    const key = `${locale} ${timeZone}`
    const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(key, format)
    return format
  }
}

const dayFormat = memoizeFormat({ dateStyle: 'long' })
const yearFormat = memoizeFormat({ year: 'numeric' })
const clockFormat = memoizeFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const offsetFormat = memoizeFormat({ timeZoneName: 'longOffset' })

/** The length of a day in ISO 8601, which is the same day in every time zone: "2026-11-24". */
const dayLength = 10

/** Returns the time zone in which a date is shown. */
function zoneOf(date: number | string) {
  return typeof date === 'string' && date.length === dayLength ? 'UTC' : companyTimeZone.zone
}

/**
 * Formats the day of a date: "24 November 2026".
 * @param date ISO 8601, or ms since the epoch
 */
export function formatDay(date: number | string, locale: string) {
  return dayFormat(locale, zoneOf(date)).format(new Date(date))
}

/**
 * Returns the year of a date.
 * @param date ISO 8601, or ms since the epoch
 */
export function yearIn(date: number | string) {
  return Number(yearFormat('en', zoneOf(date)).format(new Date(date)))
}

/** Formats the time of day of a time in ms since the epoch: "16:51". */
export function formatClock(ms: number) {
  return clockFormat('en', companyTimeZone.zone).format(ms)
}

/**
 * Returns the offset from UTC that a clock in the time zone has: "+03:00".
 * @param local a valid date and time in ISO 8601, without an offset
 */
export function offsetOf(local: string) {
  // The first offset may be that of the other side of a clock change.
  const near = offsetAt(Date.parse(`${local}Z`))
  return offsetAt(Date.parse(local + near))
}

function offsetAt(ms: number) {
  const text = offsetFormat('en', companyTimeZone.zone).format(ms)
  return /[+-]\d\d:\d\d/.exec(text)?.[0] ?? '+00:00'
}
