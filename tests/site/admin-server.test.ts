import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

let site: SiteProcess
beforeAll(async () => {
  const OPS_PORT = String(await getFreePort())
  site = await startSiteProcess({ OPS_PORT, ANALYTICS: 'log', LOG_LEVEL: 'info' })
})
afterAll(() => site.stop())

async function readMetrics() {
  return (await fetch(`${site.adminUrl}/metrics`)).text()
}

test('the admin server reports that the site is live and ready', async () => {
  expect((await fetch(`${site.adminUrl}/livez`)).status).toBe(200)
  const response = await fetch(`${site.adminUrl}/readyz`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.json()).toMatchObject({ ready: true, reasons: [] })
})

test('metrics count responses by kind, and measure their duration', async () => {
  await fetch(`${site.url}/News`)
  await fetch(`${site.url}/News`)
  await fetch(`${site.url}/News?_data=routes/news`)
  await fetch(`${site.url}/favicon.ico`)
  await eventually(async () => {
    const text = await readMetrics()
    expect(text).toMatch(/^http_requests_total\{kind="page",method="GET",status="200"\} [2-9]/m)
    expect(text).toMatch(/^http_requests_total\{kind="data",method="GET",status="200"\} 1$/m)
    expect(text).toMatch(/^http_requests_total\{kind="file",method="GET",status="200"\} 1$/m)
    expect(text).toMatch(/^http_request_duration_seconds_count\{kind="page"\} [1-9]/m)
    expect(text).toMatch(/^page_cache_requests_total\{result="hit"\} [1-9]/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  })
})

test('visitors have no access to the admin server’s addresses', async () => {
  for (const path of ['/livez', '/readyz', '/metrics', '/purge']) {
    const response = await fetch(site.url + path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')], path).toEqual([302, '/error_404'])
  }
})

/** Sends an enquiry as a visitor does. */
function send(address: string, email = 'amal@unlisted.example') {
  const form = issueFormToken('only-for-the-tests', Date.now() - 10_000)
  const body = new URLSearchParams({ name: 'Amal Unlisted', email, message: 'Two panels', form })
  return fetch(site.url + address, { method: 'POST', body, redirect: 'manual' })
}

test('an enquiry gets its reference; log lines and addresses have nothing else of it', async () => {
  const sent = await send('/enquiry?lang=En')
  const address = sent.headers.get('location') ?? ''
  expect(sent.status).toBe(303)
  expect(address).toMatch(/^\/enquiry\/\w{4}-\w{4}\?key=[\w-]{43}$/)
  const cookie = sent.headers.getSetCookie().map((line) => line.split(';')[0])
  const headers = { cookie: ['lang=En', ...cookie].join('; ') }
  const page = await (await fetch(site.url + address, { headers })).text()
  expect(page).toContain('Two panels')
  expect(page).toContain('We have received your enquiry')
  const faulty = await send('/enquiry', 'amal@')
  expect(faulty.status).toBe(422)
  expect(await faulty.text()).toContain('value="Amal Unlisted"')
  await expect.poll(() => site.output()).toContain('enquiry stored')
  expect(site.output()).not.toMatch(/Unlisted|unlisted|panels|key=/)
})

test('without a content API enquiries wait, and operators see why', async () => {
  const reason = 'CONTENT_API_URL is not set: post-email has no receiver'
  expect(site.output().split(`"${reason}, and enquiries wait"`)).toHaveLength(2)
  await send('/enquiry')
  const list = await (await fetch(`${site.adminUrl}/enquiries`)).json()
  expect(list.enquiries[0]).toMatchObject({ state: 'waiting', attempts: 0, lastError: reason })
  await expect.poll(readMetrics).toMatch(new RegExp(`^enquiries_waiting ${list.waiting}$`, 'm'))
})

describe('timings of page loads', () => {
  let token = ''
  beforeAll(async () => {
    const cookie = (await fetch(`${site.url}/page-view`)).headers.get('set-cookie') ?? ''
    token = /^XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
  })

  const timing = { page: 'home', lang: 'En', lcp: 2_400, inp: 210, ttfb: 90, cls: 0.05 }

  async function statusOf(body: object, changes: Record<string, string> = {}) {
    const headers = {
      'content-type': 'application/json',
      cookie: `XSRF-TOKEN=${token}`,
      'x-xsrf-token': token,
      ...changes,
    }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${site.url}/page-timing`, sent)).status
  }

  /** The series of the Web Vitals, without buckets. */
  async function readVitals() {
    const lines = (await readMetrics()).split('\n')
    return lines.filter((line) => /^web_vitals_\w+_(?:sum|count)\{/.test(line))
  }

  test('become histograms by kind of page and language, in seconds', async () => {
    expect(await statusOf(timing)).toBe(204)
    await statusOf({ page: 'product-list', lang: 'Ar', lcp: 1_000, cls: 0 })
    expect(await readVitals()).toEqual([
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
    const text = await readMetrics()
    for (const [name, limits] of Object.entries({
      lcp_seconds: [2.5, 4],
      inp_seconds: [0.2, 0.5],
      ttfb_seconds: [0.8, 1.8],
      cls: [0.1, 0.25],
    })) {
      for (const limit of limits) expect(text).toContain(`web_vitals_${name}_bucket{le="${limit}",`)
    }
  })

  test('that are no report of a visitor’s own page, or of one who does not want to be tracked, leave no trace', async () => {
    const before = await readVitals()
    expect(await statusOf(timing, { 'x-xsrf-token': 'x' })).toBe(403)
    expect(await statusOf(timing, { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' })).toBe(403)
    expect(await statusOf(timing, { origin: 'http://evil.example' })).toBe(403)
    expect(await statusOf({ ...timing, more: ' '.repeat(1024) })).toBe(413)
    expect(await statusOf({ ...timing, page: 'home"} 1\nevil{a="' })).toBe(400)
    expect(await statusOf({ page: 'home', lang: 'En', lcp: 1e9 })).toBe(204)
    expect(await statusOf(timing, { dnt: '1' })).toBe(204)
    expect(await statusOf(timing, { 'sec-gpc': '1' })).toBe(204)
    const get = await fetch(`${site.url}/page-timing`)
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await readVitals()).toEqual(before)
  })

  test('are asked for by pages, which name the sample and their kind, the same for every visitor; error pages do not', async () => {
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
    // It has ANALYTICS=none.
    expect(await (await fetch(inject('siteUrl'))).text()).not.toContain('data-timing')
  })
})
