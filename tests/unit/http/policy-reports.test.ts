import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createPolicyReports } from '../../../server/http/policy-reports.ts'
import { log } from '../../../server/log.ts'
import { metrics } from '../../../server/metrics.ts'

const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
beforeEach(() => {
  warn.mockClear()
  metrics.policyReports.reset()
})

/** What is answered to a body. */
function answerOf(take: ReturnType<typeof createPolicyReports>, body: unknown) {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  take(Buffer.from(text), response)
  const { statusCode: status, writableEnded: isEnded } = response
  return { status, isEnded, head: String(Reflect.get(response, '_header')) }
}

/** What the log was told, line by line. */
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

const told = {
  directive: 'img-src',
  page,
  blocked: 'https://evil.example/x.png',
  source: 'https://tayyar.example/assets/x.js',
}

describe('V19: what browsers report of the page’s policy', () => {
  test.each([
    ['by report-uri', oldReport(), [told]],
    ['by report-to', [newReport()], [told]],
    ['by report-to, several together', [newReport(), newReport()], [told, told]],
  ])('is counted and told, %s', async (_, body, expected) => {
    const answer = answerOf(createPolicyReports(), body)
    expect(answer).toMatchObject({ status: 204, isEnded: true })
    expect(answer.head).toContain('Cache-Control: no-store')
    expect(lines()).toEqual(expected)
    expect(await counts()).toEqual({ 'img-src': expected.length })
  })

  test('of an old browser, which knows only the violated directive, with its sources', async () => {
    const fields = { 'effective-directive': undefined, 'violated-directive': "img-src 'self' x" }
    answerOf(createPolicyReports(), oldReport(fields))
    expect(await counts()).toEqual({ 'img-src': 1 })
  })

  test.each(['made-up', 'img-src\u202e', '__proto__', 'constructor', '', 'IMG-SRC'])(
    'a directive that is none is another: %j',
    async (directive) => {
      const take = createPolicyReports()
      answerOf(take, oldReport({ 'effective-directive': directive, 'violated-directive': '' }))
      answerOf(take, [newReport({ effectiveDirective: directive })])
      expect(await counts()).toEqual({ other: 2 })
      expect(lines()).toEqual([
        { ...told, directive: 'other' },
        { ...told, directive: 'other' },
      ])
    },
  )

  test('reports of other things among them are left out', async () => {
    const others = [newReport({}, 'deprecation'), null, 1, 'x', [], { type: 'csp-violation' }]
    expect(answerOf(createPolicyReports(), [...others, newReport()]).status).toBe(204)
    expect(lines()).toEqual([told])
    expect(answerOf(createPolicyReports(), []).status).toBe(204)
    expect(await counts()).toEqual({ 'img-src': 1 })
  })

  test('a field of another kind is empty, the others stand', () => {
    answerOf(createPolicyReports(), oldReport({ 'blocked-uri': { a: 1 }, 'source-file': null }))
    answerOf(createPolicyReports(), [newReport({ blockedURL: 7, sourceFile: [] })])
    expect(lines()).toEqual([
      { ...told, blocked: '', source: '' },
      { ...told, blocked: '', source: '' },
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
  ])('what is no report is refused, and leaves no line: %.30j', async (body, status) => {
    expect(answerOf(createPolicyReports(), body)).toMatchObject({ status, isEnded: true })
    expect(lines()).toEqual([])
    expect(await counts()).toEqual({})
  })
})

describe('V19: what a report says goes into the log', () => {
  const told = (address: string) => {
    answerOf(createPolicyReports(), oldReport({ 'blocked-uri': address, 'document-uri': address }))
    answerOf(createPolicyReports(), [newReport({ blockedURL: address, documentURL: address })])
    return lines()
  }

  test.each([
    ['without what was asked for', 'https://a.example/x?name=secret', 'https://a.example/x'],
    ['without a place in the page', 'https://a.example/x#secret', 'https://a.example/x'],
    [
      'on one line',
      'https://a.example/\r\n{"level":"fatal"}',
      'https://a.example/{"level":"fatal"}',
    ],
    ['without what colours a screen', '\u001b[31mx\u0007\u009b2J', '[31mx2J'],
    ['without what turns it round', 'x\u202e\u2066\u200fy\u2028', 'xy'],
    ['in letters that look like none else', 'https://а.example/', 'https://.example/'],
    ['no longer than 200 letters', 'x'.repeat(5_000), 'x'.repeat(200)],
    ['a word of the browser as it is', 'inline', 'inline'],
  ])('%s', (_, address, written) => {
    const expected = expect.objectContaining({ blocked: written, page: written })
    expect(told(address)).toEqual([expected, expected])
  })
})

describe('V19: many reports', () => {
  const now = { ms: 60_000 * 1_000 }
  const many = Array.from({ length: 15 }, () => newReport())

  test('leave twenty lines a minute, and are all counted', async () => {
    const take = createPolicyReports(() => now.ms)
    for (let at = 0; at < 3; at += 1) answerOf(take, many)
    expect(lines()).toHaveLength(20)
    now.ms += 59_999
    answerOf(take, oldReport())
    expect(lines()).toHaveLength(20)
    now.ms += 1
    for (let at = 0; at < 25; at += 1) answerOf(take, oldReport())
    expect(lines()).toHaveLength(40)
    expect(await counts()).toEqual({ 'img-src': 45 + 1 + 25 })
  })
})
