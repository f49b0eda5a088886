import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createBrowserReports } from '../../../server/http/security/browser-reports.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../../server/observe/metrics.ts'

const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
beforeEach(() => {
  warn.mockClear()
  metrics.policyReports.reset()
})

/** The response to a report. */
function post(handle: ReturnType<typeof createBrowserReports>, body: unknown) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  handle(Buffer.from(text), response)
  const { statusCode: status, writableEnded: isEnded } = response
  return { status, isEnded, head: String(Reflect.get(response, '_header')) }
}

/** The fields of each log line. */
const lines = () => warn.mock.calls.map(([fields]: readonly unknown[]) => fields)

async function counts() {
  const { values } = await metrics.policyReports.get()
  return Object.fromEntries(values.map(({ labels, value }) => [labels['directive'], value]))
}

const page = 'https://tayyar.example/News'

function oldReport(fields: Record<string, unknown> = {}) {
  return {
    'csp-report': {
      'document-uri': page,
      'blocked-uri': 'https://evil.example/x.png',
      'source-file': 'https://tayyar.example/assets/x.js',
      'effective-directive': 'img-src',
      'violated-directive': 'img-src',
      ...fields,
    },
  }
}

function newReport(fields: Record<string, unknown> = {}, type = 'csp-violation') {
  const body = {
    documentURL: page,
    blockedURL: 'https://evil.example/x.png',
    sourceFile: 'https://tayyar.example/assets/x.js',
    effectiveDirective: 'img-src',
    ...fields,
  }
  return { type, age: 1, url: page, user_agent: 'x', body }
}

const logged = {
  directive: 'img-src',
  page,
  blocked: 'https://evil.example/x.png',
  source: 'https://tayyar.example/assets/x.js',
}

describe('V19: CSP reports of browsers', () => {
  test.each([
    ['by report-uri', oldReport(), [logged]],
    ['by report-to', [newReport()], [logged]],
    ['by report-to, several together', [newReport(), newReport()], [logged, logged]],
  ])('are counted and logged, %s', async (_, body, expected) => {
    const response = post(createBrowserReports(), body)
    expect(response).toMatchObject({ status: 204, isEnded: true })
    expect(response.head).toContain('Cache-Control: no-store')
    expect(lines()).toEqual(expected)
    expect(await counts()).toEqual({ 'img-src': expected.length })
  })

  test('V28: beyond twenty together are left out', async () => {
    const many = Array.from({ length: 100 }, () => newReport())
    expect(post(createBrowserReports(), many).status).toBe(204)
    expect(await counts()).toEqual({ 'img-src': 20 })
  })

  test('of an old browser have only the violated directive, with its sources', async () => {
    const fields = { 'effective-directive': undefined, 'violated-directive': "img-src 'self' x" }
    post(createBrowserReports(), oldReport(fields))
    expect(await counts()).toEqual({ 'img-src': 1 })
  })

  test.each(['made-up', 'img-src\u202e', '__proto__', 'constructor', '', 'IMG-SRC'])(
    'with an unknown directive count as "other": %j',
    async (directive) => {
      const handle = createBrowserReports()
      post(handle, oldReport({ 'effective-directive': directive, 'violated-directive': '' }))
      post(handle, [newReport({ effectiveDirective: directive })])
      expect(await counts()).toEqual({ other: 2 })
      expect(lines()).toEqual([
        { ...logged, directive: 'other' },
        { ...logged, directive: 'other' },
      ])
    },
  )

  test('of other types are ignored', async () => {
    const others = [newReport({}, 'deprecation'), null, 1, 'x', [], { type: 'csp-violation' }]
    expect(post(createBrowserReports(), [...others, newReport()]).status).toBe(204)
    expect(lines()).toEqual([logged])
    expect(post(createBrowserReports(), []).status).toBe(204)
    expect(await counts()).toEqual({ 'img-src': 1 })
  })

  test('are logged with an empty value for a field of another type', () => {
    post(createBrowserReports(), oldReport({ 'blocked-uri': { a: 1 }, 'source-file': null }))
    post(createBrowserReports(), [newReport({ blockedURL: 7, sourceFile: [] })])
    expect(lines()).toEqual([
      { ...logged, blocked: '', source: '' },
      { ...logged, blocked: '', source: '' },
    ])
  })

  test.each([
    ['', 400],
    ['{', 400],
    ['{}', 400],
    ['null', 400],
    ['1', 400],
    ['"x"', 400],
    ['{"csp-report":1}', 400],
    ['{"csp-report":null}', 400],
    [`${'['.repeat(16_000)}`, 400],
    ['\ud800', 400],
  ])('are rejected and not logged if invalid: %.30j', async (body, status) => {
    expect(post(createBrowserReports(), body)).toMatchObject({ status, isEnded: true })
    expect(lines()).toEqual([])
    expect(await counts()).toEqual({})
  })
})

