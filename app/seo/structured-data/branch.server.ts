import type { LocalBusiness, OpeningHoursSpecification } from 'schema-dts'
import type { BranchView } from '../../branches/branch-card'
import { clockTime, minutesPerDay, minutesPerWeek, type OpenSpan } from '../../branches/open-now'
import { addresses } from '../../addresses'
import { contactProperties } from './organization.server'
import {
  imageAddresses,
  listed,
  organizationId,
  pageAddress,
  thingId,
  type PageContext,
} from './page-context.server'

/** By the number of the day. */
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** A branch with its place, contact and opening hours. */
export function branchNode(branch: BranchView, { frame, language }: PageContext): LocalBusiness {
  const [latitude, longitude] = branch.place.split(',')
  const path = addresses.branches()
  return {
    '@type': 'LocalBusiness',
    '@id': thingId(frame, path, branch.anchor),
    name: branch.postTitle,
    description: branch.postSubTitle || undefined,
    url: `${pageAddress(frame, path, language)}#${branch.anchor}`,
    image: imageAddresses(frame, [branch.postImage]),
    ...contactProperties(branch.links),
    hasMap: branch.mapUrl || undefined,
    geo: longitude ? { '@type': 'GeoCoordinates', latitude, longitude } : undefined,
    openingHoursSpecification: branch.open ? listed(hoursOf(branch.open.spans)) : undefined,
    parentOrganization: { '@id': organizationId(frame) },
  }
}

/** Opening hours, with the days of the same hours together. A span past midnight is of its first day. */
function hoursOf(spans: readonly OpenSpan[]): OpeningHoursSpecification[] {
  const daysByHours = new Map<string, (typeof days)[number][]>()
  for (const [from, to] of joinWeekEnd(spans).flatMap(byDay)) {
    const day = days[Math.floor(from / minutesPerDay) % days.length]
    const hours = `${timeOf(from)}-${closingTimeOf(to)}`
    if (day) daysByHours.set(hours, [...(daysByHours.get(hours) ?? []), day])
  }
  return [...daysByHours].map(([hours, dayOfWeek]) => {
    const [opens = '', closes = ''] = hours.split('-')
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }
  })
}

/** Spans are split where the week ends: the night after Saturday becomes one span again, which ends later. */
function joinWeekEnd(spans: readonly OpenSpan[]): readonly OpenSpan[] {
  const [first, ...others] = spans
  const last = others.pop()
  return first?.[0] === 0 && last?.[1] === minutesPerWeek
    ? [...others, [last[0], minutesPerWeek + first[1]]]
    : spans
}

/** Splits a span of a day or more, such as a week without closing: it must not end at the time it starts. */
function byDay([from, to]: OpenSpan): OpenSpan[] {
  const midnight = (Math.floor(from / minutesPerDay) + 1) * minutesPerDay
  return to <= midnight || to - from < minutesPerDay
    ? [[from, to]]
    : [[from, midnight], ...byDay([midnight, to])]
}

function timeOf(minute: number) {
  return clockTime(minute % minutesPerDay).padStart(5, '0')
}

/** The end of a day is "23:59", as search engines ask. */
function closingTimeOf(minute: number) {
  return minute % minutesPerDay === 0 ? '23:59' : timeOf(minute)
}
