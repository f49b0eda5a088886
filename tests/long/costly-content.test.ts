import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { residentMb } from '../../scripts/bench/process-figures.ts'
import { maxCatalogueEntries } from '../../app/layout/product-menu-data.ts'
import { onThisMachine } from '../support/busy-machine.ts'
import {
  caseOf,
  hostileLists,
  postWithText,
  startHostileApi,
  type HostileApi,
} from '../support/hostile-content.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const maxPageBytes = 2_000_000
/** The supplied deployments give a process 1 GB, of which the image encoder may take half. */
const maxResidentMb = 500
/** The longest time to load a cached page while another page is rendered, ms. */
const maxWaitMs = 50

let api: HostileApi
let folder: string
let site: SiteProcess

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
  site = await start()
})
afterAll(async () => {
  await site.stop()
  await api.close()
  for (const ending of ['', '-2', '-empty']) {
    rmSync(folder + ending, { recursive: true, force: true })
  }
})

/** Requests a cached page repeatedly during the work, and returns the longest response time, ms. */
async function longestWaitDuring(work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const startedAt = performance.now()
    const response = await fetch(`${site.url}/services`)
    await response.arrayBuffer()
    longest = Math.max(longest, performance.now() - startedAt)
    expect(response.headers.get('cache-status')).toMatch(/^page; hit/)
  }
  return longest
}

/** Generated before anything is measured, since that blocks this process. */
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
    'F50',
    'quotations of lines, as Markdown',
    'News',
    '/newsDetails/only.md',
    JSON.stringify([
      { postID: 'only', postDetails: `${'<blockquote>'.repeat(38)}<pre>${'a\n'.repeat(100_000)}` },
    ]),
  ],
  [
    'F49',
    'one label 290 times in each variant',
    'Products',
    '/products/plain-1',
    JSON.stringify(
      Array.from({ length: 17 }, (_, product) => ({
        postID: `p${product}`,
        postTitle: `p${product}`,
        postVariants: Array.from({ length: 3 }, (_variant, variant) => ({
          code: `${product}-${variant}`,
          specs: Array.from({ length: 290 }, (_spec, at) => ({
            name: 'Label',
            value: `${product}.${variant}.${at} `.padEnd(480, 'x'),
            unit: '',
          })),
        })),
      })),
    ),
  ],
  [
    'F45',
    'specifications',
    'Products',
    '/product-details/only',
    hostileLists['300,000 specifications']?.() ?? '',
  ],
  [
    'F45',
    'pictures',
    'SolProducts',
    '/products-details/only',
    hostileLists['300,000 pictures']?.() ?? '',
  ],
  [
    'F45',
    'whole posts',
    'WorkFields',
    '/workFields',
    hostileLists['10,000 cards with long titles']?.() ?? '',
  ],
  [
    'F45',
    'branches',
    'Branches',
    '/branches',
    hostileLists['10,000 cards with long titles']?.() ?? '',
  ],
]

test.each(cases)(
  '%s %s: the page is at most 2 MB, and cached pages are served while it is rendered',
  async (_, __, type, page, json) => {
    api.send(type, json)
    // Some pages were rendered at the start from plain content.
    await fetch(`${site.adminUrl}/purge?type=${type}`, { method: 'POST' })
    await (await fetch(`${site.url}/services`)).arrayBuffer()
    const rendering = fetch(site.url + page).then(async (response) => ({
      status: response.status,
      bytes: (await response.arrayBuffer()).byteLength,
    }))
    const waitedMs = await longestWaitDuring(rendering)
    const { status, bytes } = await rendering
    expect(status).toBe(200)
    expect(bytes).toBeLessThanOrEqual(maxPageBytes)
    expect(waitedMs).toBeLessThan(onThisMachine(maxWaitMs))
  },
)

test('F46 a catalogue of 10,000 types with long titles: every page shows a part of it and is at most 2 MB', async () => {
  const types = Array.from({ length: 10_000 }, (_, at) => ({
    postID: `t${at}`,
    parentID: 'plain-1',
    postTitle: 'ب1A '.repeat(90),
  }))
  api.send('ProductsTypes', JSON.stringify(types))
  await fetch(`${site.adminUrl}/purge?type=ProductsTypes`, { method: 'POST' })
  for (const page of ['/products/home', '/contact', '/products-types/plain-1', '/products/t5']) {
    const response = await fetch(site.url + page)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes)
    // Links of the menu and, on some screens, of a list.
    const links = html.match(/href="\/products\/t\d+"/g)?.length
    expect(links).toBeGreaterThan(50)
    expect(links).toBeLessThanOrEqual(2 * maxCatalogueEntries)
  }
})

test('F48 stored content slows a restart by less than a factor of two, and is there at once', async () => {
  await site.stop()
  const emptyAt = performance.now()
  const empty = await start({ DATA_DIR: `${folder}-empty` })
  const emptyStartMs = performance.now() - emptyAt
  await empty.stop()
  const startedAt = performance.now()
  site = await start()
  const restartMs = performance.now() - startedAt
  const response = await fetch(`${site.url}/sustainability`)
  expect(response.status).toBe(200)
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(maxPageBytes)
  const pageMs = performance.now() - startedAt - restartMs
  expect(restartMs).toBeLessThan(onThisMachine(2 * emptyStartMs))
  expect(pageMs).toBeLessThan(onThisMachine(1_000))
})

test('F44 F45 F46 generated API responses result in a page of at most 2 MB, a 404 or a 503', async () => {
  const other = await start({
    CONTENT_CACHE_TTL_S: '0',
    CONTENT_STALE_S: '0',
    DATA_DIR: `${folder}-2`,
  })
  const failed: unknown[] = []
  for (let at = 0; at < 51; at += 1) {
    const { type, path: page, name, json } = caseOf(at)
    api.send(type, json)
    const headers = { cookie: `lang=${at % 2 === 0 ? 'Ar' : 'En'}` }
    const response = await fetch(other.url + page, { headers, redirect: 'manual' })
    const bytes = (await response.arrayBuffer()).byteLength
    const { status } = response
    const resident = residentMb(other.pid)
    const isGood = [200, 404, 503].includes(status) && bytes <= maxPageBytes
    if (!isGood || resident > maxResidentMb)
      failed.push({ at, name, page, status, bytes, resident })
  }
  await other.stop()
  expect(failed).toEqual([])
})
