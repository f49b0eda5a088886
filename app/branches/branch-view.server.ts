import { contactOf, type Branch, type Content } from '../content/content.server'
import type { BranchView } from './branch-card'
import { webHref } from '../components/contact-hrefs'
import { contactViewOf } from '../content/contact-view.server'
import { findCountry } from './countries.server'
import { hoursRowsOf, openSpansOf, parseOpeningHours } from './opening-hours.server'

/** The time zone of branches without coordinates. */
const companyZone = 'Asia/Riyadh'

/**
 * The view of a branch, with its opening hours in words.
 * @param anchor the id of the branch's element in the page
 */
export function branchViewOf(
  branch: Branch,
  anchor: string,
  { lang, t, phoneCountry }: Pick<Content, 'lang' | 't' | 'phoneCountry'>,
): BranchView {
  const { postID, postTitle, postSubTitle, postImage, openingHours, language } = branch
  const contact = contactViewOf(contactOf(branch), phoneCountry)
  const place = coordinatesOf(branch)
  const week = parseOpeningHours(openingHours)
  const zone = zoneOf(branch)
  return {
    ...contact,
    postID,
    postTitle,
    postSubTitle,
    ...(language && { language }),
    postImage,
    anchor,
    mapUrl: webHref(contact.mapUrl) ?? (place && `https://www.google.com/maps?q=${place}`),
    place,
    hoursText: week ? '' : openingHours,
    hours: week ? hoursRowsOf(week, lang, t) : [],
    open: week && zone ? { spans: openSpansOf(week), zone } : null,
  }
}

/**
 * "24.6668,46.8291": latitude and longitude in degrees, with at most six decimals (about 10 cm).
 * With more, a number could be written as 1e-7, which maps and address books cannot read.
 * @returns empty for a branch without coordinates
 */
export function coordinatesOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return ''
  return [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(6)))).join()
}

/** @returns the IANA time zone of the branch; null outside the known countries */
export function zoneOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return companyZone
  return findCountry([longitude, latitude])?.zone ?? null
}
