import { contactOf, type Branch, type Content } from '../content/content.server'
import type { BranchView } from './branch-card'
import { placeholderFor } from '../content/placeholder-colour.server'
import { findCountry } from './countries.server'
import { hoursRowsOf, openSpansOf, parseOpeningHours } from './opening-hours.server'

/** The clock of a branch that does not say where it is: the company's own. */
const companyZone = 'Asia/Riyadh'

/**
 * A branch as its card shows it: its title never empty, its contact values whole, its opening hours
 * in words.
 * @param anchor the card's id in the page
 */
export function branchViewOf(
  branch: Branch,
  anchor: string,
  { lang, t }: Pick<Content, 'lang' | 't'>,
): BranchView {
  const { postID, postTitle, postSubTitle, postImage, openingHours } = branch
  const contact = contactOf(branch)
  const place = coordinatesOf(branch)
  const week = parseOpeningHours(openingHours)
  const zone = zoneOf(branch)
  return {
    ...contact,
    postID,
    postTitle: postTitle || t('list.untitled'),
    postSubTitle,
    postImage,
    ...placeholderFor(postImage),
    anchor,
    mapUrl: contact.mapUrl || (place && `https://www.google.com/maps?q=${place}`),
    directionsUrl: place && `https://www.google.com/maps/dir/?api=1&destination=${place}`,
    hoursText: week ? '' : openingHours,
    hours: week ? hoursRowsOf(week, lang, t) : [],
    open: week && zone ? { spans: openSpansOf(week), zone } : null,
  }
}

/**
 * "24.6668,46.8291": degrees of latitude and longitude, to about a hand's breadth. A number of more
 * decimals could come out as 1e-7, which neither a map nor an address book reads.
 * @returns an empty text where the branch does not say where it is
 */
export function coordinatesOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return ''
  return [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(6)))).join()
}

/** @returns IANA name of the branch's own clock; null where it stands outside the known countries */
export function zoneOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return companyZone
  return findCountry([longitude, latitude])?.zone ?? null
}
