import { expect, test } from 'vitest'
import { limits } from '../../../../server/http/load-shedding/client-limits.ts'
import { createMissingLimit } from '../../../../server/http/load-shedding/missing-limit.ts'

const { burst } = limits.missing

function createTestLimit() {
  const clock = { now: 0 }
  const limit = createMissingLimit(() => clock.now)
  return {
    clock,
    /** @returns how many of so many questions were taken */
    askAll: (client: string, count: number, wasThere: boolean) => {
      let taken = 0
      for (let nth = 0; nth < count; nth++) {
        const settle = limit.begin(client)
        settle?.(wasThere)
        if (settle) taken += 1
      }
      return taken
    },
    limit,
  }
}

test('V28: who asks for what there is may ask for ever', () => {
  const { askAll } = createTestLimit()
  expect(askAll('a', 10_000, true)).toBe(10_000)
})

test('V28: who asks for what there is not has to wait, and others do not', () => {
  const { askAll, clock } = createTestLimit()
  expect(askAll('a', 1_000, false)).toBe(burst)
  expect(askAll('b', 1, false)).toBe(1)
  clock.now += 1_000
  expect(askAll('a', 1_000, false)).toBe(limits.missing.perSecond)
})

test('V28: a client waits for so many answers at once, whatever they turn out to be', () => {
  const { limit } = createTestLimit()
  const settles = Array.from({ length: burst }, () => limit.begin('a'))
  expect(limit.begin('a')).toBeNull()
  settles[0]?.(true)
  expect(limit.begin('a')).not.toBeNull()
})

test('V28: when many clients ask for what there is not, those wait who did so, and nobody else', () => {
  const { askAll, clock } = createTestLimit()
  const flood = Math.ceil(limits.missingOfAll.burst / 10)
  for (let nth = 0; nth < flood; nth++) expect(askAll(`flood-${nth}`, 10, false)).toBe(10)
  // Each has something left, but all together have not.
  expect(askAll('flood-0', 1, true)).toBe(0)
  expect(askAll('visitor', 1_000, true)).toBe(1_000)
  expect(askAll('who mistyped', 3, false)).toBe(3)
  expect(askAll('who mistyped', 10, true)).toBe(10)
  clock.now += 60_000
  expect(askAll('flood-0', 1, true)).toBe(1)
})
