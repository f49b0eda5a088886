import { expect, test } from 'vitest'
import { limits } from '../../../../server/limits/client-limits.ts'
import { createMissingLimit } from '../../../../server/http/load-shedding/load-shedding.ts'

const { burst, perSecond } = limits.missing
const concurrentRequests = burst / 3

function createTestLimit() {
  const clock = { now: 0 }
  const limit = createMissingLimit(() => clock.now)

  /** One request with content calls, as many as the limit lets it make. @returns null for a rejected request */
  function request(client: string, outcome: 'found' | 'missing' | 'aborted', lookUps = 1) {
    const begun = limit.begin(client)
    if (!begun) return null
    let calls = 0
    for (let times = 0; times < lookUps; times++) {
      const settle = begun.lookUps.begin()
      settle?.(outcome === 'found')
      if (settle) calls += 1
    }
    begun.end(outcome)
    return calls
  }

  return {
    clock,
    limit,
    request,
    /** Makes many such requests. @returns how many were accepted, and their calls */
    requestAll: (
      client: string,
      count: number,
      ...rest: [Parameters<typeof request>[1], number?]
    ) => {
      const calls = Array.from({ length: count }, () => request(client, ...rest))
      const accepted = calls.filter((made) => made !== null)
      return { accepted: accepted.length, calls: accepted.reduce((sum, made) => sum + made, 0) }
    },
  }
}

test('V28: requests for existing content are not limited', () => {
  const { requestAll } = createTestLimit()
  expect(requestAll('a', 10_000, 'found', 50)).toEqual({ accepted: 10_000, calls: 500_000 })
})

test.each([0, 1, 2, 6, 50])(
  'V34: requests of %i calls each for missing content are limited together, for each client',
  (lookUps) => {
    const { requestAll, clock } = createTestLimit()
    const { accepted, calls } = requestAll('a', 1_000, 'missing', lookUps)
    expect(calls).toBeLessThanOrEqual(burst)
    expect(accepted).toBeLessThanOrEqual(burst)
    expect(accepted).toBeGreaterThan(0)
    expect(requestAll('b', 1, 'missing')).toEqual({ accepted: 1, calls: 1 })
    clock.now += 6_000
    expect(requestAll('a', 1_000, 'missing', lookUps).calls).toBeLessThanOrEqual(6 * perSecond + 2)
  },
)

test('V34: a list of missing posts leaves the client something for its next pages', () => {
  const { request, requestAll } = createTestLimit()
  const calls = request('a', 'missing', 300)
  expect(calls).toBeGreaterThanOrEqual(15)
  expect(calls).toBeLessThanOrEqual(20)
  expect(requestAll('a', 100, 'found', 3)).toEqual({ accepted: 100, calls: 300 })
  // Found or not is only known afterwards.
  expect(request('a', 'missing', 300)).toBe(3)
})

test('V28: a page whose post is not where it was looked up first costs nothing', () => {
  const { limit } = createTestLimit()
  for (let times = 0; times < 1_000; times++) {
    const begun = limit.begin('a')
    for (const wasFound of [false, false, true]) begun?.lookUps.begin()?.(wasFound)
    begun?.end('found')
  }
  expect(limit.begin('a')).not.toBeNull()
})

test('V28: pending requests of a client are limited, whatever their results', () => {
  const { limit } = createTestLimit()
  const begun = Array.from({ length: concurrentRequests }, () => limit.begin('a'))
  expect(limit.begin('a')).toBeNull()
  begun[0]?.end('found')
  expect(limit.begin('a')).not.toBeNull()
})

test('V28: what a client aborts is limited, and still made for others who wait for it', () => {
  const { limit, requestAll } = createTestLimit()
  const pending = limit.begin('a')
  expect(requestAll('a', 1_000, 'aborted', 0).accepted).toBeLessThan(burst)
  pending?.end('aborted')
  const settle = pending?.lookUps.begin()
  expect(settle).toBeTypeOf('function')
  settle?.(true)
})

test('V28: when many clients request missing content, only they are limited', () => {
  const { requestAll, clock } = createTestLimit()
  const flood = Math.ceil(limits.missingOfAll.burst / 32)
  for (let at = 0; at < flood; at++) {
    expect(requestAll(`flood-${at}`, 32, 'missing').accepted).toBe(32)
  }
  // Each is below its own limit, but together they exceed the total limit.
  expect(requestAll('flood-0', 1, 'found').accepted).toBe(0)
  expect(requestAll('visitor', 1_000, 'found').accepted).toBe(1_000)
  expect(requestAll('mistyped', 3, 'missing').accepted).toBe(3)
  expect(requestAll('mistyped', 10, 'found').accepted).toBe(10)
  clock.now += 60_000
  expect(requestAll('flood-0', 1, 'found').accepted).toBe(1)
})
