/**
 * What every answer carries, so that a browser takes it for no more than it is.
 * @param isHttps whether visitors reach the site by https
 */
export function securityHeaders(isHttps: boolean): readonly [name: string, value: string][] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ...(isHttps
      ? ([['Strict-Transport-Security', 'max-age=31536000']] satisfies [string, string][])
      : []),
  ]
}
