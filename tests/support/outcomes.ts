import { expect } from 'vitest'
import { secret } from './api-faults.ts'
import { onThisMachine } from './busy-machine.ts'
import type { SiteProcess } from './site-process.ts'
import { visit, visitUntil, visitorLanguages, type Visit, type VisitorLanguage } from './visit.ts'

/** Two pages whose subject is a post of one type, and which no menu leads to. */
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

/** A page that stays good content only for a second, so that a test need not wait for its end. */
export const shortLived = { CONTENT_CACHE_TTL_S: '1' }

export const startOf = {
  Ar: '<!doctype html><html lang="ar" dir="rtl"',
  En: '<!doctype html><html lang="en" dir="ltr"',
}

/** What tells of the API, or of how the site is made. */
const wordsOfOthers = new RegExp(`${secret}|\\bat \\w+ \\(|node_modules|Error:|undefined|\uFFFD`)

/** A page that was seen while all was well, in each language. */
export type Seen = Record<VisitorLanguage, string>

/** Waits, on a busy machine, until nothing is missing from the page. */
export async function see(site: SiteProcess, { seen }: Place): Promise<Seen> {
  async function seeIn(lang: VisitorLanguage) {
    const visits = await visitUntil(site.url + seen, lang, isWhole)
    return visits.at(-1)?.html ?? ''
  }
  const [Ar, En] = await Promise.all([seeIn('Ar'), seeIn('En')])
  return { Ar, En }
}

function isWhole({ status, headers }: Visit) {
  return status === 200 && (headers['cache-control']?.includes('stale-if-error') ?? false)
}

/** STALE: the last good bytes, at once, and the answer says so. */
export async function expectStale(site: SiteProcess, { seen }: Place, before: Seen) {
  async function expectStaleIn(lang: VisitorLanguage) {
    // On a busy machine one answer may be late for the machine's own reasons; none waits for the API.
    for (let isSoon = false; !isSoon;) {
      const visits = await visitUntil(site.url + seen, lang, isStale)
      for (const { status, html, firstByteMs } of visits) {
        expect(status).toBe(200)
        expect(html === before[lang], 'the last good bytes').toBe(true)
        expect(firstByteMs).toBeLessThan(onThisMachine(2_000))
      }
      const soonMs = onThisMachine(300, 0)
      isSoon = visits.some((answer) => isStale(answer) && answer.firstByteMs <= soonMs)
    }
  }
  await Promise.all(visitorLanguages.map(expectStaleIn))
}

export function isStale({ headers }: Visit) {
  return headers['cache-status']?.includes('detail=stale') ?? false
}

/** SORRY: a whole page in the visitor's language that says nothing of the API's. */
export function expectFallback(answer: Visit, lang: VisitorLanguage) {
  const { status, headers, html, tookMs } = answer
  expect(status).toBe(503)
  expect(tookMs).toBeLessThan(onThisMachine(5_000))
  expect(headers['retry-after']).toMatch(/^\d+$/)
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(120)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['set-cookie']).toBeUndefined()
  expect(html.startsWith(startOf[lang]), html.slice(0, 80)).toBe(true)
  expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  expect(html).toMatch(/<a [^>]*href="\/"/)
  expect(`${JSON.stringify(headers)} ${visibleText(html)}`).not.toMatch(wordsOfOthers)
  expect(html).not.toContain(secret)
}

function visibleText(html: string) {
  return html.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<[^<>]*>/g, ' ')
}

export async function visitUnseen(site: SiteProcess, { unseen }: Place) {
  const visits = visitorLanguages.map((lang) => visit(site.url + unseen, lang))
  const [Ar, En] = await Promise.all(visits)
  if (!Ar || !En) throw new Error('There are two languages.')
  return { Ar, En }
}

/**
 * Breaks the API behind a page that was seen and one that was not, and checks what visitors get.
 * @returns the two visits of the page that was not seen
 */
export async function expectStaleAndFallback(
  site: SiteProcess,
  place: Place,
  breakApi: () => void | Promise<void>,
) {
  const before = await see(site, place)
  await breakApi()
  const [unseen] = await Promise.all([visitUnseen(site, place), expectStale(site, place, before)])
  for (const lang of visitorLanguages) expectFallback(unseen[lang], lang)
  // What failed meanwhile has taken nothing away.
  for (const lang of visitorLanguages) {
    const { status, html } = await visit(site.url + place.seen, lang)
    expect(status).toBe(200)
    expect(html === before[lang], 'the last good bytes').toBe(true)
  }
  return unseen
}
