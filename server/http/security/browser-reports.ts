import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import { log, createThrottledLog } from '@site/runtime/log'
import { metrics } from '../../observe/metrics.ts'
import { parseJson } from '@site/arabic-text/characters'
import type { RouteHandle } from '../validation/route-table.ts'

/** Where browsers report violations of a page's content security policy, and failures of its script. */
export const reportAddress = '/security-report'
/** Name of that endpoint in a policy. */
export const reportGroup = 'security'
export const reportingEndpoints = `${reportGroup}="${reportAddress}"`

/** This address is handled by the host, not by a route of the app. Browsers batch a few reports. */
export const reportHandle: RouteHandle = {
  kind: 'form',
  post: {
    types: ['application/csp-report', 'application/reports+json', 'application/json'],
    maxBytes: 16 * 1024,
  },
}

/** A violation is reported at each visit: the first reports are enough, the others are only counted. */
const maxLinesPerMinute = 20
const maxFieldLength = 200

/** Max. reports of one request: browsers batch a few, and checking thousands takes 27 ms. */
const maxReports = 20

/** Directives that are counted by name; others are made up. */
const directives = new Set([
  ...['default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'style-src'],
  ...['style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'connect-src', 'media-src'],
  ...['object-src', 'frame-src', 'child-src', 'worker-src', 'manifest-src', 'prefetch-src'],
  ...['base-uri', 'form-action', 'frame-ancestors', 'sandbox', 'upgrade-insecure-requests'],
])

const field = z.string().catch('')

/** The format of `report-uri` (CSP 2). */
const reportUriSchema = z
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

/** The format of `report-to` (Reporting API). */
const reportToSchema = z
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

type PolicyReport = z.output<typeof reportToSchema>

/** The phases in which a page's script may fail: while it loads, while it hydrates the page, or later. */
const phases = ['load', 'hydrate', 'run'] as const

/** A failure report from a page's own script (app/framework/page-scripts.tsx). */
const scriptFailureSchema = z
  .object({
    type: z.literal('script-failure'),
    body: z.object({ phase: z.enum(phases), page: field, message: field, source: field }),
  })
  .transform(({ body }) => body)

type ScriptFailure = z.output<typeof scriptFailureSchema>

interface Reports {
  policy: PolicyReport[]
  scriptFailures: ScriptFailure[]
}

/**
 * Receives browsers' reports. All are counted, and some are logged.
 * @param now a clock, ms since the epoch; for tests
 * @returns a handler for POST requests; a body that is not a JSON report gets a 400
 */
export function createBrowserReports(now = Date.now) {
  let minute = 0
  let lines = 0

  function mayLog() {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) lines = 0
    minute = current
    lines += 1
    return lines <= maxLinesPerMinute
  }

  function receive(report: PolicyReport) {
    const [name = ''] = report.directive.split(' ')
    const directive = directives.has(name) ? name : 'other'
    metrics.policyReports.inc({ directive })
    if (!mayLog()) return
    const { page, blocked, source } = report
    log.warn(
      { directive, page: brief(page), blocked: brief(blocked), source: brief(source) },
      'content security policy violation',
    )
  }

  const logScriptFailure = createThrottledLog(
    (suppressed, { phase, page, message, source }: ScriptFailure) =>
      log.warn(
        {
          phase,
          page: brief(page),
          source: brief(source),
          message: printable(message),
          suppressed,
        },
        'script failed in a browser',
      ),
    now,
  )

  return (body: Buffer, response: ServerResponse) => {
    const reports = parseReports(body.toString('utf8'))
    for (const report of reports?.policy ?? []) receive(report)
    for (const failure of reports?.scriptFailures ?? []) {
      metrics.scriptFailures.inc({ phase: failure.phase })
      logScriptFailure(failure)
    }
    response.writeHead(reports ? 204 : 400, { 'Cache-Control': 'no-store' }).end()
  }
}

/** @returns null for a body that is not a report; reports of other types are skipped */
function parseReports(text: string): Reports | null {
  const json = parseJson(text)
  if (Array.isArray(json)) {
    const entries = json.slice(0, maxReports)
    return {
      policy: entries.flatMap((entry) => reportToSchema.safeParse(entry).data ?? []),
      scriptFailures: entries.flatMap((entry) => scriptFailureSchema.safeParse(entry).data ?? []),
    }
  }
  const report = reportUriSchema.safeParse(json)
  return report.success ? { policy: [report.data], scriptFailures: [] } : null
}

/** Removes query and fragment, which may contain visitors' input, from a URL; truncates it; printable ASCII only. */
function brief(url: string) {
  const [start = ''] = url.split(/[?#]/)
  return printable(start)
}

function printable(text: string) {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, maxFieldLength)
}
