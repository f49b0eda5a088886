import type { Timeline, TimelineEvent } from './company-view'
import { withLatinDigits } from '../content/latin-digits.server'
import { plainText } from '../content/plain-text'

/** A table with fewer rows is not a timeline. */
const minEvents = 3

/**
 * Finds the first top-level table of a sanitised text whose first column has only years, in
 * ascending or descending order. A table with anything else (a third column, merged cells, a
 * caption, a nested table) stays a table.
 * @returns the text before and after the timeline; without one, the whole text as `before`
 */
export function splitTimeline(html: string): {
  before: string
  timeline: Timeline | null
  after: string
} {
  // The number of open tags up to `countedTo`: each part of the text is scanned only once.
  let depth = 0
  let countedTo = 0
  for (const table of html.matchAll(/<table\b[^>]*>(.*?)<\/table>/gsu)) {
    const events = eventsOf(table[1] ?? '')
    if (!events) continue
    depth += netOpenTags(html.slice(countedTo, table.index))
    countedTo = table.index
    // Sanitised text is well formed, so it can be split where no tag is open.
    if (depth !== 0) continue
    const before = html.slice(0, table.index)
    const [headed, heading = ''] = /<h[2-4]\b[^>]*>([^]*?)<\/h[2-4]>\s*$/u.exec(
      lastBlock(before),
    ) ?? ['']
    return {
      before: before.slice(0, before.length - headed.length).trim(),
      timeline: { heading: plainText(heading).replaceAll('\n', ' '), events },
      after: html.slice(table.index + table[0].length).trim(),
    }
  }
  return { before: html, timeline: null, after: '' }
}

/** The text from the last heading on. The heading belongs to the table if nothing follows it. */
function lastBlock(html: string) {
  return html.slice(Math.max(...['<h2', '<h3', '<h4'].map((tag) => html.lastIndexOf(tag)), 0))
}

/** The number of opening tags minus the number of closing tags. */
function netOpenTags(part: string) {
  const opened = part.match(/<[a-z](?:[^>]*[^/])?>/giu)?.length ?? 0
  const closed = part.match(/<\//gu)?.length ?? 0
  return opened - closed
}

function eventsOf(table: string): TimelineEvent[] | null {
  if (/<(?:table|caption|tfoot)\b|<t[hd]\b[^>]*\b(?:col|row)span/iu.test(table)) return null
  const rows = [...table.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gsu)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gsu)].map(([, cell = '']) => cell.trim()),
  )
  if (rows.some((row) => row.length !== 2)) return null
  const events = rows.map(([year = '', event = '']) => ({ year: plainText(year), html: event }))
  // A first row without a year is the table header.
  if (events[0] && yearOf(events[0].year) === null) events.shift()
  const years = events.map(({ year }) => yearOf(year))
  return events.length >= minEvents && areInOrder(years) ? events : null
}

/** Other four-digit numbers, such as rated currents, are rarely in order and in a year's range. */
function areInOrder(years: (number | null)[]) {
  const steps = years.slice(1).map((year, at) => Number(year) - Number(years[at]))
  return (
    years.every((year) => year !== null) &&
    (steps.every((step) => step >= 0) || steps.every((step) => step <= 0))
  )
}

function yearOf(text: string) {
  if (!/^(?:[0-9]{4}|[٠-٩]{4})$/u.test(text)) return null
  const year = Number(withLatinDigits(text))
  return year >= 1800 && year <= 2100 ? year : null
}
