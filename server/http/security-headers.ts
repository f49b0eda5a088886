import type { ServerResponse } from 'node:http'

/** What browsers could do for a page and no page of ours asks for. */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen'],
  ...['geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'picture-in-picture', 'publickey-credentials-create'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
]

/** For what is no page: nothing runs, loads or is shown in a frame, whatever its bytes are. */
const nothingAllowed =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const overHttp: readonly [name: string, value: string][] = [
  ['Content-Security-Policy', nothingAllowed],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Embedder-Policy', 'require-corp'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Permissions-Policy', unusedFeatures.map((feature) => `${feature}=()`).join(', ')],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
]

const overHttps: typeof overHttp = [
  ...overHttp,
  // What else is below the site's name, and how it is reached, is not the site's to decide.
  ['Strict-Transport-Security', 'max-age=63072000'],
]

/**
 * What every answer carries, unless it has a stricter or a wider one of its own by that name.
 * @param isHttps whether visitors reach the site by https: only then may they be held to it
 */
export function securityHeaders(isHttps: boolean): readonly [name: string, value: string][] {
  return isHttps ? overHttps : overHttp
}

/** For pictures that other sites may show: search engines and messengers do, in their previews. */
export const shownElsewhere = { 'Cross-Origin-Resource-Policy': 'cross-origin' } as const

/** Before anything else is said of an answer: what its maker sets comes in the place of these. */
export function setSecurityHeaders(response: ServerResponse, isHttps: boolean) {
  for (const [name, value] of securityHeaders(isHttps)) response.setHeader(name, value)
}

/** Gives an answer those that its maker has not set. An error is kept by nobody, unless it says otherwise. */
export function withSecurityHeaders(answer: Response, isHttps: boolean): Response {
  for (const [name, value] of securityHeaders(isHttps)) {
    if (!answer.headers.has(name)) answer.headers.set(name, value)
  }
  if (answer.status >= 400 && !answer.headers.has('Cache-Control')) {
    answer.headers.set('Cache-Control', 'no-store')
  }
  return answer
}
