import { expect, test } from 'vitest'
import { limits } from '../../../../server/http/load-shedding/client-limits.ts'
import { createMissingLimit } from '../../../../server/http/load-shedding/missing-limit.ts'

const { burst } = limits.missing

function createTestLimit() {
  const clock = { now: 0 }
  const limit = createMissingLimit(undefined, () => clock.now)
  return {
    clock,
    /** @returns the number of accepted requests */
    requestAll: (client: string, count: number, exists: boolean) => {
      let accepted = 0
      for (let times = 0; times < count; times++) {
        const settle = limit.begin(client)
        settle?.(exists)
        if (settle) accepted += 1
      }
      return accepted
    },
    limit,
  }
}

test('V28: requests for existing content are not limited', () => {
  const { requestAll } = createTestLimit()
  expect(requestAll('a', 10_000, true)).toBe(10_000)
})

test('V28: requests for missing content are limited per client', () => {
  const { requestAll, clock } = createTestLimit()
  expect(requestAll('a', 1_000, false)).toBe(burst)
  expect(requestAll('b', 1, false)).toBe(1)
  clock.now += 1_000
  expect(requestAll('a', 1_000, false)).toBe(limits.missing.perSecond)
})

test('V28: pending requests of a client are limited, whatever their results', () => {
  const { limit } = createTestLimit()
  const settles = Array.from({ length: burst }, () => limit.begin('a'))
  expect(limit.begin('a')).toBeNull()
  settles[0]?.(true)
  expect(limit.begin('a')).not.toBeNull()
})

test('V28: when many clients request missing content, only they are limited', () => {
  const { requestAll, clock } = createTestLimit()
  const flood = Math.ceil(limits.missingOfAll.burst / 10)
  for (let at = 0; at < flood; at++) expect(requestAll(`flood-${at}`, 10, false)).toBe(10)
  // Each is below its own limit, but together they exceed the total limit.
  expect(requestAll('flood-0', 1, true)).toBe(0)
  expect(requestAll('visitor', 1_000, true)).toBe(1_000)
  expect(requestAll('mistyped', 3, false)).toBe(3)
  expect(requestAll('mistyped', 10, true)).toBe(10)
  clock.now += 60_000
  expect(requestAll('flood-0', 1, true)).toBe(1)
})
