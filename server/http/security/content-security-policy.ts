import { hash } from 'node:crypto'
import { reportAddress, reportGroup } from './browser-reports.ts'

/**
 * The content security policy of a page: allows the site's own files and the page's inline scripts, nothing
 * else. Script elements that are data need no permission.
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

/** The code of all script elements without a src, up to the end tag as in browsers. */
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
