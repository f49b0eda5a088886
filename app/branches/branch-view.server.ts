import { contactLinksOf, mapOf } from '@site/arabic-text/linked-text'
import { anchorsOf, pageSize } from '../posts/list-views'
import { type Branch, contactOf, type Content } from '../content/content.server'
import type { Language } from '../language/languages'
import type { BranchView } from './branch-card'
import { findCountry } from './countries.server'
import { openDaysOf, parseOpeningHours } from '@site/arabic-text/opening-hours'
import { dayCode, hoursRowsOf, openSpansOf } from './opening-hours.server'
import { dayName } from './open-badge'
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
 */
export function branchViewOf(
  branch: Branch,
  anchor: string,
  { lang, t, phoneCountry, timeZone }: Pick<Content, 'lang' | 't' | 'phoneCountry' | 'timeZone'>,
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
    hoursText: week ? '' : openingHours,
    hours: week ? hoursRowsOf(week, lang, t) : [],
    open: week && zone ? { spans: openSpansOf(week), zone } : null,
  }
}

/** The open days of a branch as values of a list's field. */
export function dayValuesOf({ openingHours }: Pick<Branch, 'openingHours'>, language: Language) {
  return openDaysOf(parseOpeningHours(openingHours)).map((day) => ({
    key: dayCode(day),
    text: dayName(day, language),
    day,
  }))
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
