import { plainTextOf } from './characters.ts'
import { offsetOf } from './local-time.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Plausible years. Empty dates of databases and spreadsheets are outside them (0001 in .NET, 1753
 * and 1900 in SQL Server, 1899 in spreadsheets, 9999).
 */
const years = { min: 1905, max: 2100 }

/** The empty date of Unix time. */
const epoch = '1970-01-01'

/** Years of the Umm al-Qura calendar in Intl. */
const hijriYears = { min: 1300, max: 1600 }

/**
 * 1 Muharram 1, and the mean length of a month in days: the calendar deviates from it by less than
 * three days.
 */
const [hijriStart, hijriMonthDays] = [Date.UTC(622, 6, 19), 29.530_588]

const hijriFormat = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
})

/** Locales of month names, and a day in the middle of the first month, by calendar. */
const calendars = {
  // Gulf and Levantine Arabic month names.
  gregorian: { locales: ['en', 'ar-EG', 'ar-JO'], firstMonth: Date.UTC(2026, 0, 15) },
  hijri: {
    locales: ['en-u-ca-islamic-umalqura', 'ar-u-ca-islamic-umalqura'],
    firstMonth: Date.UTC(2025, 6, 10),
  },
}
type Calendar = keyof typeof calendars

/** The numbers of months by their names. */
const monthNumbers: Partial<Record<Calendar, Map<string, string>>> = {}

/** Length of ".123": HTML and older browsers accept no finer fraction of a second. */
const millisecondsLength = 4

const isoTime = /^(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:(?:T|\s+)(\S.*))?$/i
const dayFirst = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:[\s,،].*)?$/
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?'
const dayAndName = new RegExp(
  `^${weekday}(\\d{1,2})[\\s-]([\\p{L}\\s]+?),?[\\s-](\\d{4})(?:\\s.*)?$`,
  'iu',
)
const nameAndDay = new RegExp(`^${weekday}(\\p{L}+)\\s(\\d{1,2}),?\\s(\\d{4})(?:\\s.*)?$`, 'iu')
/** Matches .NET's JSON dates, and milliseconds or seconds of Unix time. */
const ticks = /^(?:\/date\((-?\d{1,15})(?:[+-]\d{4})?\)\/|(\d{13})|(\d{10}))$/i
/** The Hijri one ends with a tatweel, which is parsed as a hyphen. */
const eraWord = /\s*(?:ه-?|م|AH|AD|CE)\.?$/u

/**
 * Converts a date as APIs, editors and databases write it to ISO 8601, as a day or as a time with
 * an offset, if one is written. The day precedes the month, as in this region. A Hijri year is
 * converted by the Umm al-Qura calendar.
 * @returns empty for anything else, and for a database's empty date
 */
export function writtenDateOf(value: unknown): string {
  if (value === '' || (typeof value !== 'string' && typeof value !== 'number')) return ''
  const text = plainTextOf(String(value))
  const [, jsonMs, unixMs, unixS] = ticks.exec(text) ?? []
  const ms = jsonMs ?? unixMs ?? (unixS && `${unixS}000`)
  return ms === undefined ? writtenDate(text.replace(eraWord, '')) : dateOfMs(Number(ms))
}

function dateOfMs(ms: number) {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? '' : factOf(date.toISOString())
}

function writtenDate(text: string): string {
  const [, year, , month, day, time = ''] = yearFirst.exec(text) ?? []
  if (year !== undefined) return withTime(dayOf(year, month, day), time)
  const [, first, , second, last] = dayFirst.exec(text) ?? []
  if (last !== undefined) {
    return Number(second) > 12 ? dayOf(last, first, second) : dayOf(last, second, first)
  }
  const [, name = '', number, ofYear] = nameAndDay.exec(text) ?? []
  if (ofYear !== undefined) return dayOf(ofYear, monthOf(name, ofYear), number)
  const [, firstNumber, nameAfter = '', yearAfter] = dayAndName.exec(text) ?? []
  return dayOf(yearAfter, monthOf(nameAfter, yearAfter), firstNumber)
}

/**
 * Completes a date whose time has no offset: it is one in the company's time zone.
 * @param date in ISO 8601, or empty
 */
export function withOffset(date: string, zone: string) {
  return /T[\d:.]+$/.test(date) ? factOf(date + offsetOf(date, zone)) : date
}

/** @param time in ISO 8601; any other text is dropped */
function withTime(day: string, time: string) {
  const parts = isoTime.exec(time)
  if (day === '' || time === '') return day
  if (!parts) return /^\d{1,2}:\d\d/.test(time) ? day : ''
  const [, hour = '', minute = '', second, fraction = '', written] = parts
  const clock = `${hour}:${minute}${second === undefined ? '' : `:${second}${fraction.slice(0, millisecondsLength)}`}`
  if (Number.isNaN(Date.parse(`${day}T${clock}Z`))) return ''
  const date = `${day}T${clock}${written === undefined ? '' : offsetFrom(written)}`
  return Number.isNaN(Date.parse(date)) ? '' : factOf(date)
}

/** Returns an offset as HTML has it, given "Z" or one with or without minutes: "+03:00". */
function offsetFrom(written: string) {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(written) ?? []
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
}

/** Returns a valid day in ISO 8601, otherwise empty. */
function dayOf(yearText = '', monthText = '', dayText = '') {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  if (isHijri(year)) return dayOfHijri(year, month, day)
  const date = new Date(Date.UTC(year, month - 1, day))
  const iso = [yearText, monthText.padStart(2, '0'), dayText.padStart(2, '0')].join('-')
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? factOf(iso) : ''
}

function dayOfHijri(year: number, month: number, day: number) {
  const monthsBefore = (year - 1) * 12 + month - 1
  const near = hijriStart + Math.round(monthsBefore * hijriMonthDays + day - 1) * dayMs
  const wanted = [month, day, year].join('/')
  for (let days = -3; days <= 3; days += 1) {
    const date = new Date(near + days * dayMs)
    const [written] = hijriFormat.format(date).split(' ')
    if (written === wanted) return date.toISOString().slice(0, 10)
  }
  return ''
}

/**
 * Returns the number of a month by its name in the calendar of the year; empty for an unknown name.
 */
function monthOf(name: string, yearText = '') {
  const calendar = isHijri(Number(yearText)) ? 'hijri' : 'gregorian'
  const numbers = (monthNumbers[calendar] ??= listMonths(calendar))
  return numbers.get(name.toLowerCase()) ?? ''
}

function listMonths(calendar: Calendar) {
  const { locales, firstMonth } = calendars[calendar]
  const formats = locales.flatMap((locale) =>
    (['long', 'short'] as const).map(
      (month) => new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' }),
    ),
  )
  return new Map(
    formats.flatMap((format) =>
      Array.from({ length: 12 }, (_, at): [string, string] => [
        format.format(firstMonth + at * hijriMonthDays * dayMs).toLowerCase(),
        String(at + 1),
      ]),
    ),
  )
}

function isHijri(year: number) {
  return year >= hijriYears.min && year <= hijriYears.max
}

/** Returns empty for a database's empty date and for implausible years. */
function factOf(iso: string) {
  const year = Number(iso.slice(0, 4))
  const isEpoch = iso.startsWith(`${epoch}T00:00`) || Date.parse(iso) === 0
  return year >= years.min && year <= years.max && !isEpoch ? iso : ''
}
