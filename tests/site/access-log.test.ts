import { once } from 'node:events'
import { get } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callIn } from '../support/api-call.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

const line = z.looseObject({ msg: z.string() })

/** The lines of a path in the access log so far. Each line of the log but that of the address is a JSON object. */
function requestsOf({ output }: SiteProcess, path: string) {
  const isLogged = (text: string) => text !== '' && !text.startsWith('The site answers at ')
  const lines = output().split('\n').filter(isLogged)
  return lines
    .map((text) => line.parse(JSON.parse(text)))
    .filter((each) => each.msg === 'request' && String(each['path']).startsWith(path))
}

let api: ContentApi
let site: SiteProcess
/** The headers of all calls, with the post that each asks for. */
const calls: { postId: string; headers: Record<string, unknown> }[] = []
beforeAll(async () => {
  api = await startContentApi(() => [], {
    faultFor: (_, { postId }) => (postId === 'hangs' ? 'hangs' : null),
    onReceived: ({ headers }, body) => calls.push({ postId: callIn(body).postId, headers }),
  })
  site = await startSiteProcess({
    LOG_LEVEL: 'info',
    CONTENT_API_URL: api.url,
    CONTENT_CACHE_TTL_S: '1',
    TRUST_PROXY: '127.0.0.1',
  })
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

test('V22: the access log has one JSON line per request, without personal data or raw escapes', async () => {
  const port = Number(new URL(site.url).port)
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /News%0a%1b[2J%e2%80%ae?lang=En&token=secret-parameter HTTP/1.1\r\n')
  socket.write('Host: localhost\r\nConnection: close\r\nUser-Agent: secret-agent\r\n')
  socket.write('Cookie: a=secret-cookie\r\nReferer: http://secret/\r\n\r\n')
  socket.resume()
  await once(socket, 'close')
  await fetch(`${site.url}/contact?lang=En&page=1`)
  await fetch(`${site.url}/contact?lang=En&page=1`)

  await eventually(() => expect(requestsOf(site, '/contact')).toHaveLength(2))
  const [hostile] = requestsOf(site, '/News%0a')
  expect(hostile).toMatchObject({ method: 'GET', path: expect.stringMatching(/^\/News%0a%1b/) })
  expect(hostile?.['id']).toMatch(/^[\da-f-]{36}$/)
  const [first, hit] = requestsOf(site, '/contact')
  expect(first).toMatchObject({ path: '/contact?lang=En&page=1', status: 200, kind: 'page' })
  expect(hit).toMatchObject({ cache: 'hit', ms: expect.any(Number), bytes: expect.any(Number) })
  expect(Number(hit?.['bytes'])).toBeGreaterThan(1_000)
  expect(site.output()).not.toMatch(/secret|127\.0\.0\.1|[\u007f-\u009f\u202e\u001b]/)
})

test('V17: a request aborted before its response is logged with status 499', async () => {
  const request = get(`${site.url}/newsDetails/hangs`).on('error', () => undefined)
  await eventually(() => expect(api.calls.map(({ postId }) => postId)).toContain('hangs'))
  request.destroy()
  await eventually(() => {
    const [line] = requestsOf(site, '/newsDetails/hangs')
    expect(line).toMatchObject({ status: 499, aborted: true })
  })
})

test('a request keeps its id and its trace from a trusted proxy, in the log and to the content API; others do not', async () => {
  /**
   * Visits a page of a post of its own.
   * @returns these headers of the calls for the post, and the id in the log. What all pages share may be renewed at any
   * time, for an earlier visit.
   */
  async function visit(path: string, headers: Record<string, string>, localAddress = '127.0.0.1') {
    const postId = /\b[a-f]\b/.exec(path)?.[0]
    const asked = get(site.url + path, { headers, localAddress, agent: false })
    const [response] = await once(asked, 'response')
    await buffer(response)
    const names = ['traceparent', 'tracestate', 'x-request-id']
    const sent = calls
      .filter((call) => call.postId === postId)
      .map(({ headers: of }) =>
        JSON.stringify(Object.fromEntries(names.map((name) => [name, of[name]]))),
      )
    expect(new Set(sent).size).toBe(1)
    const [entry] = await eventually(() => {
      const found = requestsOf(site, path.replace(/\?.*/, ''))
      expect(found).toHaveLength(1)
      return found
    })
    return { ...JSON.parse(sent[0] ?? ''), logged: entry?.['id'] }
  }
  const id = 'from-the-proxy.1'
  expect(await visit('/newsDetails/a', { 'x-request-id': id })).toEqual({
    'x-request-id': id,
    logged: id,
  })
  const unknown = await visit('/newsDetails/b', { 'x-request-id': 'not well formed' })
  expect(unknown.logged).toMatch(/^[\da-f-]{36}$/)
  expect(unknown['x-request-id']).toBe(unknown.logged)

  const trace = {
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    tracestate: 'vendor=1',
  }
  expect(await visit('/newsDetails/c', trace)).toMatchObject(trace)
  expect(await visit('/quote-list?items=d:1', trace)).toMatchObject(trace)
  const faulty = { ...trace, traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }
  for (const other of [
    await visit('/newsDetails/e', trace, '127.0.0.2'),
    await visit('/newsDetails/f', faulty),
  ]) {
    expect(Object.keys(other).sort()).toEqual(['logged', 'x-request-id'])
  }
})

test.runIf(isWholeRun)(
  'ACCESS_LOG=misses: neither cached pages nor files are lines, all else is',
  async () => {
    const other = await startSiteProcess({ LOG_LEVEL: 'info', ACCESS_LOG: 'misses' })
    try {
      const page = '/about?lang=En'
      const paths = [page, page, '/assets/i18n/Ar.json', '/assets/none.js', '/robots.txt?lang=En']
      for (const path of paths) {
        await (await fetch(other.url + path, { redirect: 'manual' })).arrayBuffer()
      }
      await eventually(() => expect(requestsOf(other, '/')).toHaveLength(2))
      expect(requestsOf(other, '/')).toMatchObject([
        { path: page, cache: 'miss' },
        { path: '/robots.txt?lang=En', cache: 'miss' },
      ])
    } finally {
      await other.stop()
    }
  },
)
