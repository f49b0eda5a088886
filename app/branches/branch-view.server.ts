import type { Branch, Content } from '../content.server'
import { findCountry } from './countries.server'
import { hoursRowsOf, openSpansOf, parseOpeningHours } from './opening-hours.server'
import type { BranchView } from './branch-card'

/** The clock of a branch that does not say where it is: the company's own. */
const companyZone = 'Asia/Riyadh'

/** A branch as its card shows it, its contact values whole and its opening hours in words. */
export function branchViewOf(branch: Branch, { lang, t }: Pick<Content, 'lang' | 't'>): BranchView {
  const { postDetails, postImages, postFiles, postSpecs, parentID, postDate, ...rest } = branch
  const { latitude, longitude, openingHours, ...view } = rest
  const place = latitude === null || longitude === null ? '' : `${latitude},${longitude}`
  const week = parseOpeningHours(openingHours)
  const zone = zoneOf(branch)
  return {
    ...view,
    anchor: anchorOf(branch),
    mapUrl: view.mapUrl || (place && `https://www.google.com/maps?q=${place}`),
    directionsUrl: place && `https://www.google.com/maps/dir/?api=1&destination=${place}`,
    hoursText: week ? '' : openingHours,
    hours: week ? hoursRowsOf(week, lang, t) : [],
    open: week && zone ? { spans: openSpansOf(week), zone } : null,
  }
}

/** The id of a branch's card in the page, for links of the form #id. */
export function anchorOf({ postID }: Pick<Branch, 'postID'>) {
  const name = postID.replace(/[^\p{L}\p{N}_-]+/gu, '-')
  return name.startsWith('branch-') ? name : `branch-${name}`
}

/** @returns IANA name of the branch's own clock; null where it stands outside the known countries */
export function zoneOf({ latitude, longitude }: Pick<Branch, 'latitude' | 'longitude'>) {
  if (latitude === null || longitude === null) return companyZone
  return findCountry([longitude, latitude])?.zone ?? null
}
