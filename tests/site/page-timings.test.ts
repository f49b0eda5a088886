import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

let site: SiteProcess
let token = ''
beforeAll(async () => {
  site = await startSiteProcess({ OPS_PORT: String(await getFreePort()), ANALYTICS: 'log' })
  token = await tokenOf(site)
})
afterAll(() => site.stop())

async function tokenOf({ url }: SiteProcess) {
  const cookie = (await fetch(`${url}/page-view`)).headers.get('set-cookie') ?? ''
  return /^XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
}

const timing = { page: 'home', lang: 'En', lcp: 2_400, inp: 210, ttfb: 90, cls: 0.05 }

function post(body: string, changes: Record<string, string> = {}, to = site, own = token) {
  const headers = {
    'content-type': 'application/json',
    cookie: `XSRF-TOKEN=${own}`,
    'x-xsrf-token': own,
    ...changes,
  }
  return fetch(`${to.url}/page-timing`, { method: 'POST', headers, body })
}

async function statusOf(...request: Parameters<typeof post>) {
  return (await post(...request)).status
}

/** The series of the Web Vitals, without buckets. */
async function vitalsOf({ adminUrl }: SiteProcess) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text()
  return text.split('\n').filter((line) => /^web_vitals_\w+_(?:sum|count)\{/.test(line))
}

test('timings become histograms by kind of page and language, in seconds', async () => {
  const response = await post(JSON.stringify(timing))
  expect([response.status, response.headers.get('cache-control')]).toEqual([204, 'no-store'])
  await post(JSON.stringify({ page: 'product-list', lang: 'Ar', lcp: 1_000, cls: 0 }))
  expect(await vitalsOf(site)).toEqual([
    'web_vitals_lcp_seconds_sum{page="home",language="En"} 2.4',
    'web_vitals_lcp_seconds_count{page="home",language="En"} 1',
    'web_vitals_lcp_seconds_sum{page="product-list",language="Ar"} 1',
    'web_vitals_lcp_seconds_count{page="product-list",language="Ar"} 1',
    'web_vitals_inp_seconds_sum{page="home",language="En"} 0.21',
    'web_vitals_inp_seconds_count{page="home",language="En"} 1',
    'web_vitals_ttfb_seconds_sum{page="home",language="En"} 0.09',
    'web_vitals_ttfb_seconds_count{page="home",language="En"} 1',
    'web_vitals_cls_sum{page="home",language="En"} 0.05',
    'web_vitals_cls_count{page="home",language="En"} 1',
    'web_vitals_cls_sum{page="product-list",language="Ar"} 0',
    'web_vitals_cls_count{page="product-list",language="Ar"} 1',
  ])
  const text = await (await fetch(`${site.adminUrl}/metrics`)).text()
  for (const [name, limits] of Object.entries({
    lcp_seconds: [2.5, 4],
    inp_seconds: [0.2, 0.5],
    ttfb_seconds: [0.8, 1.8],
    cls: [0.1, 0.25],
  })) {
    for (const limit of limits) expect(text).toContain(`web_vitals_${name}_bucket{le="${limit}",`)
  }
})

test('what is not a report of a visitor’s own page is rejected, and leaves no trace', async () => {
  const before = await vitalsOf(site)
  const body = JSON.stringify(timing)
  expect(await statusOf(body, { 'x-xsrf-token': 'x' })).toBe(403)
  expect(await statusOf(body, { cookie: '' })).toBe(403)
  expect(await statusOf(body, { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' })).toBe(403)
  expect(await statusOf(body, { origin: 'http://evil.example' })).toBe(403)
  expect(await statusOf(body, { 'content-type': 'text/plain' })).toBe(415)
  expect(await statusOf(`${body}${' '.repeat(1024)}`)).toBe(413)
  for (const invalid of ['', 'x', 'null', '[]', '"home"', '{"page":"home"}']) {
    expect(await statusOf(invalid), invalid).toBe(400)
  }
  for (const change of [
    { page: 'home"} 1\nevil{a="' },
    { page: '__proto__' },
    { page: 'Home' },
    { lang: 'En"' },
    { userAgent: 'x' },
  ]) {
    expect(await statusOf(JSON.stringify({ ...timing, ...change })), JSON.stringify(change)).toBe(
      400,
    )
  }
  const huge = { lcp: 1e9, inp: -1, ttfb: '90', cls: 1e300 }
  expect(await statusOf(JSON.stringify({ ...timing, ...huge }))).toBe(204)
  expect(await statusOf(body.replace('2400', '1e999').replace(/"inp.*/, '"inp":null}'))).toBe(204)
  const get = await fetch(`${site.url}/page-timing`)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await vitalsOf(site)).toEqual(before)
})

test('a visitor who does not want to be tracked is not measured', async () => {
  const before = await vitalsOf(site)
  expect(await statusOf(JSON.stringify(timing), { dnt: '1' })).toBe(204)
  expect(await statusOf(JSON.stringify(timing), { 'sec-gpc': '1' })).toBe(204)
  expect(await vitalsOf(site)).toEqual(before)
})

test('pages name the sample and their kind, the same for every visitor; error pages do not', async () => {
  const attributes = async (path: string) => {
    const html = await (await fetch(site.url + path)).text()
    return /<html[^>]*?( data-timing[^>]*)>/.exec(html)?.[1]
  }
  const ofKind = (page: string) => ` data-timing-sample="0.1" data-timing-page="${page}"`
  for (const [path, page] of [
    ['/', 'home'],
    ['/home', 'home'],
    ['/product-details/tm63-1p-c', 'product'],
    ['/products/mcb', 'product-list'],
    ['/News', 'list'],
    ['/newsDetails/news-tp40-type-test', 'article'],
    ['/search?q=x', 'search'],
    ['/about', 'other'],
  ] as const) {
    expect(await attributes(path), path).toBe(ofKind(page))
    expect(await attributes(path), `${path}, cached`).toBe(ofKind(page))
  }
  expect(await attributes('/newsDetails/no-such-post')).toBeUndefined()
})

test.runIf(isWholeRun)('with ANALYTICS=none nothing is measured', async () => {
  const off = await startSiteProcess({ OPS_PORT: String(await getFreePort()) })
  try {
    expect(await (await fetch(off.url)).text()).not.toContain('data-timing')
    expect(await statusOf(JSON.stringify(timing), {}, off, await tokenOf(off))).toBe(204)
    expect(await vitalsOf(off)).toEqual([])
  } finally {
    await off.stop()
  }
})
