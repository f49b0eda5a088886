import { withLatinDigits } from '@site/arabic-text/characters'
import { writtenDateOf } from '@site/arabic-text/dates'
import { foldTitle } from '../wire.ts'

/** What an author states of an order code. */
export interface Availability {
  state: 'in-stock' | 'days' | 'to-order' | 'discontinued'
  /** Time of delivery, days; set for the state `days` only. */
  days?: number
  /** A branch: its id or title, or any other text; empty if none is named. */
  branch: string
  /** The day of the statement, in ISO 8601; `today` for one that always holds. */
  asOf: string
}

/** How authors write the states, folded. */
const states: [Exclude<Availability['state'], 'days'>, RegExp][] = [
  ['in-stock', /^(?:(?:in|ex) stock|available|متوفره?|متاحه?|موجوده?)(?: (?:now|حاليا|الان))?$/],
  [
    'to-order',
    /^(?:(?:made |available |متوفره? )?(?:(?:to|on|by) (?:order|request)|(?:عند|حسب|تحت) الطلب|بالطلب))$/,
  ],
  ['discontinued', /^(?:discontinued|obsolete|end of life|متوقفه?(?: عن الانتاج)?|توقف انتاجه)$/],
]

/** A number of days or weeks, folded; of a range, the greater one. */
const duration =
  /^(?:(?:with)?in |خلال |بعد )?(?:\d+ ?[-–—] ?)?(\d+ ?)?(?:(?:working |business )?(days?|يوما?|يوم(?:ان|ين)|ايام)|weeks?|اسبوعا?|اسبوع(?:ان|ين)|اسابيع)(?: عمل)?$/

const dual = /(?:يوم|اسبوع)(?:ان|ين)/

/** Divides a state from a branch: "in stock, Jeddah", "in stock in Jeddah", «متوفر (جدة)», «متوفر بفرع جدة». */
const branchAfter =
  /^(.*?)\s*(?:[:,،;؛(]|(?<=\p{L})\s[-–—]|\s(?:in|at|في|لدى)(?=\s)|\sب(?=فرع))\s*(.*?)[\s).]*$/iu

const maxDays = 730

/**
 * Parses what an author writes about an order code, in English or Arabic: "in stock, Jeddah", «14 يومًا».
 * @param asOf the date of the statement as people write it, or "today"
 * @returns a problem, for the author, if the text is none of the states or has no date
 */
export function availabilityOf(text: string, asOf: string): Availability | { problem: string } {
  const [, head = text, tail = ''] = branchAfter.exec(text) ?? []
  const stated =
    stateOf(text, '') ?? (daysIn(tail) === undefined ? stateOf(head, tail) : stateOf(tail, ''))
  if (!stated) {
    return {
      problem:
        'must be "in stock", a number of days such as "14 days", "to order" or "discontinued", and may name a branch: "in stock, Jeddah"',
    }
  }
  const isAlways = /^(?:today|اليوم)$/.test(foldTitle(asOf))
  const date = isAlways ? 'today' : writtenDateOf(asOf).slice(0, 10)
  return date === ''
    ? { problem: 'needs its date, in asOf or the column "As of": such as 2026-11-28, or today' }
    : { ...stated, asOf: date }
}

function stateOf(text: string, branch: string): Omit<Availability, 'asOf'> | undefined {
  const plain = foldTitle(text)
  const [state] = states.find(([, pattern]) => pattern.test(plain)) ?? []
  if (state) return { state, branch }
  const days = daysIn(text)
  return days === undefined ? undefined : { state: 'days', days, branch }
}

function daysIn(text: string) {
  const plain = withLatinDigits(foldTitle(text))
  const [found, count, isDays] = duration.exec(plain) ?? []
  if (found === undefined) return undefined
  const days = Number(count ?? (dual.test(found) ? 2 : 1)) * (isDays === undefined ? 7 : 1)
  return days >= 1 && days <= maxDays ? days : undefined
}
