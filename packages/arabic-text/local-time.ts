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

const longFormat = memoizeFormat({ dateStyle: 'long' })
const weekdayFormat = memoizeFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const dayFormat = memoizeFormat({ year: 'numeric', month: '2-digit', day: '2-digit' })
const clockFormat = memoizeFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const offsetFormat = memoizeFormat({ timeZoneName: 'longOffset' })

/** The length of a day in ISO 8601, which is the same day in every time zone: "2026-11-24". */
const dayLength = 10

/**
 * Returns the day on which a date falls in a time zone, in ISO 8601: "2026-11-24".
 * @param date ISO 8601, or ms since the epoch; the result is empty for an empty one
 */
export function dayIn(date: number | string, zone: string) {
  if (date === '' || (typeof date === 'string' && date.length === dayLength)) return date
  // Sweden writes dates as ISO 8601 does.
  return dayFormat('sv', zone).format(new Date(date))
}

/**
 * Formats a day: "24 November 2026".
 * @param day ISO 8601
 */
export function formatDay(day: string, locale: string) {
  return longFormat(locale, 'UTC').format(new Date(day))
}

/**
 * Formats a day of the near future: "Sunday 6 December".
 * @param day ISO 8601
 */
export function formatWeekday(day: string, locale: string) {
  return weekdayFormat(locale, 'UTC').format(new Date(day))
}

/**
 * Returns the working day by whose end so many working days have passed: on a Thursday, one day ends on Sunday.
 * @param day ISO 8601
 * @param workDays the week's, 0 to 6 from Sunday; at least one
 */
export function workingDayAfter(day: string, count: number, workDays: readonly number[]) {
  const date = new Date(day)
  for (let passed = 0; passed < count;) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (workDays.includes(date.getUTCDay())) passed += 1
  }
  return date.toISOString().slice(0, dayLength)
}

/** Formats the time of day of a time in ms since the epoch: "16:51". */
export function formatClock(ms: number, zone: string) {
  return clockFormat('en', zone).format(ms)
}

/**
 * Returns the offset from UTC that a clock in the time zone has: "+03:00".
 * @param local a valid date and time in ISO 8601, without an offset
 */
export function offsetOf(local: string, zone: string) {
  // The first offset may be that of the other side of a clock change.
  const near = offsetAt(Date.parse(`${local}Z`), zone)
  return offsetAt(Date.parse(local + near), zone)
}

function offsetAt(ms: number, zone: string) {
  const text = offsetFormat('en', zone).format(ms)
  return /[+-]\d\d:\d\d/.exec(text)?.[0] ?? '+00:00'
}
