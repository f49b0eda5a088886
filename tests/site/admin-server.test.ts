import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { getFreePort, findDeadAddress } from '../support/loopback.ts'
import { sendJson, startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const token = 'a-token-of-operators'
const asOperator = { headers: { authorization: `Bearer ${token}` } }

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ OPS_PORT: String(await getFreePort()), OPS_TOKEN: token })
}, 60_000)
afterAll(() => site.stop())

const ask = (path: string, init: RequestInit = {}) => fetch(`${site.adminUrl}${path}`, init)

test('probes need no token, and are told that the site lives and is ready', async () => {
  expect((await ask('/livez')).status).toBe(200)
  const answer = await ask('/readyz')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.json()).toMatchObject({ ready: true, reasons: [] })
})

test('everything else wants the token', async () => {
  for (const [path, method] of [
    ['/metrics', 'GET'],
    ['/purge', 'POST'],
    ['/', 'GET'],
  ] as const) {
    expect((await ask(path, { method })).status, path).toBe(401)
    const wrong = { authorization: `Bearer ${token.toUpperCase()}` }
    expect((await ask(path, { method, headers: wrong })).status, path).toBe(401)
  }
  expect((await ask('/purge', { ...asOperator, method: 'POST' })).status).toBe(200)
  expect((await ask('/', asOperator)).status).toBe(404)
})

test('an address is for its method alone', async () => {
  for (const [path, method, allow] of [
    ['/livez', 'POST', 'GET, HEAD'],
    ['/metrics', 'DELETE', 'GET, HEAD'],
    ['/purge', 'GET', 'POST'],
  ] as const) {
    const answer = await ask(path, { ...asOperator, method })
    expect([answer.status, answer.headers.get('allow')], path).toEqual([405, allow])
  }
})

test('V07: no page that an operator has open can purge', async () => {
  // Older browsers send the second alone.
  for (const [name, value] of [
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.example'],
  ] as const) {
    const headers = { ...asOperator.headers, [name]: value }
    expect((await ask('/purge', { method: 'POST', headers })).status).toBe(403)
  }
})

test('a type that does not exist purges nothing, and what is sent along is not read', async () => {
  const post = { ...asOperator, method: 'POST' }
  expect((await ask('/purge?type=News&type=Newz', post)).status).toBe(400)
  const answer = await ask('/purge?type=News', { ...post, body: 'x'.repeat(100) })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
})

test('answers are counted by what was asked for, and times are taken', async () => {
  const read = async () => (await ask('/metrics', asOperator)).text()
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

test('visitors reach none of it', async () => {
  for (const path of ['/livez', '/readyz', '/metrics', '/purge']) {
    const answer = await fetch(site.url + path, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')], path).toEqual([302, '/error_404'])
  }
})

test('F41: a site without any content is not ready, and finds out by itself when it can be', async () => {
  const dead = await startSiteProcess({
    OPS_PORT: String(await getFreePort()),
    CONTENT_API_URL: await findDeadAddress(),
  })
  try {
    await eventually(async () => {
      const answer = await fetch(`${dead.adminUrl}/readyz`)
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ ready: false, reasons: ['content'] })
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
  // Nothing but the probe asks for content here: no page is made ahead of a visitor.
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
