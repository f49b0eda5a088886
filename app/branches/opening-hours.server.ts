import type { TFunction } from 'i18next'
import { languages, type Language } from '../language/languages'
import {
  dayCodes,
  type DaySpan,
  mergeSpans,
  minutesPerDay,
  openDaysOf,
  type OpenSpan,
  type Week,
} from '@site/arabic-text/opening-hours'
import { clockTime, dayName, minutesPerWeek } from './open-badge'

/** One line of the table of opening hours. */
interface HoursRow {
  days: string
  times: string
}

/** The sorted spans of a week, adjacent ones merged; the part past Saturday wraps to Sunday. */
export function openSpansOf(week: Week): OpenSpan[] {
  const spans = week.flatMap((day, at) =>
    day.flatMap(({ from, to }): OpenSpan[] => {
      const [start, end] = [at * minutesPerDay + from, at * minutesPerDay + to]
      return end <= minutesPerWeek
        ? [[start, end]]
        : [
            [start, minutesPerWeek],
            [0, end - minutesPerWeek],
          ]
    }),
  )
  return mergeSpans(spans)
}

/**
 * A week in words, with consecutive days of the same hours in one row. It starts with the row that
 * contains Sunday; if Sunday is a day off, that row is last.
 */
export function hoursRowsOf(week: Week, language: Language, t: TFunction): HoursRow[] {
  const times = week.map((day) => timesOf(day, language, t))
  if (new Set(times).size === 1) {
    return [{ days: t('branches.everyDay'), times: times[0] ?? '' }]
  }
  const startsRow = (day: number) => times.at(day % 7) !== times.at((day % 7) - 1)
  let start = 0
  while (!startsRow(start)) start += 6
  if (week[start % 7]?.length === 0) {
    start += 1
    while (!startsRow(start)) start += 1
  }
  const days = dayCodes.map((_, at) => (start + at) % 7)
  const groups: number[][] = []
  for (const day of days) {
    const last = groups.at(-1)
    if (last && !startsRow(day)) last.push(day)
    else groups.push([day])
  }
  return groups.map((group) => ({
    days: daysOf(group, language, t),
    times: times[group[0] ?? 0] ?? '',
  }))
}

/** The day's name in addresses. */
export const dayCode = (day: number) => dayCodes[day] ?? ''

/** More days on which only some branches are open are left to the branches themselves. */
const maxDaysOfSome = 2

/**
 * Sums up the opening days of several branches in sentences, and names the only branch that is open on a day.
 * @param branches null for hours that could not be parsed
 * @returns empty where any are unknown
 */
export function weekSummaryOf(
  branches: { postTitle: string; week: Week | null }[],
  language: Language,
  t: TFunction,
): string {
  const total = branches.length
  if (total < 2 || branches.some(({ week }) => week === null)) return ''
  const openOn = branches.map(({ week }) => openDaysOf(week))
  const counts = dayCodes.map((_, day) => openOn.filter((days) => days.includes(day)).length)
  const daysWith = (count: number) => counts.flatMap((open, day) => (open === count ? [day] : []))
  const [closed, open] = [daysWith(0), daysWith(total)]
  const some = counts.flatMap((count, day) => (count > 0 && count < total ? [{ count, day }] : []))
  const isAlways = open.length === dayCodes.length
  const whole =
    closed.length === 0 ? (isAlways ? 'always' : 'open') : open.length > 0 ? 'both' : 'closed'
  const days = { closed: runsOf(closed, language, t), open: runsOf(open, language, t) }
  return [
    ...(closed.length + open.length > 0
      ? [t(`branches.week.${whole}`, { count: closed.length, ...days })]
      : []),
    ...(some.length > maxDaysOfSome ? [] : some).map(({ count, day }) => {
      const only = count === 1 ? branches[openOn.findIndex((days) => days.includes(day))] : null
      const times = timesOf(only?.week?.[day] ?? [], language, t)
      const named = { day: dayName(day, language), branch: only?.postTitle, times }
      return t(`branches.week.${only ? 'only' : 'some'}`, { ...named, count, total })
    }),
  ].join(' ')
}

/** Names days in order, with consecutive ones as a range: "Saturday to Thursday". */
function runsOf(days: number[], language: Language, t: TFunction) {
  const runs: number[][] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.at(-1) === day - 1) last.push(day)
    else runs.push([day])
  }
  // Saturday comes before Sunday.
  const [first, last] = [runs[0], runs.at(-1)]
  if (first && last && first !== last && first[0] === 0 && last.at(-1) === 6) {
    runs.splice(0, 1, [...last, ...first])
    runs.pop()
  }
  return listOf(
    runs.map((run) => daysOf(run, language, t)),
    language,
  )
}

export function timesOf(day: DaySpan[], language: Language, t: TFunction) {
  if (day.length === 0) return t('branches.dayOff')
  const [span] = day
  if (span && span.from === 0 && span.to >= minutesPerDay) return t('branches.allDay')
  return listOf(
    day.map(({ from, to }) => t('branches.times', { from: clockTime(from), to: clockTime(to) })),
    language,
  )
}

function daysOf(group: number[], language: Language, t: TFunction) {
  const names = group.map((day) => dayName(day, language))
  return names.length < 3
    ? listOf(names, language)
    : t('branches.dayRange', { first: names[0], last: names.at(-1) })
}

function listOf(texts: string[], language: Language) {
  return new Intl.ListFormat(languages[language].intl, { type: 'conjunction' }).format(texts)
}
