import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { reportAddress, reportGroup } from './browser-reports.ts'

/**
 * Builds the content security policy of a page: it allows the site's own files and the page's inline scripts, nothing
 * else. Data blocks (script elements that do not run) need no permission.
 * @param html as it is sent, without data
 * @param isHttps whether visitors use HTTPS
 */
export function contentSecurityPolicy(html: string, isHttps: boolean) {
  const hashes = new Set(
    inlineScriptsOf(html).map((code) => `'sha256-${hash('sha256', code, 'base64')}'`),
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${reportAddress}`,
    // Over HTTP Chromium has no reporting endpoints, and with report-to it ignores report-uri.
    ...(isHttps ? ['upgrade-insecure-requests', `report-to ${reportGroup}`] : []),
  ].join('; ')
}

/** Returns the code of all script elements without a src, up to the end tag as browsers find it. */
function inlineScriptsOf(html: string) {
  const scripts: string[] = []
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf('</script>', start)
    if (start === 0 || end < 0) break
    if (!/\ssrc=/.test(html.slice(at, start))) scripts.push(html.slice(start, end))
    at = end
  }
  return scripts
}

/** Browser features that no page of this site uses. The branches use geolocation, when a visitor asks for the nearest. */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen'],
  ...['gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-create'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]

/** The policy of everything but pages: whatever the bytes are, nothing runs, loads or is framed. */
const denyAllPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const httpHeaders: readonly [name: string, value: string][] = [
  ['Content-Security-Policy', denyAllPolicy],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  [
    'Permissions-Policy',
    ['geolocation=(self)', ...unusedFeatures.map((feature) => `${feature}=()`)].join(', '),
  ],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
]

const httpsHeaders: typeof httpHeaders = [
  ...httpHeaders,
  // No includeSubDomains: whether subdomains use HTTPS is not for the site to decide.
  ['Strict-Transport-Security', 'max-age=63072000'],
]

/**
 * Default headers of every response. A response may set its own value for each.
 * @param isHttps whether visitors use HTTPS: only then is Strict-Transport-Security sent
 */
export function securityHeaders(isHttps: boolean): readonly [name: string, value: string][] {
  return isHttps ? httpsHeaders : httpHeaders
}

/** Sets the default headers. Called before the response's own headers are set, which replace these. */
export function setSecurityHeaders(response: ServerResponse, isHttps: boolean) {
  for (const [name, value] of securityHeaders(isHttps)) response.setHeader(name, value)
}

/** Adds the headers that a response lacks. An error without a Cache-Control gets `no-store`. */
export function withSecurityHeaders(response: Response, isHttps: boolean): Response {
  for (const [name, value] of securityHeaders(isHttps)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  if (response.status >= 400 && !response.headers.has('Cache-Control')) {
    response.headers.set('Cache-Control', 'no-store')
  }
  return response
}
