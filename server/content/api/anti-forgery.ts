import { randomBytes } from 'node:crypto'

/** The content API's anti-forgery pair: a cookie and a header that carry the same token. */
interface TokenPair {
  headers(): { cookie: string; 'x-xsrf-token': string }
  /** Stores the token from a response's Set-Cookie header, if it has one. */
  update(setCookie: string | string[] | undefined): void
  /** Whether the content API has issued the token. */
  isIssued(): boolean
}

/** Starts with a random token; a token issued by the content API replaces it. */
export function createTokenPair(): TokenPair {
  let token = randomBytes(24).toString('base64url')
  let isIssued = false
  return {
    headers: () => ({ cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token }),
    update(setCookie) {
      const issued = [setCookie ?? []]
        .flat()
        .map((cookie) => /^XSRF-TOKEN=([\x21\x23-\x2B\x2D-\x3A\x3C-\x7E]+)/.exec(cookie)?.[1])
        .findLast((value) => value !== undefined)
      if (issued === undefined) return
      token = issued
      isIssued = true
    },
    isIssued: () => isIssued,
  }
}
