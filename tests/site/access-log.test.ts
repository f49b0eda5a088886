import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../support/eventually.ts'
import { hang, sendJson, startRecordingApi } from '../support/recording-api.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const line = z.looseObject({ msg: z.string() })

/** The access log so far. Every line of the log but that of the address must be a JSON object. */
function requestsOf(site: SiteProcess) {
  const isLogged = (text: string) => text !== '' && !text.startsWith('The site answers at ')
  const lines = site.output().split('\n').filter(isLogged)
  return lines.map((text) => line.parse(JSON.parse(text))).filter(({ msg }) => msg === 'request')
}

describe('a site with an access log', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await startSiteProcess({ LOG_LEVEL: 'info', ANALYTICS: 'none' })
  })
  afterAll(() => site.stop())

  test('V22: the access log has one JSON line per request, without personal data or raw escapes', async () => {
    const port = Number(new URL(site.url).port)
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /News%0a%1b[2J%e2%80%ae?lang=En&token=secret-parameter HTTP/1.1\r\n')
    socket.write('Host: localhost\r\nConnection: close\r\nUser-Agent: secret-agent\r\n')
    socket.write('Cookie: a=secret-cookie\r\nReferer: http://secret/\r\nX-Request-Id: mine\r\n\r\n')
    socket.resume()
    await once(socket, 'close')
    await fetch(`${site.url}/about?lang=En&page=1`)
    await fetch(`${site.url}/about?lang=En&page=1`)

    await eventually(() => expect(requestsOf(site)).toHaveLength(3))
    const [hostile, first, hit] = requestsOf(site)
    expect(hostile).toMatchObject({ method: 'GET', path: expect.stringMatching(/^\/News%0a%1b/) })
    expect(hostile?.['id']).toMatch(/^[\da-f-]{36}$/)
    expect(first).toMatchObject({ path: '/about?lang=En&page=1', status: 200, kind: 'page' })
    expect(hit).toMatchObject({ cache: 'hit', ms: expect.any(Number), bytes: expect.any(Number) })
    expect(Number(hit?.['bytes'])).toBeGreaterThan(1_000)
    expect(site.output()).not.toMatch(/secret|127\.0\.0\.1|[\u007f-\u009f\u202e\u001b]/)
  })

  test('SIGTERM under load: each answered request is one whole line', async () => {
    const before = requestsOf(site).length
    const agent = new Agent({ keepAlive: true })
    let answered = 0
    let isOver = false
    async function visitAgainAndAgain() {
      while (!isOver) {
        try {
          const [response] = await once(get(site.url, { agent }), 'response')
          await buffer(response)
          answered += 1
        } catch {
          isOver = true
        }
      }
    }
    const visits = Array.from({ length: 20 }, visitAgainAndAgain)
    await eventually(() => expect(answered).toBeGreaterThan(100))
    site.signal('SIGTERM')
    expect(await site.ended()).toBe(0)
    await Promise.all(visits)
    // The last ones may have been cut off on their way, after they had been answered.
    const lines = requestsOf(site)
      .slice(before)
      .filter(({ aborted }) => aborted !== true)
    expect(lines.length).toBeGreaterThanOrEqual(answered)
    expect(lines.length).toBeLessThanOrEqual(answered + visits.length)
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    agent.destroy()
  }, 60_000)
})

test('V17: a request aborted before its response is logged with status 499', async () => {
  const api = await startRecordingApi(hang)
  const site = await startSiteProcess({
    LOG_LEVEL: 'info',
    ANALYTICS: 'none',
    CONTENT_API_URL: api.url,
    PAGE_CACHE_MB: '0',
  })
  try {
    const request = get(`${site.url}/News`).on('error', () => undefined)
    await api.arrived(0)
    await eventually(() => expect(api.connections()).toBeGreaterThan(0))
    request.destroy()
    await eventually(() => {
      expect(requestsOf(site)).toMatchObject([{ path: '/News', status: 499, aborted: true }])
    })
  } finally {
    await site.stop()
  }
}, 60_000)

