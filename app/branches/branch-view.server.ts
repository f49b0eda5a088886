import { contactLinksOf, mapOf } from '@site/arabic-text/linked-text'
import { anchorsOf, pageSize } from '../posts/list-views'
import { type Branch, contactOf, type Content } from '../content/content.server'
import type { Language } from '../language/languages'
import type { BranchView } from './branch-card'
import { findCountry } from './countries.server'
import type { Narrowing } from '../posts/narrow-list.server'
import {
  dayCodes,
  minutesPerDay,
  openDaysOf,
  type OpenSpan,
  parseOpeningHours,
} from '@site/arabic-text/opening-hours'
import { dayCode, hoursRowsOf, openSpansOf, timesOf } from './opening-hours.server'
import { clockTime, dayName, minutesPerWeek, openStateAt } from './open-badge'
import type { BranchAnchor } from '../addresses'

/**
 * Assigns each branch its anchor and its page.
 * @param branches all of them, in the API's order
 */
export function withAnchors(branches: Branch[]): (BranchAnchor & { branch: Branch })[] {
  const anchors = anchorsOf(
    'branch',
    branches.map(({ postID }) => postID),
  )
  return branches.map((branch, at) => ({
    branch,
    anchor: anchors[at] ?? '',
    page: Math.floor(at / pageSize) + 1,
  }))
}

/**
 * The view of a branch, with its opening hours in words.
 * @param anchor the id of the branch's element in the page
 * @param day the day asked for, from Sunday; -1 for none
 */
export function branchViewOf(
  branch: Branch,
  anchor: string,
  { lang, t, phoneCountry, timeZone }: Pick<Content, 'lang' | 't' | 'phoneCountry' | 'timeZone'>,
  day = -1,
): BranchView {
  const { postID, postTitle, postSubTitle, postImage, openingHours, language } = branch
  const contact = contactOf(branch)
  const links = contactLinksOf(contact, phoneCountry)
  const place = coordinatesOf(branch)
  const week = parseOpeningHours(openingHours)
  const zone = zoneOf(branch, timeZone)
  return {
    ...contact,
    postID,
    postTitle,
    postSubTitle,
    ...(language && { language }),
    postImage,
    anchor,
    mapUrl: links.mapUrl ?? (place && mapOf(place)),
    links,
    place,
    hoursOfDay: week?.[day] ? `${dayName(day, lang)}: ${timesOf(week[day], lang, t)}` : '',
    hoursText: week ? '' : openingHours,
    hours: week ? hoursRowsOf(week, lang, t) : [],
    open: week && zone ? { spans: openSpansOf(week), zone } : null,
  }
}

/** The opening hours of a branch in lines: in words, or as they are written if nobody can parse them. */
export function hoursLinesOf(
  { openingHours }: Pick<Branch, 'openingHours'>,
  { lang, t }: Pick<Content, 'lang' | 't'>,
): string[] {
  const week = parseOpeningHours(openingHours)
  if (!week) return openingHours === '' ? [] : [openingHours]
  return hoursRowsOf(week, lang, t).map(({ days, times }) => `${days}: ${times}`)
}

/** The open days of a branch as values of a list's field. */
export function dayValuesOf({ openingHours }: Pick<Branch, 'openingHours'>, language: Language) {
  return openDaysOf(parseOpeningHours(openingHours)).map((day) => ({
    key: dayCode(day),
    text: dayName(day, language),
    day,
  }))
}

/** The minutes from one of the week until a branch is open: 0 if it is, Infinity if it never is. */
function waitOf(spans: OpenSpan[], minute: number) {
  const { isOpen, changesAt } = openStateAt(spans, minute)
  if (isOpen) return 0
  return changesAt === null ? Infinity : (changesAt - minute + minutesPerWeek) % minutesPerWeek
}

/**
 * Narrows the branches of a chosen day to those that are open at an hour of it, by a further field.
 * @returns with the day, -1 for none, and a sentence where no branch is open at that hour
 */
export function narrowByHour(
  { found, selectors, view }: Narrowing<Branch>,
  { url }: Pick<Request, 'url'>,
  { lang, t }: Pick<Content, 'lang' | 't'>,
) {
  const chosenDay = view?.fields.find(({ parameter }) => parameter === 'day')?.chosen
  const day = dayCodes.findIndex((code) => code === chosenDay)
  if (!view || day < 0) return { found, selectors, view, day, note: '' }
  const weeks = found.map((branch) => ({
    branch,
    spans: openSpansOf(parseOpeningHours(branch.openingHours) ?? []),
  }))
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const minute = day * minutesPerDay + hour * 60
    const open = weeks.filter(({ spans }) => waitOf(spans, minute) === 0)
    return { minute, open: open.map(({ branch }) => branch), value: clockTime(hour * 60) }
  })
  const chosen = hours.find(({ value }) => value === new URL(url).searchParams.get('at'))
  const name = t('narrow.hour')
  // Each time of the working day can be asked for, also one at which all are closed on that day.
  const times = weeks.flatMap(({ spans }) =>
    spans.map(([from, to]) => ({ from: from % minutesPerDay, minutes: to - from })),
  )
  const isWorking = ({ minute }: { minute: number }) =>
    times.some(
      ({ from, minutes }) =>
        from <= minute % minutesPerDay && minute % minutesPerDay < from + minutes,
    )
  const choices = hours
    .filter((hour) => hour.open.length > 0 || isWorking(hour) || hour === chosen)
    .map(({ value, open }) => ({ value, text: value, count: open.length }))
  const field = { parameter: 'at', name, chosen: chosen?.value ?? '', choices }
  const fields = [...view.fields, field]
  if (!chosen) return { found, selectors, view: { ...view, fields }, day, note: '' }
  const { value, open, minute } = chosen
  const all: typeof selectors = [['at', value], ...selectors]
  const removal = { filter: `${name}: ${value}`, count: found.length, search: view.search }
  const removals = open.length === 0 && found.length > 0 ? [removal] : view.removals
  const search = `?${new URLSearchParams(all)}`
  const waits = weeks.map(({ branch, spans }) => ({ branch, wait: waitOf(spans, minute) }))
  const [next] = waits.sort((a, b) => a.wait - b.wait)
  const at = (minuteOfWeek: number) => ({
    day: dayName(Math.floor(minuteOfWeek / minutesPerDay) % dayCodes.length, lang),
    time: clockTime(minuteOfWeek % minutesPerDay),
  })
  const opening = next && { branch: next.branch.postTitle, ...at(minute + next.wait) }
  return {
    ...{ found: open, selectors: all, day },
    view: { ...view, fields, found: open.length, search, removals },
    note:
      next && opening && open.length === 0
        ? `${t('branches.noneThen', at(minute))} ${t('branches.nextOpen', opening)}`
        : '',
  }
}

/** "24.6668,46.8291": latitude and longitude in degrees; empty for a branch without coordinates. */
export function coordinatesOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null ? '' : `${latitude},${longitude}`
}

/**
 * @param companyZone that of a branch without coordinates
 * @returns the IANA time zone of the branch; null outside the known countries
 */
export function zoneOf(
  { latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>,
  companyZone: string,
) {
  if (latitude === null || longitude === null) return companyZone
  return findCountry([longitude, latitude])?.zone ?? null
}
