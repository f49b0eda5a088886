import type { Availability } from '@site/product-search/types'
import { dayIn } from '@site/arabic-text/local-time'
import type { Content } from '../content/content.server'
import { formatDate } from '../language/format'
import { languages } from '../language/languages'

/** Age of a statement, days, from which it is not shown: what was in stock may be sold. */
const maxAgeDays = 30

/** A statement on the stock of an order code, as its screens show it. */
export interface AvailabilityView {
  state: Availability['state']
  /** Time of delivery, days. */
  days?: number
  /** Such as "In stock, Jeddah branch". */
  text: string
  /** The day of the statement: "as of 28 November 2026". It is always shown, so that a stored page stays true. */
  asOf: string
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the last moment at which a statement is shown, ms since the epoch.
 * @returns Infinity for what is no longer made; -Infinity for a day that is yet to come, in every time zone
 */
function shownUntil({ state, asOf }: Availability, now: number) {
  const statedAt = Date.parse(asOf)
  if (!(statedAt < now + dayMs)) return -Infinity
  return state === 'discontinued' ? Infinity : statedAt + (maxAgeDays + 1) * dayMs
}

/** Whether a statement is recent enough to be passed on. */
export function isCurrent(stated: Availability | undefined): stated is Availability {
  return stated !== undefined && Date.now() < shownUntil(stated, Date.now())
}

/**
 * Returns a function that words statements in the language of the content.
 * @returns a function that returns undefined for a statement that is too old, and limits how long the response may be cached
 */
export function availabilityWords({
  t,
  lang,
  timeZone,
  limitLifetime,
}: Pick<Content, 't' | 'lang' | 'timeZone' | 'limitLifetime'>) {
  return (stated: Availability | undefined): AvailabilityView | undefined => {
    if (!isCurrent(stated)) return undefined
    limitLifetime(shownUntil(stated, Date.now()))
    const { state, days: count, branch, asOf } = stated
    const words =
      state === 'days' ? t('availability.days', { count }) : t(`availability.${states[state]}`)
    return {
      state,
      ...(count !== undefined && { days: count }),
      text: branch ? words + languages[lang].comma + branch : words,
      asOf: t('availability.asOf', { date: formatDate(dayIn(asOf, timeZone), lang) }),
    }
  }
}

/** Returns a statement with its day as one text; empty for none. */
export function availabilityText(stated: AvailabilityView | undefined) {
  return stated ? `${stated.text} (${stated.asOf})` : ''
}

const states = {
  'in-stock': 'inStock',
  'to-order': 'toOrder',
  discontinued: 'discontinued',
} as const
