import { beforeEach, describe, expect, test, vi } from 'vitest'
import { request } from 'undici'
import type { EnquiryText } from '../../../server/enquiries/enquiries.ts'
import { createAdminServer } from '../../../server/http/admin-server.ts'
import { enquiryOf, hostileEnquiry, itemOf } from '../../support/enquiry.ts'
import { listenInTest } from '../../support/listen-in-test.ts'
import { collectLog } from '../../support/logged.ts'

const purge = vi.fn(async () => ({ content: 0, pages: 0 }))
beforeEach(() => purge.mockClear())

/** An admin server whose outbox has these enquiries; null: it fails. */
async function start(pages: EnquiryText[][] | null, token?: string) {
  const server = createAdminServer({
    token,
    purge,
    readiness: () => ({ ready: true, reasons: [], content }),
    enquiries: {
      list: async () => {
        if (!pages) throw new Error('database or disk is full')
        const none = { waiting: 0, delivered: 0, failed: 0, oldestWaitingSeconds: 0 }
        return { ...none, enquiries: [] }
      },
      async *listTexts() {
        if (!pages) throw new Error('database or disk is full')
        yield* pages
      },
      retry: async () => 'unknown',
      markAnswered: async () => 'unknown',
      withdraw: async () => 'unknown',
    },
  })
  const { url, port } = await listenInTest(server)
  /** With any Host header, which fetch does not send. */
  async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await request(url + path, { headers, method: method as 'GET' })
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await response.body.text(),
    }
  }
  return { url, port, ask }
}

const content = {
  isUsable: true,
  lastReadS: 0,
  lastFailure: null,
  lastFailureS: null,
  cache: {
    entries: 0,
    ages: {},
    oldestServedStale: 0,
    emptyResultGuard: [],
  },
  breakers: {},
}

function textOf(id: number, enquiry = enquiryOf()): EnquiryText {
  return {
    ...{ id, reference: '2345-KM7A', revision: 1, state: 'waiting', receivedAt: 0, attempts: 0 },
    ...{ nextAttemptAt: 0, lastError: null, deliveredAt: null, mailboxes: [], revises: null },
    revisedBy: null,
    enquiry,
  }
}

describe('with a token', () => {
  const token = 'a-token-of-operators'
  const asOperator = { authorization: `Bearer ${token}` }

  test('probes need none, everything else does', async () => {
    const { ask } = await start([], token)
    for (const path of ['/livez', '/readyz']) expect((await ask(path)).status).toBe(200)
    for (const [path, method] of [
      ['/metrics', 'GET'],
      ['/purge', 'POST'],
      ['/', 'GET'],
    ] as const) {
      const wrong = { authorization: `Bearer ${token.toUpperCase()}` }
      for (const headers of [{}, wrong]) {
        expect((await ask(path, headers, method)).status, path).toBe(401)
      }
    }
    expect(purge).not.toHaveBeenCalled()
    expect((await ask('/purge', asOperator, 'POST')).status).toBe(200)
    expect((await ask('/', asOperator)).status).toBe(404)
  })

  test.each([
    ['/livez', 'POST', 'GET, HEAD'],
    ['/metrics', 'DELETE', 'GET, HEAD'],
    ['/purge', 'GET', 'POST'],
  ])('%s by %s is a 405', async (path, method, allow) => {
    const { ask } = await start([], token)
    const { status, headers } = await ask(path, asOperator, method)
    expect([status, headers['allow']]).toEqual([405, allow])
  })

  // Older browsers send only the second header.
  test.each([
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.example'],
  ])('V07: a page in an operator’s browser cannot purge: %s', async (name, value) => {
    const { ask } = await start([], token)
    expect((await ask('/purge', { ...asOperator, [name]: value }, 'POST')).status).toBe(403)
    expect(purge).not.toHaveBeenCalled()
  })

  test('an unknown type purges nothing, and a request body is not read', async () => {
    const { ask, url } = await start([], token)
    expect((await ask('/purge?type=News&type=Newz', asOperator, 'POST')).status).toBe(400)
    expect(purge).not.toHaveBeenCalled()
    const post = { method: 'POST', headers: asOperator, body: 'x'.repeat(100) }
    const response = await fetch(`${url}/purge?type=News`, post)
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
    expect(purge).toHaveBeenCalledExactlyOnceWith(['News'], 'admin')
  })
})

describe('V13: without a token', () => {
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
    ['host', 'localhost.evil.example'],
    ['host', 'evil@'],
  ])('a request with %s: %s learns and changes nothing', async (name, value) => {
    const { ask } = await start([])
    for (const [path, method] of paths) {
      expect((await ask(path, { [name]: value }, method)).status, path).toBe(403)
    }
    expect((await ask('/livez', { [name]: value })).body).toBe('{"alive":true}\n')
    expect((await ask('/readyz', { [name]: value })).body).toBe('{"ready":true}\n')
    expect(purge).not.toHaveBeenCalled()
  })

  test.each(['10.0.0.7:9464', '[::1]:9464', 'localhost:9464', 'site:9464', 'site.shop.svc:9464'])(
    'probes and Prometheus name it %s',
    async (host) => {
      const { ask } = await start([])
      expect((await ask('/metrics', { host })).body).toContain('http_requests_total')
      expect((await ask('/readyz', { host })).body).toContain('"reasons":[]')
    },
  )

  test('enquiries are read by this machine’s names alone', async () => {
    const { port, ask } = await start([])
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]:9464', '10.0.0.1']) {
      expect((await ask('/enquiries', { host })).status, host).toBe(200)
    }
    expect((await ask('/enquiries', { host: 'site.shop.svc' })).status).toBe(403)
  })
})

test('a failing outbox is a 503, and logged', async () => {
  const { factsOf } = collectLog()
  const { ask } = await start(null)
  for (const path of ['/enquiries', '/enquiries?format=csv']) {
    expect((await ask(path)).status).toBe(503)
  }
  expect(factsOf('admin request failed')).toHaveLength(2)
})

test('a large export arrives whole, in a file that runs no formula', async () => {
  const items = Array.from({ length: 20 }, () => itemOf({ note: 'x'.repeat(300) }))
  const page = Array.from({ length: 50 }, (_, at) => textOf(at, enquiryOf({ items })))
  const hostile = textOf(0, { ...hostileEnquiry, message: '=1+1', name: ' =2' })
  const { ask } = await start([[hostile], ...Array.from({ length: 20 }, () => page)])
  const { status, body: text } = await ask('/enquiries?format=csv')
  expect(status).toBe(200)
  expect(text.match(/^2345-KM7A,1,waiting,/gm)).toHaveLength(1_001)
  expect(text).toContain(",' =2,")
  expect(text).toContain(",'=1+1,")
})

test('an export of one state has only its enquiries', async () => {
  const delivered: EnquiryText = { ...textOf(2), reference: 'AAAA-AAAA', state: 'delivered' }
  const { ask } = await start([[textOf(1), delivered], [textOf(3)]])
  const rowsOf = async (query: string) =>
    (await ask(`/enquiries?format=csv${query}`)).body.match(/^\w{4}-\w{4},/gm)
  expect(await rowsOf('&state=delivered')).toEqual(['AAAA-AAAA,'])
  expect(await rowsOf('')).toHaveLength(3)
  expect((await ask('/enquiries?format=csv&state=lost')).status).toBe(400)
})
