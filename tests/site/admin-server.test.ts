import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { getFreePort, findDeadAddress } from '../support/loopback.ts'
import { sendJson, startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const token = 'a-token-of-operators'
const asOperator = { headers: { authorization: `Bearer ${token}` } }

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ OPS_PORT: String(await getFreePort()), OPS_TOKEN: token })
})
afterAll(() => site.stop())

const fetchAdmin = (path: string, init: RequestInit = {}) => fetch(`${site.adminUrl}${path}`, init)

test('probes need no token, and report that the site is live and ready', async () => {
  expect((await fetchAdmin('/livez')).status).toBe(200)
  const response = await fetchAdmin('/readyz')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await response.json()).toMatchObject({ ready: true, reasons: [] })
})

test('everything else requires the token', async () => {
  for (const [path, method] of [
    ['/metrics', 'GET'],
    ['/purge', 'POST'],
    ['/', 'GET'],
  ] as const) {
    expect((await fetchAdmin(path, { method })).status, path).toBe(401)
    const wrong = { authorization: `Bearer ${token.toUpperCase()}` }
    expect((await fetchAdmin(path, { method, headers: wrong })).status, path).toBe(401)
  }
  expect((await fetchAdmin('/purge', { ...asOperator, method: 'POST' })).status).toBe(200)
  expect((await fetchAdmin('/', asOperator)).status).toBe(404)
})

test('another method than an address allows gets 405', async () => {
  for (const [path, method, allow] of [
    ['/livez', 'POST', 'GET, HEAD'],
    ['/metrics', 'DELETE', 'GET, HEAD'],
    ['/purge', 'GET', 'POST'],
  ] as const) {
    const response = await fetchAdmin(path, { ...asOperator, method })
    expect([response.status, response.headers.get('allow')], path).toEqual([405, allow])
  }
})

test('V07: a page in an operator’s browser cannot purge', async () => {
  // Older browsers send only the second header.
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.example'],
  ] as const) {
    const headers = { ...asOperator.headers, [name]: value }
    expect((await fetchAdmin('/purge', { method: 'POST', headers })).status).toBe(403)
  }
})

describe('V13: without a token', () => {
  let open: SiteProcess
  beforeAll(async () => {
    open = await startSiteProcess({
      OPS_PORT: String(await getFreePort()),
      SEARCH_CRAWL_PER_S: '0',
    })
  })
  afterAll(() => open.stop())

  /** With any Host header, which fetch does not send. */
  function ask(path: string, headers: Record<string, string>, method = 'GET') {
    const { hostname, port } = new URL(open.adminUrl ?? '')
    return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const options = { hostname, port, path, method, headers, agent: false as const }
      request(options, (response) => {
        text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
      })
        .on('error', reject)
        .end()
    })
  }

  const paths = [
    ['/metrics', 'GET'],
    ['/purge', 'POST'],
    ['/enquiries?format=csv', 'GET'],
    ['/enquiries/AAAA-AAAA/retry', 'POST'],
    ['/enquiries/AAAA-AAAA/done', 'POST'],
    ['/', 'GET'],
  ] as const

  test.each([
    ['x-forwarded-for', '203.0.113.1'],
    ['x-forwarded-host', 'site.example'],
    ['X-Forwarded-Proto', 'https'],
    ['forwarded', 'for=203.0.113.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '203.0.113.1'],
    ['host', 'evil.example'],
    ['host', 'evil.example:9464'],
    ['host', '127.0.0.1.evil.example'],
    ['host', 'evil@'],
  ])('a request with %s: %s learns and changes nothing', async (name, value) => {
    for (const [path, method] of paths) {
      expect((await ask(path, { [name]: value }, method)).status, path).toBe(403)
    }
    expect(await ask('/livez', { [name]: value })).toEqual({
      status: 200,
      body: '{"alive":true}\n',
    })
    expect(await ask('/readyz', { [name]: value })).toEqual({
      status: 200,
      body: '{"ready":true}\n',
    })
  })

  test.each(['10.0.0.7:9464', '[::1]:9464', 'localhost:9464', 'site:9464', 'site.shop.svc:9464'])(
    'probes and Prometheus name it %s',
    async (host) => {
      expect((await ask('/metrics', { host })).body).toContain('http_requests_total')
      expect((await ask('/readyz', { host })).body).toContain('"reasons":[]')
    },
  )
})

test('an unknown type purges nothing, and a request body is not read', async () => {
  const post = { ...asOperator, method: 'POST' }
  expect((await fetchAdmin('/purge?type=News&type=Newz', post)).status).toBe(400)
  const response = await fetchAdmin('/purge?type=News', { ...post, body: 'x'.repeat(100) })
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
})

test('metrics count responses by kind, and measure their duration', async () => {
  const read = async () => (await fetchAdmin('/metrics', asOperator)).text()
  await fetch(`${site.url}/News`)
  await fetch(`${site.url}/News`)
  await fetch(`${site.url}/News?_data=routes/news`)
  await fetch(`${site.url}/favicon.ico`)
  await eventually(async () => {
    const text = await read()
    expect(text).toMatch(/^http_requests_total\{kind="page",method="GET",status="200"\} [2-9]/m)
    expect(text).toMatch(/^http_requests_total\{kind="data",method="GET",status="200"\} 1$/m)
    expect(text).toMatch(/^http_requests_total\{kind="file",method="GET",status="200"\} 1$/m)
    expect(text).toMatch(/^http_request_duration_seconds_count\{kind="page"\} [1-9]/m)
    expect(text).toMatch(/^page_cache_requests_total\{result="hit"\} [1-9]/m)
    expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  })
  const again = /kind="page",method="GET",status="200"\} (\d+)/
  expect(again.exec(await read())?.[1]).toBe(again.exec(await read())?.[1])
})

test('visitors have no access to the admin server’s addresses', async () => {
  for (const path of ['/livez', '/readyz', '/metrics', '/purge']) {
    const response = await fetch(site.url + path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')], path).toEqual([302, '/error_404'])
  }
})

test('F41: a site without any content is not ready, and becomes ready by itself once there is content', async () => {
  const dead = await startSiteProcess({
    OPS_PORT: String(await getFreePort()),
    CONTENT_API_URL: await findDeadAddress(),
  })
  try {
    await eventually(async () => {
      const response = await fetch(`${dead.adminUrl}/readyz`)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ ready: false, reasons: ['content'] })
      expect((await fetch(`${dead.adminUrl}/livez`)).status).toBe(200)
    })
  } finally {
    await dead.stop()
  }

  let isDown = true
  const api = await startRecordingApi((response, request) => {
    if (isDown) response.writeHead(500).end()
    else sendJson([{ postID: '1', postTitle: 'x' }])(response, request)
  })
  // Only the probe requests content here: no page is rendered in advance.
  const back = await startSiteProcess({
    OPS_PORT: String(await getFreePort()),
    CONTENT_API_URL: api.url,
    PAGE_CACHE_MB: '0',
  })
  const statusOf = async () => (await fetch(`${back.adminUrl}/readyz`)).status
  try {
    await eventually(async () => expect(await statusOf()).toBe(503))
    isDown = false
    await eventually(async () => expect(await statusOf()).toBe(200))
  } finally {
    await back.stop()
  }
}, 60_000)
