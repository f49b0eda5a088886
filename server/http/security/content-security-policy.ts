import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { reportAddress, reportGroup } from './browser-reports.ts'

/**
 * The content security policy of a page: allows the site's own files and the page's inline scripts, nothing
 * else. Script elements that are data need no permission.
 * @param html as it is sent, without data
 * @param isHttps whether visitors use HTTPS
 */
export function contentSecurityPolicy(html: string, isHttps: boolean) {
  const hashes = new Set(inlineScriptsOf(html).map((code) => `'sha256-${scriptHashOf(code)}'`))
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

/** Hashes of scripts that many pages share, in base64. */
const sharedHashes = new LRUCache<string, string>({ max: 50 })

/** Longer scripts contain a page's own data. */
const maxSharedLength = 2_000

function scriptHashOf(code: string) {
  if (code.length > maxSharedLength) return hash('sha256', code, 'base64')
  const known = sharedHashes.get(code) ?? hash('sha256', code, 'base64')
  sharedHashes.set(code, known)
  return known
}
