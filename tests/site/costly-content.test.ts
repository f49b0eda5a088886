import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  caseOf,
  makePage,
  startHostileApi,
  type HostileApi,
} from '../../scripts/soak/content-fuzz.ts'
import { maxCatalogueEntries } from '../../app/catalogue/truncate-catalogue.ts'
import { hostileLists, postWithText, randomFrom } from '../../scripts/soak/hostile-content.ts'
import { onThisMachine } from '../support/busy-machine.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

/** Of a page, in bytes. */
const largestPage = 2_000_000
/** Of the site's process. */
const mostResidentMb = 400
/** What a visitor of a cached page may wait while another page is made, ms. */
const longestWait = 50

let api: HostileApi
let folder: string
let site: SiteProcess
/** How long the site takes to start with nothing stored, ms. */
let plainStart: number

async function start(settings: Record<string, string> = {}) {
  return startSiteProcess({
    CONTENT_API_URL: api.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    OPS_PORT: String(await getFreePort()),
    ...settings,
  })
}

beforeAll(async () => {
  api = await startHostileApi()
  folder = mkdtempSync(path.join(tmpdir(), 'costly-'))
  const startedAt = performance.now()
  site = await start()
  plainStart = performance.now() - startedAt
}, 60_000)
afterAll(async () => {
  await site.stop()
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks for a cached page over and over until the work is done, and tells the longest answer, ms. */
async function waitBeside(work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const startedAt = performance.now()
    const answer = await fetch(`${site.url}/services`)
    await answer.arrayBuffer()
    longest = Math.max(longest, performance.now() - startedAt)
    expect(answer.headers.get('cache-status')).toMatch(/^page; hit/)
  }
  return longest
}

/** Made before anything is measured: making them holds this process. */
const cases: [row: string, what: string, type: string, page: string, json: string][] = [
  ['F44', 'unclosed tags', 'News', '/newsDetails/only', postWithText('unclosed tags', 600_000)],
  ['F44', 'ampersands', 'Blog', '/blog_details/only', postWithText('ampersands', 7_500_000)],
  ['F44', 'paragraphs', 'Projects', '/projectDetails/only', postWithText('paragraphs', 7_500_000)],
  [
    'F44',
    'quotations in one another',
    'Sustainability',
    '/sustainability',
    JSON.stringify([{ postID: 'only', postDetails: '<blockquote>'.repeat(620_000) }]),
  ],
  [
    'F44',
    'Latin among Arabic',
    'Solutions',
    '/solutionDetails/only',
    postWithText('Latin among Arabic', 7_500_000),
  ],
  [
    'F45',
    'specifications',
    'Products',
    '/product-details/only',
    hostileLists['300,000 specifications']?.(randomFrom(1)) ?? '',
  ],
  [
    'F45',
    'pictures',
    'SolProducts',
    '/products-details/only',
    hostileLists['300,000 pictures']?.(randomFrom(1)) ?? '',
  ],
  [
    'F45',
    'whole posts',
    'WorkFields',
    '/workFields',
    hostileLists['10,000 cards with long titles']?.(randomFrom(3)) ?? '',
  ],
  [
    'F45',
    'branches',
    'Branches',
    '/branches',
    hostileLists['10,000 cards with long titles']?.(randomFrom(22_079)) ?? '',
  ],
]

test.each(cases)(
  '%s %s: a page of 2 MB at most is made, and cached pages keep coming meanwhile',
  async (_, __, type, page, json) => {
    api.answer(type, json)
    // Some pages were made at the start, of what was plain then.
    await fetch(`${site.adminUrl}/purge?type=${type}`, { method: 'POST' })
    await (await fetch(`${site.url}/services`)).arrayBuffer()
    const making = fetch(site.url + page).then(async (answer) => ({
      status: answer.status,
      bytes: (await answer.arrayBuffer()).byteLength,
    }))
    const waited = await waitBeside(making)
    const { status, bytes } = await making
    expect(status).toBe(200)
    expect(bytes).toBeLessThanOrEqual(largestPage)
    expect(waited).toBeLessThan(onThisMachine(longestWait))
  },
)

test('F46 a catalogue of 10,000 types with long titles: every page has a part of it, and 2 MB at most', async () => {
  const types = Array.from({ length: 10_000 }, (_, at) => ({
    postID: `t${at}`,
    parentID: 'plain-1',
    postTitle: 'ب1A '.repeat(90),
  }))
  api.answer('ProductsTypes', JSON.stringify(types))
  await fetch(`${site.adminUrl}/purge?type=ProductsTypes`, { method: 'POST' })
  for (const page of ['/products/home', '/contact', '/products-types/plain-1', '/products/t5']) {
    const answer = await fetch(site.url + page)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(largestPage)
    // The menu and, on some screens, a list of their own.
    const links = html.match(/href="\/products\/t\d+"/g)?.length
    expect(links).toBeGreaterThan(200)
    expect(links).toBeLessThanOrEqual(2 * maxCatalogueEntries)
  }
})

test('F48 a restart on the same data is no slower for what was stored, and has it at once', async () => {
  await site.stop()
  const startedAt = performance.now()
  site = await start()
  const started = performance.now() - startedAt
  const answer = await fetch(`${site.url}/sustainability`)
  expect(answer.status).toBe(200)
  expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(largestPage)
  const took = performance.now() - startedAt - started
  expect(started).toBeLessThan(onThisMachine(2 * plainStart))
  expect(took).toBeLessThan(onThisMachine(1_000))
})

/** Those that found something once, and what it was. */
const foundSeeds = [
  44, // 10,000 whole posts on one screen: a page of 19 MB
  28, // 200 whole posts with all their lists
  1005, // reading took longer than a second: many texts, each with many tags
]
const seeds = [...foundSeeds, ...Array.from({ length: 12 }, (_, at) => 500 + at)]

test('F44 F45 F46 generated answers become pages, or none, and nothing else', async () => {
  const other = await start({
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    DATA_DIR: `${folder}-2`,
  })
  const { url, adminUrl, pid } = other
  const target = { url, adminUrl: adminUrl ?? '', pid }
  const wrong: unknown[] = []
  for (const seed of seeds) {
    const { type, path: page, lang, answer } = caseOf(seed)
    api.answer(type, answer.json)
    const finding = await makePage(target, page, lang, answer)
    const isRight = [200, 404, 503].includes(finding.status) && finding.bytes <= largestPage
    if (!isRight || finding.residentMb > mostResidentMb) wrong.push(finding)
  }
  await other.stop()
  expect(wrong).toEqual([])
}, 60_000)
