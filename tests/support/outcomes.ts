import { expect } from 'vitest'
import { median } from '../../scripts/bench/statistics.ts'
import { secret } from './api-faults.ts'
import { onThisMachine } from './busy-machine.ts'
import type { Site } from './site-host.ts'
import { visit, visitUntil, visitorLanguages, type Visit, type VisitorLanguage } from './visit.ts'

/** Two pages about posts of one type that no menu links to: tests visit `seen` before a fault. */
export interface Place {
  type: string
  seen: string
  unseen: string
}

export const places = {
  news: {
    type: 'News',
    seen: '/newsDetails/news-tp40-type-test',
    unseen: '/newsDetails/news-abha-hospital-handover',
  },
  blog: {
    type: 'Blog',
    seen: '/blog_details/blog-mcb-curves',
    unseen: '/blog_details/blog-rcd-types',
  },
  services: {
    type: 'Services',
    seen: '/serviceDetails/service-installation',
    unseen: '/serviceDetails/service-training',
  },
  projects: {
    type: 'Projects',
    seen: '/projectDetails/project-hofuf-mosque',
    unseen: '/projectDetails/project-jazan-port',
  },
  solutions: {
    type: 'Solutions',
    seen: '/solutionDetails/solution-industry',
    unseen: '/solutionDetails/solution-towers',
  },
  products: {
    type: 'Products',
    seen: '/product-details/tm63-1p-c',
    unseen: '/product-details/tr-4p-s300',
  },
  solutionProducts: {
    type: 'SolProducts',
    seen: '/products-details/tdb-it',
    unseen: '/products-details/tp-mt',
  },
} satisfies Record<string, Place>

export const allPlaces: Place[] = Object.values(places)

/** Content is fresh for only a second, so that a test need not wait long until it is stale. */
export const shortLived = { CONTENT_CACHE_TTL_S: '1' }

export const startOf = {
  Ar: '<!doctype html><html lang="ar" dir="rtl"',
  En: '<!doctype html><html lang="en" dir="ltr"',
}

/** Details of the API or of the site's implementation. */
const internals = new RegExp(`${secret}|\\bat \\w+ \\(|node_modules|Error:|undefined|\uFFFD`)

/** The HTML of a page from before a fault, in each language. */
export type Seen = Record<VisitorLanguage, string>

/**
 * Visits a page until it is whole: on a busy machine, parts may time out, and it names its translation once that has
 * been read, too.
 */
export async function see(site: Site, { seen }: Place): Promise<Seen> {
  async function seeIn(lang: VisitorLanguage) {
    const visits = await visitUntil(site.url + seen, lang, isWhole)
    return visits.at(-1)?.html ?? ''
  }
  const [Ar, En] = await Promise.all([seeIn('Ar'), seeIn('En')])
  return { Ar, En }
}

function isWhole({ status, headers, html }: Visit) {
  const isLasting = headers['cache-control']?.includes('stale-if-error') ?? false
  return status === 200 && isLasting && html.includes('hrefLang="x-default"')
}

/** The most stale responses that are timed. */
const staleVisits = 5

/** STALE: the last good bytes at once, marked as stale in Cache-Status. */
export async function expectStale(site: Site, { seen }: Place, before: Seen) {
  async function expectStaleIn(lang: VisitorLanguage) {
    const visits = await visitUntil(site.url + seen, lang, isStale)
    for (let more = 1; more < staleVisits; more += 1) {
      const latest = await visit(site.url + seen, lang)
      if (!isStale(latest)) break // refreshed meanwhile
      visits.push(latest)
    }
    for (const { status, html, firstByteMs } of visits) {
      expect(status).toBe(200)
      expect(html === before[lang], 'the last good bytes').toBe(true)
      expect(firstByteMs).toBeLessThan(onThisMachine(2_000))
    }
    // The median, since a busy machine may delay a single response.
    const staleTimes = visits.filter(isStale).map(({ firstByteMs }) => firstByteMs)
    expect(median(staleTimes), 'time to first byte, ms').toBeLessThanOrEqual(onThisMachine(300, 0))
  }
  await Promise.all(visitorLanguages.map(expectStaleIn))
}

export function isStale({ headers }: Visit) {
  return headers['cache-status']?.includes('detail=stale') ?? false
}

/** FALLBACK: a whole 503 page within 5 s, in the visitor's language, without details of the API. */
export function expectFallback({ status, headers, html, tookMs }: Visit, lang: VisitorLanguage) {
  expect(status).toBe(503)
  expect(tookMs).toBeLessThan(onThisMachine(5_000, 0))
  expect(headers['retry-after']).toMatch(/^\d+$/)
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(120)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['set-cookie']).toBeUndefined()
  expect(html.startsWith(startOf[lang]), html.slice(0, 80)).toBe(true)
  expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  expect(html).toMatch(/<a [^>]*href="\/"/)
  expect(`${JSON.stringify(headers)} ${visibleText(html)}`).not.toMatch(internals)
  expect(html).not.toContain(secret)
}

function visibleText(html: string) {
  return html.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<[^<>]*>/g, ' ')
}

export async function visitUnseen(site: Site, { unseen }: Place) {
  const visits = visitorLanguages.map((lang) => visit(site.url + unseen, lang))
  const [Ar, En] = await Promise.all(visits)
  if (!Ar || !En) throw new Error('There are two languages.')
  return { Ar, En }
}

/**
 * Breaks the API behind a page that was visited before and one that was not, and checks both.
 * @returns the visits of the page that was not visited before
 */
export async function expectStaleAndFallback(
  site: Site,
  place: Place,
  breakApi: () => void | Promise<void>,
) {
  const before = await see(site, place)
  await breakApi()
  const [unseen] = await Promise.all([visitUnseen(site, place), expectStale(site, place, before)])
  for (const lang of visitorLanguages) expectFallback(unseen[lang], lang)
  // The failures meanwhile have not evicted the cached page.
  for (const lang of visitorLanguages) {
    const { status, html } = await visit(site.url + place.seen, lang)
    expect(status).toBe(200)
    expect(html === before[lang], 'the last good bytes').toBe(true)
  }
  return unseen
}
