import type { IncomingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createClientAddress } from '../../../server/http/server.ts'

function addressOf(trusted: string[], peer: string | undefined, forwarded?: string) {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer })
  const headers: IncomingHttpHeaders = { 'x-forwarded-for': forwarded }
  return createClientAddress(trusted).addressOf({ socket, headers })
}

test('without a trusted proxy X-Forwarded-For is ignored', () => {
  expect(addressOf([], '203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
  expect(addressOf(['10.0.0.1'], '203.0.113.5', '198.51.100.1')).toBe('203.0.113.5')
})

describe('behind proxies of 10.0.0.0/8 and fd00::/8', () => {
  const proxies = ['10.0.0.0/8', 'fd00::/8']
  test.each([
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['fd00::1', '2001:DB8::1', '2001:db8::1'],
    ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    // A forged address is to the left of what a proxy appended.
    ['10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // As some gateways and RFC 7239 write it.
    ['10.0.0.1', '198.51.100.1:5678', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::1]:443, 10.0.0.2:80', '2001:db8::1'],
    ['10.0.0.1', '"[2001:db8::1]"', '2001:db8::1'],
    ['10.0.0.1', '[::ffff:198.51.100.1]:80', '198.51.100.1'],
    ['10.0.0.1', '"198.51.100.1:5678"', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1:x', '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1:80, [198.51.100.1', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.999:80', '10.0.0.1'],
    ['10.0.0.1', 'nonsense, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', 'nonsense', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '1', '10.0.0.1'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    [undefined, '198.51.100.1', ''],
  ])('a request from %s with X-Forwarded-For %j is from %s', (peer, forwarded, client) => {
    expect(addressOf(proxies, peer, forwarded)).toBe(client)
  })

  test('only the end of a header with thousands of addresses is read', () => {
    expect(addressOf(proxies, '10.0.0.1', '10.0.0.2,'.repeat(5_000) + '10.0.0.3')).toMatch(/^10\./)
  })
})

test.each([
  [[], '10.0.0.1', false],
  [['10.0.0.0/8'], '10.0.0.1', true],
  [['10.0.0.0/8'], '::ffff:10.0.0.1', true],
  [['10.0.0.0/8'], '203.0.113.5', false],
  [['10.0.0.0/8'], undefined, false],
])('with the trusted proxies %j, %s is one: %s', (trusted, peer, isTrusted) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer })
  expect(createClientAddress(trusted).isProxy({ socket, headers: {} })).toBe(isTrusted)
})
