/** Minutes since the start of Sunday in local time, 0 to 10080. */
export type OpenSpan = readonly [from: number, to: number]

export const minutesPerDay = 24 * 60

/** Minutes since the start of the day; `to` exceeds 1440 if it closes after midnight. */
export interface DaySpan {
  from: number
  to: number
}

/** Seven days, starting on Sunday, each with its sorted spans; empty on a day off. */
export type Week = DaySpan[][]

export const dayCodes = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']

/** Longer texts are prose and are not parsed. */
const maxLength = 300

/**
 * Parses opening hours in a subset of OpenStreetMap's opening_hours, so that one text serves every
 * language:
 *
 *     hours = rule *( ";" rule )        for days in several rules, the last rule wins
 *     rule  = "24/7" / [ days " " ] ( spans / "off" / "closed" )      no days: every day
 *     days  = day [ "-" day ] *( "," day [ "-" day ] )                Su Mo Tu We Th Fr Sa
 *     spans = HH:MM "-" HH:MM *( "," HH:MM "-" HH:MM )                until 24:00, or past midnight
 *
 * "Su-Th 08:00-18:00; Sa 09:00-14:00": a day without a rule is a day off.
 * @returns null for any other text
 */
export function parseOpeningHours(text: string): Week | null {
  if (text.length > maxLength) return null
  const rules = text.split(';').map((rule) => rule.trim().toLowerCase())
  if (rules.at(-1) === '') rules.pop()
  if (rules.length === 0) return null
  const week: Week = dayCodes.map(() => [])
  for (const rule of rules) {
    const parsed = parseRule(rule)
    if (!parsed) return null
    for (const day of parsed.days) week[day] = parsed.spans
  }
  return week
}

/** Returns the days on which a branch is open, 0 to 6 from Sunday. */
export function openDaysOf(week: Week | null): number[] {
  return (week ?? []).flatMap((spans, day) => (spans.length > 0 ? [day] : []))
}

function parseRule(rule: string): { days: number[]; spans: DaySpan[] } | null {
  const everyDay = dayCodes.map((_, day) => day)
  if (rule === '24/7') return { days: everyDay, spans: [{ from: 0, to: minutesPerDay }] }
  const [, dayText, hours = ''] = /^([a-z][a-z,\s–-]*?)?\s*(off|closed|\d.*)$/.exec(rule) ?? []
  const days = dayText === undefined ? everyDay : parseDays(dayText)
  const spans = /^(off|closed)$/.test(hours) ? [] : parseSpans(hours)
  return days && spans && { days, spans }
}

function parseDays(text: string): number[] | null {
  const ranges = text.split(',').map((range) => {
    const codes = range.split(/[–-]/).map((code) => dayCodes.indexOf(code.trim()))
    const [first = -1, last = first] = codes
    if (codes.length > 2 || first < 0 || last < 0) return null
    const length = ((last - first + 7) % 7) + 1
    return Array.from({ length }, (_, at) => (first + at) % 7)
  })
  return ranges.includes(null) ? null : ranges.flatMap((days) => days ?? [])
}

function parseSpans(text: string): DaySpan[] | null {
  const spans = text.split(',').map((span): OpenSpan | null => {
    const match = /^\s*(\d{1,2}):(\d\d)\s*[–-]\s*(\d{1,2}):(\d\d)\s*$/.exec(span)
    if (!match) return null
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = match.slice(1).map(Number)
    const [from, to] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute]
    if (fromMinute > 59 || toMinute > 59 || from >= minutesPerDay || to > minutesPerDay) return null
    // Equal times are ambiguous: a whole day, or a typo.
    return from === to ? null : [from, to < from ? to + minutesPerDay : to]
  })
  if (spans.includes(null)) return null
  return mergeSpans(spans.flatMap((span) => (span ? [span] : []))).map(([from, to]) => ({
    from,
    to,
  }))
}

export function mergeSpans(spans: OpenSpan[]): OpenSpan[] {
  const sorted = spans.toSorted(([a], [b]) => a - b)
  return sorted.reduce<OpenSpan[]>((merged, [from, to]) => {
    const last = merged.at(-1)
    return last && from <= last[1]
      ? [...merged.slice(0, -1), [last[0], Math.max(last[1], to)]]
      : [...merged, [from, to]]
  }, [])
}
