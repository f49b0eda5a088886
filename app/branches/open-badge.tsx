import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../language/use-language'
import {
  clockTime,
  dayName,
  minuteOfWeekIn,
  minutesOfDay,
  minutesOfWeek,
  openStateAt,
  type OpenSpan,
} from './open-now'
import { currentMinute, millisecondsOfMinute, onEveryMinute } from './every-minute'

/**
 * Whether a branch is open at this minute by its own clock, and until when or when again. Pages are
 * kept and shown later, so only the browser says it; its room is there from the beginning.
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

  const here = minuteOfWeekIn(zone, new Date(minute * millisecondsOfMinute))
  const { isOpen, changesAt } = openStateAt(spans, here)
  const [day, time] = [Math.floor((changesAt ?? 0) / minutesOfDay), (changesAt ?? 0) % minutesOfDay]
  const wait = ((changesAt ?? 0) - here + minutesOfWeek) % minutesOfWeek

  function changeText() {
    if (changesAt === null) return ''
    // Midnight ends the day that it closes.
    if (isOpen) {
      return wait < minutesOfDay
        ? t('branches.until', { time: clockTime(time || minutesOfDay) })
        : ''
    }
    const isToday = here + wait < (Math.floor(here / minutesOfDay) + 1) * minutesOfDay
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
