import { describe, expect, test } from 'vitest'
import {
  isValidToken,
  issueToken,
  tokenCookie,
} from '../../../server/http/security/anti-forgery.ts'

const secret = 'a secret of the tests'
const hour = 60 * 60 * 1000
const start = Date.UTC(2026, 2, 14)

describe('a token', () => {
  test('is valid in cookie and header for twelve hours, to the millisecond', () => {
    const token = issueToken(secret, start)
    expect(isValidToken(token, token, secret, start)).toBe(true)
    expect(isValidToken(token, token, secret, start + 12 * hour - 1)).toBe(true)
    expect(isValidToken(token, token, secret, start + 12 * hour)).toBe(false)
  })

  test('is valid for a server that restarted with the same secret, and for no other', () => {
    const token = issueToken(secret, start)
    expect(isValidToken(token, token, `${secret}`, start)).toBe(true)
    expect(isValidToken(token, token, `${secret} `, start)).toBe(false)
    expect(isValidToken(token, token, '', start)).toBe(false)
  })

  test('has no character that a cookie or a header would change', () => {
    expect(issueToken(secret, start)).toMatch(/^[\w.-]{40,200}$/)
  })
})

describe('rejected', () => {
  const token = issueToken(secret, start)
  const other = issueToken(secret, start)

  test('a cookie without a header, a header without a cookie, neither', () => {
    const pairs = [
      [token, null],
      [null, token],
      [null, null],
      [token, ''],
      ['', token],
      ['', ''],
    ] as const
    for (const [cookie, header] of pairs) {
      expect(isValidToken(cookie, header, secret, start)).toBe(false)
    }
  })

  test('two different valid tokens', () => {
    expect(isValidToken(token, other, secret, start)).toBe(false)
  })

  test('a token with a forged expiry', () => {
    const [, random = '', signature = ''] = token.split('.')
    const forged = `${(start + 1_000 * hour).toString(36)}.${random}.${signature}`
    expect(isValidToken(forged, forged, secret, start)).toBe(false)
  })

  test('a token with any changed character', () => {
    for (let at = 0; at < token.length; at += 1) {
      const character = token[at] === 'A' ? 'B' : 'A'
      const forged = token.slice(0, at) + character + token.slice(at + 1)
      expect(isValidToken(forged, forged, secret, start), `character ${at}`).toBe(false)
    }
  })

  test('a token with the signature of another one', () => {
    const [expiry, random] = token.split('.')
    const forged = [expiry, random, other.split('.')[2]].join('.')
    expect(isValidToken(forged, forged, secret, start)).toBe(false)
  })

  test.each([
    ...['x', '.', '..', '...', 'a.b', 'a.b.c', token.slice(0, -1), `${token}A`, `${token}.`],
    ...[`.${token}`, ` ${token}`, '\u0000', 'رمز', '👷', 'x'.repeat(100_000), '__proto__', 'null'],
  ])('the text "%.30s"', (text) => {
    expect(isValidToken(text, text, secret, start)).toBe(false)
  })
})

describe('the token cookie', () => {
  test('is readable by the page’s script, and SameSite', () => {
    expect(tokenCookie('t.o.k', false)).toBe(
      'XSRF-TOKEN=t.o.k; Path=/; Max-Age=43200; SameSite=Strict',
    )
  })

  test('over https is Secure, and no other host can set it', () => {
    expect(tokenCookie('t.o.k', true)).toBe(
      '__Host-XSRF-TOKEN=t.o.k; Path=/; Max-Age=43200; SameSite=Strict; Secure',
    )
  })
})