test('a request keeps its id and its trace from a trusted proxy, in the log and to the content API; others do not', async () => {
  const api = await startRecordingApi(sendJson([]))
  const site = await startSiteProcess({
    ...{ LOG_LEVEL: 'info', ANALYTICS: 'none', CONTENT_API_URL: api.url, CONTENT_CACHE_TTL_S: '0' },
    TRUST_PROXY: '127.0.0.1',
  })
  const trace = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'vendor=1',
  }
  /** The trace headers of all calls for one visit. */
  async function callsFor(path: string, headers: Record<string, string>, localAddress: string) {
    const before = api.requests.length
    const asked = get(site.url + path, { headers, localAddress, agent: false })
    const [response] = await once(asked, 'response')
    await buffer(response)
    const sent = api.requests.slice(before).map(({ headers: { traceparent, tracestate } }) => {
      return JSON.stringify({ traceparent, tracestate })
    })
    return [...new Set(sent)].map((text) => JSON.parse(text))
  }
  try {
    async function visit(id: string, count: number) {
      const before = api.requests.length
      await (await fetch(`${site.url}/News`, { headers: { 'x-request-id': id } })).text()
      const sent = new Set(api.requests.slice(before).map(({ headers }) => headers['x-request-id']))
      await eventually(() => expect(requestsOf(site)).toHaveLength(count))
      return { sent: [...sent], logged: requestsOf(site).at(-1)?.['id'] }
    }
    expect(await visit('from-the-proxy.1', 1)).toEqual({
      sent: ['from-the-proxy.1'],
      logged: 'from-the-proxy.1',
    })
    const { sent, logged } = await visit('not well formed', 2)
    expect(logged).toMatch(/^[\da-f-]{36}$/)
    expect(sent).toEqual([logged])
    expect(await callsFor('/News', trace, '127.0.0.1')).toEqual([trace])
    expect(await callsFor('/quote-list', trace, '127.0.0.1')).toEqual([trace])
    expect(await callsFor('/News', trace, '127.0.0.2')).toEqual([{}])
    const faulty = { ...trace, traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }
    expect(await callsFor('/News', faulty, '127.0.0.1')).toEqual([{}])
  } finally {
    await site.stop()
  }
}, 60_000)

test.runIf(isWholeRun)(
  'ACCESS_LOG=misses: neither cached pages nor files are lines, all else is',
  async () => {
    const site = await startSiteProcess({
      ...{ LOG_LEVEL: 'info', ANALYTICS: 'none', ACCESS_LOG: 'misses' },
    })
    try {
      const page = '/about?lang=En'
      for (const path of [
        page,
        page,
        '/assets/i18n/Ar.json',
        '/assets/none.js',
        '/robots.txt?lang=En',
      ]) {
        await (await fetch(site.url + path, { redirect: 'manual' })).arrayBuffer()
      }
      await eventually(() => expect(requestsOf(site)).toHaveLength(3))
      expect(requestsOf(site)).toMatchObject([
        { path: page, cache: 'miss' },
        { path: '/assets/none.js', status: 302 },
        { path: '/robots.txt?lang=En', cache: 'miss' },
      ])
      for (const { bytes } of requestsOf(site)) expect(bytes).toBeGreaterThan(100)
    } finally {
      await site.stop()
    }
  },
  60_000,
)

test.runIf(isWholeRun)(
  'with ACCESS_LOG=none no request is a line',
  async () => {
    const settings = { LOG_LEVEL: 'info', ANALYTICS: 'none', ACCESS_LOG: 'none' }
    const site = await startSiteProcess(settings)
    await (await fetch(`${site.url}/about`)).text()
    await site.stop()
    expect(site.output()).not.toContain('"msg":"request"')
  },
  60_000,
)
