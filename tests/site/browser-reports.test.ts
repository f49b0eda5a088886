import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sendRequest } from '../support/raw-request.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const origin = 'https://tayyar.example'

let site: SiteProcess
beforeAll(async () => {
  site = await startSiteProcess({ PUBLIC_URL: origin })
})
afterAll(() => site.stop())

const oldReport = JSON.stringify({ 'csp-report': { 'effective-directive': 'img-src' } })
const newReport = JSON.stringify([
  { type: 'csp-violation', body: { effectiveDirective: 'img-src' } },
])

/** Posts a body as a browser's report. */
function report(body: string, type: string, ...headers: string[]) {
  return sendRequest(
    site.url,
    'POST /security-report',
    ['Host: tayyar.example', `Content-Type: ${type}`, `Content-Length: ${body.length}`, ...headers],
    body,
  )
}

describe('V19: browsers’ CSP reports', () => {
  // As Chromium sends them: the second kind has only an Origin header.
  test.each([
    ['by report-uri', oldReport, 'application/csp-report', ['Sec-Fetch-Site: same-origin']],
    ['by report-to', newReport, 'application/reports+json', []],
    ['as JSON', newReport, 'application/json; charset=utf-8', []],
  ])('are accepted %s, with an empty response without cookies', async (_, body, type, headers) => {
    const response = await report(body, type, `Origin: ${origin}`, ...headers)
    expect(response.status).toBe(204)
    expect(response.body).toHaveLength(0)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers).not.toHaveProperty('set-cookie')
  })

  test('are accepted with meaningless parameters', async () => {
    const head = ['Host: tayyar.example', 'Content-Type: application/csp-report']
    const length = `Content-Length: ${oldReport.length}`
    const response = await sendRequest(
      site.url,
      'POST /security-report?x=1',
      [...head, length],
      oldReport,
    )
    expect(response.status).toBe(204)
  })

  test.each<[what: string, status: number, body: string, type: string, ...headers: string[]]>([
    ['from another site', 403, oldReport, 'application/csp-report', 'Sec-Fetch-Site: cross-site'],
    ['from the same site', 403, oldReport, 'application/csp-report', 'Sec-Fetch-Site: same-site'],
    [
      'from another origin',
      403,
      newReport,
      'application/reports+json',
      'Origin: https://a.example',
    ],
    ['from an opaque origin', 403, newReport, 'application/reports+json', 'Origin: null'],
    ['of another type', 415, oldReport, 'text/plain'],
    ['compressed', 415, oldReport, 'application/csp-report', 'Content-Encoding: gzip'],
    ['too long', 413, ' '.repeat(16 * 1024 + 1), 'application/csp-report'],
    ['empty', 400, '', 'application/csp-report'],
    ['invalid', 400, '{"csp-report":', 'application/csp-report'],
  ])('are rejected: %s', async (_, status, body, type, ...headers) => {
    expect((await report(body, type, ...headers)).status).toBe(status)
  })

  test('are accepted up to 16 KiB', async () => {
    const body = newReport.padEnd(16 * 1024)
    expect((await report(body, 'application/reports+json')).status).toBe(204)
  })

  test('have one address, which allows only POST', async () => {
    const { headers, status } = await sendRequest(site.url, 'PUT /security-report')
    expect(status).toBe(405)
    expect(headers['allow']).toContain('POST')
    const { length } = oldReport
    const other = ['Content-Type: application/csp-report', `Content-Length: ${length}`]
    expect((await sendRequest(site.url, 'POST /security-report/', other, oldReport)).status).toBe(
      405,
    )
  })
})

describe('V19: a page names the address for reports', () => {
  const policyOf = async (url: string) => {
    const { headers } = await sendRequest(url, 'GET /News')
    return { policy: headers['content-security-policy'], endpoints: headers['reporting-endpoints'] }
  }

  test('over https by report-uri and report-to', async () => {
    const { policy, endpoints } = await policyOf(site.url)
    expect(policy).toContain('; report-uri /security-report; ')
    expect(policy).toMatch(/; report-to security$/)
    expect(endpoints).toBe('security="/security-report"')
  })

  test('over http only by report-uri, since report-to needs https', async () => {
    const { policy, endpoints } = await policyOf(inject('siteUrl'))
    expect(policy).toMatch(/; report-uri \/security-report$/)
    expect(endpoints).toBeUndefined()
  })
})