describe('V19: addresses in reports are logged', () => {
  const loggedFor = (address: string) => {
    post(createBrowserReports(), oldReport({ 'blocked-uri': address, 'document-uri': address }))
    post(createBrowserReports(), [newReport({ blockedURL: address, documentURL: address })])
    return lines()
  }

  test.each([
    ['without the query', 'https://a.example/x?name=secret', 'https://a.example/x'],
    ['without the fragment', 'https://a.example/x#secret', 'https://a.example/x'],
    [
      'on one line',
      'https://a.example/\r\n{"level":"fatal"}',
      'https://a.example/{"level":"fatal"}',
    ],
    ['without terminal escapes', '\u001b[31mx\u0007\u009b2J', '[31mx2J'],
    ['without bidi marks', 'x\u202e\u2066\u200fy\u2028', 'xy'],
    ['without look-alike letters', 'https://а.example/', 'https://.example/'],
    ['no longer than 200 letters', 'x'.repeat(5_000), 'x'.repeat(200)],
    ['unchanged if they are a keyword', 'inline', 'inline'],
  ])('%s', (_, address, line) => {
    const expected = expect.objectContaining({ blocked: line, page: line })
    expect(loggedFor(address)).toEqual([expected, expected])
  })
})

describe('V19: many reports', () => {
  const now = { ms: 60_000 * 1_000 }
  const many = Array.from({ length: 15 }, () => newReport())

  test('result in at most twenty log lines a minute, and are all counted', async () => {
    const handle = createBrowserReports(() => now.ms)
    for (let at = 0; at < 3; at += 1) post(handle, many)
    expect(lines()).toHaveLength(20)
    now.ms += 59_999
    post(handle, oldReport())
    expect(lines()).toHaveLength(20)
    now.ms += 1
    for (let at = 0; at < 25; at += 1) post(handle, oldReport())
    expect(lines()).toHaveLength(40)
    expect(await counts()).toEqual({ 'img-src': 45 + 1 + 25 })
  })
})

describe('V39: failures of a page’s script', () => {
  const failure = (fields: Record<string, unknown> = {}) => ({
    type: 'script-failure',
    body: {
      phase: 'hydrate',
      page: '/News?name=secret',
      message: 'TypeError: x is not a function\n\u202e',
      source: '/assets/root-a1.js:1:2',
      ...fields,
    },
  })
  async function failures() {
    const { values } = await metrics.scriptFailures.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels['phase'], value]))
  }
  beforeEach(() => metrics.scriptFailures.reset())

  test('are all counted, and logged with their place every 10 s', async () => {
    let now = 0
    const handle = createBrowserReports(() => now)
    post(handle, [failure(), failure({ phase: 'load' })])
    now = 10_000
    post(handle, [failure({ phase: 'run' })])
    expect(await failures()).toEqual({ hydrate: 1, load: 1, run: 1 })
    const line = {
      page: '/News',
      message: 'TypeError: x is not a function',
      source: '/assets/root-a1.js:1:2',
    }
    expect(lines()).toEqual([
      { ...line, phase: 'hydrate', suppressed: 0 },
      { ...line, phase: 'run', suppressed: 1 },
    ])
  })

  test('are ignored with an unknown phase, and logged without fields of another type', async () => {
    post(createBrowserReports(), [
      failure({ phase: '__proto__' }),
      failure({ message: {}, source: 1 }),
    ])
    expect(await failures()).toEqual({ hydrate: 1 })
    expect(lines()).toEqual([
      { phase: 'hydrate', page: '/News', message: '', source: '', suppressed: 0 },
    ])
  })
})
