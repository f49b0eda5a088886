import { expect, test } from 'vitest'
import { createMedian } from '../../../../server/http/load-shedding/load-shedding.ts'
import { bounds, createLoad, kinds } from '../../../../server/limits/render-queue.ts'

function createTestLoad() {
  const state = { delayMs: 0, pendingRenders: 0 }
  const load = createLoad({
    delayMs: () => state.delayMs,
    pendingRenders: () => state.pendingRenders,
  })
  /** Begins enough work of each kind that the event loop delay counts. */
  function fill() {
    for (let count = 0; count < bounds.page.always; count++) load.begin('page')
    for (let count = 0; count < bounds.picture.always; count++) load.begin('picture')
  }
  return {
    state,
    load,
    fill,
    shedKinds: () => kinds.filter((kind) => load.overloadFor(kind) !== null),
  }
}

test('V17: with increasing load prefetches are shed first, then cards, data, and pages last', () => {
  const { load, shedKinds } = createTestLoad()
  const seen = new Set<string>()
  const ends: (() => void)[] = []
  for (let count = 0; count < bounds.page.concurrent; count++) {
    seen.add(shedKinds().join())
    ends.push(load.begin('page'))
  }
  seen.add(shedKinds().join())
  expect([...seen]).toEqual([
    '',
    'prefetch',
    'prefetch,card',
    'prefetch,card,data',
    'prefetch,card,data,page',
  ])
  ends.forEach((end) => end())
  expect(shedKinds()).toEqual([])
})

test('V17: pictures have their own limit, separate from pages', () => {
  const { load, shedKinds } = createTestLoad()
  for (let count = 0; count < bounds.picture.concurrent; count++) load.begin('picture')
  expect(shedKinds()).toEqual(['picture'])
})

test('V17: streams are counted apart from pages', () => {
  const { load, shedKinds } = createTestLoad()
  for (let count = 0; count < bounds.page.concurrent; count++) load.begin('stream')
  expect(shedKinds()).toEqual([])
})

test('V17: with increasing event loop delay requests are shed in the same order', () => {
  const { state, fill, shedKinds } = createTestLoad()
  fill()
  const seen = new Set<string>()
  for (state.delayMs = 0; state.delayMs <= 700; state.delayMs += 10) seen.add(shedKinds().join())
  expect([...seen]).toEqual([
    '',
    'prefetch',
    'prefetch,card',
    'prefetch,card,picture',
    'prefetch,card,picture,data',
    'prefetch,card,picture,data,page',
  ])
})

test('V17: shedding for event loop delay stops only once the delay has halved', () => {
  const { state, load, fill } = createTestLoad()
  fill()
  state.delayMs = bounds.page.delayMs + 1
  expect(load.overloadFor('page')).toBe('late')
  state.delayMs = bounds.page.delayMs - 10
  expect(load.overloadFor('page')).toBe('late')
  state.delayMs = bounds.page.delayMs / 2
  expect(load.overloadFor('page')).toBeNull()
  state.delayMs = bounds.page.delayMs - 10
  expect(load.overloadFor('page')).toBeNull()
})

test('V17: an idle site admits some requests, whatever its event loop delay', () => {
  const { state, load, shedKinds } = createTestLoad()
  state.delayMs = 10_000
  expect(shedKinds()).toEqual([])
  for (let count = 0; count < 4; count++) load.begin('page')
  expect(shedKinds()).toEqual(['prefetch', 'card'])
})

test('V17: renders without waiters are completed, but count towards a limit', () => {
  const { state, shedKinds } = createTestLoad()
  state.pendingRenders = 255
  expect(shedKinds()).toEqual([])
  state.pendingRenders = 256
  expect(shedKinds()).toEqual(['prefetch', 'stream', 'card', 'data', 'page'])
})

test('V17: one long block of the event loop does not count as overload', () => {
  const delay = createMedian()
  for (const sample of [1, 2, 900, 1]) delay.add(sample)
  expect(delay.now()).toBeLessThan(10)
  for (const sample of [900, 900, 900]) delay.add(sample)
  expect(delay.now()).toBe(900)
})
