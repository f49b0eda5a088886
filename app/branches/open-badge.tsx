import { useSyncExternalStore } from 'react'
import { useTranslation } from '../language/translation'
import { minutesPerDay, type OpenSpan } from '@site/arabic-text/opening-hours'
import { languages, type Language } from '../language/languages'
import { useLanguage } from '../language/text-language'

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

const millisecondsPerMinute = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Minutes since the epoch. */
function currentMinute() {
  return Math.floor(Date.now() / millisecondsPerMinute)
}

/**
 * Calls the listener at the start of every minute, and when the page becomes visible again, since
 * browsers suspend timers in the background. All listeners share one timer.
 * @returns unsubscribes
 */
export function onEveryMinute(listener: () => void) {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tick)
    schedule()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tick)
    clearTimeout(timer)
  }
}

function schedule() {
  clearTimeout(timer)
  timer = setTimeout(tick, millisecondsPerMinute - (Date.now() % millisecondsPerMinute))
}

function tick() {
  schedule()
  for (const listener of listeners) listener()
}

/**
 * Whether a branch is open now, in its local time, and when it closes or opens next. Pages are
 * cached, so only the browser shows it; the server renders an empty element that reserves the
 * space.
 */
export function OpenBadge({
  open: { spans, zone },
}: {
  open: { spans: OpenSpan[]; zone: string }
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const minute = useSyncExternalStore(onEveryMinute, currentMinute, () => null)
  if (minute === null) return <p className="open-badge" />

  const now = minuteOfWeekIn(zone, new Date(minute * millisecondsPerMinute))
  const { isOpen, changesAt } = openStateAt(spans, now)
  const [day, time] = [
    Math.floor((changesAt ?? 0) / minutesPerDay),
    (changesAt ?? 0) % minutesPerDay,
  ]
  const wait = ((changesAt ?? 0) - now + minutesPerWeek) % minutesPerWeek

  function changeText() {
    if (changesAt === null) return ''
    // Closing at midnight is shown as 24:00 of that day.
    if (isOpen) {
      return wait < minutesPerDay
        ? t('branches.until', { time: clockTime(time || minutesPerDay) })
        : ''
    }
    const isToday = now + wait < (Math.floor(now / minutesPerDay) + 1) * minutesPerDay
    return isToday
      ? t('branches.opens', { time: clockTime(time) })
      : t('branches.opensOn', { day: dayName(day, language), time: clockTime(time) })
  }

  const change = changeText()
  return (
    <p className="open-badge" data-open={isOpen || undefined}>
      <strong>{t(isOpen ? 'branches.openNow' : 'branches.closedNow')}</strong>
      {change && <span>{change}</span>}
    </p>
  )
}
