import { languages, type Language } from '../language/languages'

/** Minutes since the start of Sunday in local time, 0 to 10080. */
export type OpenSpan = readonly [from: number, to: number]

export const minutesPerDay = 24 * 60
export const minutesPerWeek = 7 * minutesPerDay

interface OpenState {
  isOpen: boolean
  /** When it closes or opens next, minutes since the start of Sunday; null if never. */
  changesAt: number | null
}

/** @param spans of a week, sorted and not overlapping or adjacent */
export function openStateAt(spans: OpenSpan[], minute: number): OpenState {
  const [first] = spans
  const current = spans.find(([from, to]) => from <= minute && minute < to)
  if (current) {
    const wraps = current[1] === minutesPerWeek && first?.[0] === 0
    const end = wraps ? first[1] : current[1] % minutesPerWeek
    return { isOpen: true, changesAt: wraps && first === current ? null : end }
  }
  const next = spans.find(([from]) => from > minute) ?? first
  return { isOpen: false, changesAt: next?.[0] ?? null }
}

/** The minute of the week in a time zone. @param zone IANA name */
export function minuteOfWeekIn(zone: string, now: Date) {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(now)
  const numberOf = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const [year, month, day] = [numberOf('year'), numberOf('month'), numberOf('day')]
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return weekday * minutesPerDay + numberOf('hour') * 60 + numberOf('minute')
}

/** "18:00". The end of the day is "24:00"; later minutes are times of the next day. */
export function clockTime(minute: number) {
  const ofDay = minute > minutesPerDay ? minute % minutesPerDay : minute
  return `${Math.floor(ofDay / 60)}:${String(ofDay % 60).padStart(2, '0')}`
}

/** @param day 0 is Sunday */
export function dayName(day: number, language: Language) {
  const format = new Intl.DateTimeFormat(languages[language].intl, {
    weekday: 'long',
    timeZone: 'UTC',
  })
  // 1 January 2023 was a Sunday.
  return format.format(Date.UTC(2023, 0, 1 + day))
}
