import { expect, test } from 'vitest'
import { createClientLimit, clientOf } from '../../../../server/limits/client-limits.ts'

function createTestLimit() {
  const clock = { now: 0 }
  const limit = createClientLimit({ burst: 10, perSecond: 2 }, () => clock.now)
  /** The number of accepted attempts. */
  function passes(client: string, attempts: number) {
    return Array.from({ length: attempts }, () => limit.spend(client)).filter(Boolean).length
  }
  return { clock, limit, passes }
}

test('V18: a client gets a burst, then a rate per second, and never accumulates more than a burst', () => {
  const { clock, passes } = createTestLimit()
  expect(passes('a', 50)).toBe(10)
  clock.now = 3_000
  expect(passes('a', 50)).toBe(6)
  clock.now = 3_600_000
  expect(passes('a', 50)).toBe(10)
})

test('V18: rejected requests do not extend the wait', () => {
  const { clock, passes } = createTestLimit()
  passes('a', 1_000)
  clock.now = 500
  expect(passes('a', 5)).toBe(1)
})

test('V18: requests of one client do not count for another', () => {
  const { passes } = createTestLimit()
  passes('a', 1_000)
  expect(passes('b', 10)).toBe(10)
})

test('V18: at most ten thousand clients are remembered', () => {
  const { limit, passes } = createTestLimit()
  passes('b', 10)
  for (let count = 0; count < 100_000; count++) limit.spend(`10.${count}`)
  expect(limit.size()).toBe(10_000)
  expect(passes('b', 10)).toBe(10)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2a01:4f8:12:34:5:6:7:8', '2a01:4f8:12:34'],
  ['2a01:4f8:12:34::1', '2a01:4f8:12:34'],
  ['2a01:4f8:12:35::1', '2a01:4f8:12:35'],
])('V17: the address %s is the client %s', (address, client) => {
  expect(clientOf(address)).toBe(client)
})

test.each([
  ...['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '172.17.0.1', '192.168.1.1'],
  ...['169.254.0.1', '100.64.0.1', 'fe80::1', 'fd00::1', '', 'unknown', '203.0.113.7, 1.2.3.4'],
])('V17: %j has no limit, since all visitors may be behind it', (address) => {
  expect(clientOf(address)).toBeNull()
})
