import { describe, expect, test } from 'vitest'
import { isSameOrigin } from '../../../../server/http/security/anti-forgery.ts'

const publicUrl = 'https://tayyar.example'

function isOwn(headers: Record<string, string>, configured: string | undefined) {
  const { 'sec-fetch-site': site = null, origin = null, host = null } = headers
  return isSameOrigin({ site, origin, host }, configured)
}

describe('V07 a browser that sends Sec-Fetch-Site', () => {
  test.each([
    ['same-origin', true],
    ['none', true],
    ['same-site', false],
    ['cross-site', false],
    ['', false],
    ['SAME-ORIGIN', false],
    ['same-origin, cross-site', false],
  ])('Sec-Fetch-Site: %s', (site, own) => {
    expect(isOwn({ 'sec-fetch-site': site }, publicUrl)).toBe(own)
  })

  test('is judged by it rather than by its Origin', () => {
    expect(isOwn({ 'sec-fetch-site': 'cross-site', origin: publicUrl }, publicUrl)).toBe(false)
  })
})

describe('V07 an older browser is judged by its Origin', () => {
  test.each([
    ['https://tayyar.example', true],
    ['https://tayyar.example:443', true],
    ['https://TAYYAR.example', true],
    ['https://evil.example', false],
    ['https://tayyar.example.evil.example', false],
    ['https://eviltayyar.example', false],
    ['http://tayyar.example', false],
    ['https://www.tayyar.example', false],
    ['https://tayyar.example:8443', false],
    ['https://tayyar.example@evil.example', false],
    ['null', false],
    ['', false],
    ['tayyar.example', false],
    ['file://', false],
    ['chrome-extension://abcdefgh', false],
    ['https://', false],
  ])('%s where PUBLIC_URL is https://tayyar.example', (origin, own) => {
    expect(isOwn({ origin }, publicUrl)).toBe(own)
  })

  test('where PUBLIC_URL is set, the Host header is ignored', () => {
    const headers = { origin: 'https://evil.example', host: 'evil.example' }
    expect(isOwn(headers, publicUrl)).toBe(false)
  })

  test.each([
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['http://localhost:3000', 'localhost:3000', true],
    ['http://localhost:3001', 'localhost:3000', false],
    ['http://localhost', 'localhost:3000', false],
    ['http://evil.example', 'localhost:3000', false],
    ['https://tayyar.example', 'Tayyar.example', true],
    ['ftp://localhost:3000', 'localhost:3000', false],
    ['null', 'localhost:3000', false],
  ])('%s to the host %s where PUBLIC_URL is not set', (origin, host, own) => {
    expect(isOwn({ origin, host }, undefined)).toBe(own)
  })

  test('a request without a Host is not from this site', () => {
    expect(isOwn({ origin: 'http://localhost:3000' }, undefined)).toBe(false)
  })
})

test('V07 a client that is not a browser sends neither, and is accepted', () => {
  expect(isOwn({}, publicUrl)).toBe(true)
  expect(isOwn({}, undefined)).toBe(true)
})
