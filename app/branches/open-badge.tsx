import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../language/use-language'
import {
  clockTime,
  dayName,
  minuteOfWeekIn,
  minutesPerDay,
  minutesPerWeek,
  openStateAt,
  type OpenSpan,
} from './open-now'
import { currentMinute, millisecondsPerMinute, onEveryMinute } from './every-minute'

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
