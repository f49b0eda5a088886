import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/raw-request.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const origin = 'https://tayyar.example'

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ PUBLIC_URL: origin })
}, 60_000)
afterAll(() => site.stop())

const oldReport = JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } })
const newReport = JSON.stringify([
  { type: 'csp-violation', body: { effectiveDirective: 'img-src' } },
])

/** Posts a body as the report of a browser. */
function report(body: string, type: string, ...headers: string[]) {
  return ask(
    site.url,
    'POST /security-report',
    ['Host: tayyar.example', `Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers],
    body,
  )
}

describe('V19: the reports of browsers', () => {
  // As Chromium sends them: the second kind tells no more of where it comes from than its origin.
  test.each([
    ['by report-uri', oldReport, 'application/csp-report', ['Sec-Fetch-Site: same-origin']],
    ['by report-to', newReport, 'application/reports+json', []],
    ['as JSON', newReport, 'application/json; charset=utf-8', []],
  ])('are taken %s, and nothing is said or kept', async (_, body, type, headers) => {
    const answer = await report(body, type, `Origin: ${origin}`, ...headers)
    expect(answer.status).toBe(204)
    expect(answer.body).toHaveLength(0)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers).not.toHaveProperty('set-cookie')
  })

  test('are taken with parameters too, which mean nothing', async () => {
    const head = ['Host: tayyar.example', 'Content-Type: application/csp-report']
    const length = `Content-Length: ${oldReport.length}`
    const answer = await ask(site.url, 'POST /security-report?x=1', [...head, length], oldReport)
    expect(answer.status).toBe(204)
  })

  test.each<[what: string, status: number, body: string, type: string, ...headers: string[]]>([
    ['of another site', 403, oldReport, 'application/csp-report', 'Sec-Fetch-Site: cross-site'],
    ['of a neighbour', 403, oldReport, 'application/csp-report', 'Sec-Fetch-Site: same-site'],
    ['of another origin', 403, newReport, 'application/reports+json', 'Origin: https://a.example'],
    ['of nowhere', 403, newReport, 'application/reports+json', 'Origin: null'],
    ['of another type', 415, oldReport, 'text/plain'],
    ['packed', 415, oldReport, 'application/csp-report', 'Content-Encoding: gzip'],
    ['too long', 413, ' '.repeat(16 * 1024 + 1), 'application/csp-report'],
    ['of nothing', 400, '', 'application/csp-report'],
    ['of rubbish', 400, '{"csp-report":', 'application/csp-report'],
  ])('are refused: %s', async (_, status, body, type, ...headers) => {
    expect((await report(body, type, ...headers)).status).toBe(status)
  })

  test('are read up to their longest', async () => {
    const body = newReport.padEnd(16 * 1024)
    expect((await report(body, 'application/reports+json')).status).toBe(204)
  })

  test('have one address, and only posts', async () => {
    const { headers, status } = await ask(site.url, 'PUT /security-report')
    expect(status).toBe(405)
    expect(headers['allow']).toContain('POST')
    const { length } = oldReport
    const other = ['Content-Type: application/csp-report', `Content-Length: ${length}`]
    expect((await ask(site.url, 'POST /security-report/', other, oldReport)).status).toBe(405)
  })
})

describe('V19: a page names where its browser may report to', () => {
  const policyOf = async (url: string) => {
    const { headers } = await ask(url, 'GET /News')
    return { policy: headers['content-security-policy'], endpoints: headers['reporting-endpoints'] }
  }

  test('over https by both ways', async () => {
    const { policy, endpoints } = await policyOf(site.url)
    expect(policy).toContain('; report-uri /security-report; ')
    expect(policy).toMatch(/; report-to security$/)
    expect(endpoints).toBe('security="/security-report"')
  })

  test('over http by the one that is known there', async () => {
    const plain = await startSiteProcess()
    try {
      const { policy, endpoints } = await policyOf(plain.url)
      expect(policy).toMatch(/; report-uri \/security-report$/)
      expect(endpoints).toBeUndefined()
    } finally {
      await plain.stop()
    }
  })
})
