import { languages, type Language } from '../language/languages'

/** Minutes from the beginning of Sunday, 0 to 10080: a place's own week. */
export type OpenSpan = readonly [from: number, to: number]

export const minutesOfDay = 24 * 60
export const minutesOfWeek = 7 * minutesOfDay

interface OpenState {
  isOpen: boolean
  /** When it closes or opens next, in minutes of the week; null if it never does. */
  changesAt: number | null
}

/** @param spans of a week, in order and apart from each other */
export function openStateAt(spans: OpenSpan[], minute: number): OpenState {
  const [first] = spans
  const current = spans.find(([from, to]) => from <= minute && minute < to)
  if (current) {
    const goesOn = current[1] === minutesOfWeek && first?.[0] === 0
    const end = goesOn ? first[1] : current[1] % minutesOfWeek
    return { isOpen: true, changesAt: goesOn && first === current ? null : end }
  }
  const next = spans.find(([from]) => from > minute) ?? first
  return { isOpen: false, changesAt: next?.[0] ?? null }
}

/** The minute of the week by the clocks of a place. @param zone IANA name */
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
  return weekday * minutesOfDay + numberOf('hour') * 60 + numberOf('minute')
}

/** "18:00"; the end of a day is 24:00, and what comes after it is the next day's. */
export function clockTime(minute: number) {
  const ofDay = minute > minutesOfDay ? minute % minutesOfDay : minute
  return `${Math.floor(ofDay / 60)}:${String(ofDay % 60).padStart(2, '0')}`
}

/** @param day 0 is Sunday */
export function dayName(day: number, language: Language) {
  const format = new Intl.DateTimeFormat(languages[language].intl, {
    weekday: 'long',
    timeZone: 'UTC',
  })
  // The first of January 2023 was a Sunday.
  return format.format(Date.UTC(2023, 0, 1 + day))
}
