import type { Timeline, TimelineEvent } from './company-view'
import { plainText } from '../content/plain-text'

/** Fewer are a remark, not a history. */
const fewestEvents = 3

/**
 * Finds the first table in a sanitised text whose first column is years and nothing else, one after
 * another. Anything else about it (a third column, cells put together, a caption, a table within)
 * leaves it the table it is.
 * @returns the text before the timeline and after it; all of it before where there is none
 */
export function splitTimeline(html: string): {
  before: string
  timeline: Timeline | null
  after: string
} {
  // How many tags are open where it is counted up to: each part of a text is counted once.
  let depth = 0
  let counted = 0
  for (const table of html.matchAll(/<table\b[^>]*>(.*?)<\/table>/gsu)) {
    const events = eventsOf(table[1] ?? '')
    if (!events) continue
    depth += openedIn(html.slice(counted, table.index))
    counted = table.index
    // Sanitised text is well formed: where every tag is closed, a cut breaks nothing.
    if (depth !== 0) continue
    const before = html.slice(0, table.index)
    const [headed, heading = ''] = /<h[2-4]\b[^>]*>([^]*?)<\/h[2-4]>\s*$/u.exec(
      lastBlock(before),
    ) ?? ['']
    return {
      before: before.slice(0, before.length - headed.length).trim(),
      timeline: { heading: plainText(heading), events },
      after: html.slice(table.index + table[0].length).trim(),
    }
  }
  return { before: html, timeline: null, after: '' }
}

/** From the last heading on: a heading is the table's own if nothing follows it. */
function lastBlock(html: string) {
  return html.slice(Math.max(...['<h2', '<h3', '<h4'].map((tag) => html.lastIndexOf(tag)), 0))
}

/** How many more tags a part opens than it closes. */
function openedIn(part: string) {
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
  // A first row without a year is the table's head.
  if (events[0] && yearOf(events[0].year) === null) events.shift()
  const years = events.map(({ year }) => yearOf(year))
  return events.length >= fewestEvents && areInOrder(years) ? events : null
}

/** Rated currents have four digits too: years lie in a company's time, one after another. */
function areInOrder(years: (number | null)[]) {
  const steps = years.slice(1).map((year, at) => Number(year) - Number(years[at]))
  return (
    years.every((year) => year !== null) &&
    (steps.every((step) => step >= 0) || steps.every((step) => step <= 0))
  )
}

function yearOf(text: string) {
  if (!/^(?:[0-9]{4}|[٠-٩]{4})$/u.test(text)) return null
  const year = Number(text.replace(/[٠-٩]/gu, (digit) => String(digit.charCodeAt(0) - 0x0660)))
  return year >= 1800 && year <= 2100 ? year : null
}
