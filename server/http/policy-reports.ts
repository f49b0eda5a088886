import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { log } from '../log.ts'
import { metrics } from '../metrics.ts'
import type { RouteHandle } from './validation/route-handle.ts'

/** Where browsers send what a page's security policy has kept from running or loading. */
export const reportAddress = '/security-report'
/** The name of that address in a policy. */
export const reportGroup = 'security'
export const reportingEndpoints = `${reportGroup}="${reportAddress}"`

/** The address is this server's own, not a route of the app. Browsers send a few reports together. */
export const reportHandle: RouteHandle = {
  kind: 'form',
  post: {
    types: ['application/csp-report', 'application/reports+json', 'application/json'],
    maxBytes: 16 * 1024,
  },
}

/** A page that is kept from something reports it at each visit: the first lines tell all, the rest is counted. */
const mostLinesAMinute = 20
const longestField = 200

/** Any other directive is one that a sender has made up. */
const directives = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src'],
  ...['style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'connect-src', 'media-src'],
  ...['object-src', 'frame-src', 'child-src', 'worker-src', 'manifest-src', 'prefetch-src'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'sandbox', 'upgrade-insecure-requests'],
])

const field = z.string().catch('')

/** As `report-uri` has it sent (CSP 2). */
const oldSchema = z
  .object({
    'csp-report': z.object({
      'document-uri': field,
      'blocked-uri': field,
      'source-file': field,
      'effective-directive': field,
      'violated-directive': field,
    }),
  })
  .transform(({ 'csp-report': report }) => ({
    page: report['document-uri'],
    blocked: report['blocked-uri'],
    source: report['source-file'],
    directive: report['effective-directive'] || report['violated-directive'],
  }))

/** As `report-to` has it sent (Reporting API). */
const newSchema = z
  .object({
    type: z.literal('csp-violation'),
    body: z.object({
      documentURL: field,
      blockedURL: field,
      sourceFile: field,
      effectiveDirective: field,
    }),
  })
  .transform(({ body }) => ({
    page: body.documentURL,
    blocked: body.blockedURL,
    source: body.sourceFile,
    directive: body.effectiveDirective,
  }))

type PolicyReport = z.output<typeof newSchema>

/**
 * Takes the reports of browsers: each is counted, and some are written to the log.
 * @param now the clock, ms since the epoch; tests hand in their own
 * @returns what answers a post whose body is JSON, or is meant to be
 */
export function createPolicyReports(now = Date.now) {
  let minute = 0
  let lines = 0

  function isLineLeft() {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) lines = 0
    minute = current
    lines += 1
    return lines <= mostLinesAMinute
  }

  function take(report: PolicyReport) {
    const [name = ''] = report.directive.split(' ')
    const directive = directives.has(name) ? name : 'other'
    metrics.policyReports.inc({ directive })
    if (!isLineLeft()) return
    const { page, blocked, source } = report
    log.warn(
      { directive, page: brief(page), blocked: brief(blocked), source: brief(source) },
      'a browser kept something from running or loading',
    )
  }

  return (body: Buffer, response: ServerResponse) => {
    const reports = parseReports(body.toString('utf8'))
    for (const report of reports ?? []) take(report)
    response.writeHead(reports ? 204 : 400, { 'Cache-Control': 'no-store' }).end()
  }
}

/** @returns null for what is no report; those about other things than our policy are left out */
function parseReports(text: string): PolicyReport[] | null {
  try {
    const json: unknown = JSON.parse(text)
    if (Array.isArray(json)) {
      return json.flatMap((entry) => newSchema.safeParse(entry).data ?? [])
    }
    const old = oldSchema.safeParse(json)
    return old.success ? [old.data] : null
  } catch {
    return null
  }
}

/** An address without what a visitor may have typed into it; short, and in letters that only say themselves. */
function brief(address: string) {
  const [start = ''] = address.split(/[?#]/)
  return start.replace(/[^\x20-\x7e]/g, '').slice(0, longestField)
}
