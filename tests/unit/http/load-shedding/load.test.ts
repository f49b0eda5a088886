import { expect, test } from 'vitest'
import { createSmoothed } from '../../../../server/http/load-shedding/loop-delay.ts'
import { bounds, createLoad, kinds } from '../../../../server/http/load-shedding/load.ts'

function createTestLoad() {
  const state = { delayMs: 0, pendingRenders: 0 }
  const load = createLoad({
    delayMs: () => state.delayMs,
    pendingRenders: () => state.pendingRenders,
  })
  /** So many of each that lateness counts. */
  function fill() {
    for (let count = 0; count < bounds.page.always; count++) load.begin('page')
    for (let count = 0; count < bounds.picture.always; count++) load.begin('picture')
  }
  return {
    state,
    load,
    fill,
    refused: () => kinds.filter((kind) => load.overloadFor(kind) !== null),
  }
}

test('V17: with more and more under way prefetches are refused first, then cards, data, and pages last', () => {
  const { load, refused } = createTestLoad()
  const seen = new Set<string>()
  const ends: (() => void)[] = []
  for (let count = 0; count < bounds.page.underWay; count++) {
    seen.add(refused().join())
    ends.push(load.begin('page'))
  }
  seen.add(refused().join())
  expect([...seen]).toEqual([
    '',
    'prefetch',
    'prefetch,card',
    'prefetch,card,data',
    'prefetch,card,data,page',
  ])
  ends.forEach((end) => end())
  expect(refused()).toEqual([])
})

test('V17: pictures have a bound of their own, and take no room from pages', () => {
  const { load, refused } = createTestLoad()
  for (let count = 0; count < bounds.picture.underWay; count++) load.begin('picture')
  expect(refused()).toEqual(['picture'])
})

test('V17: as the event loop gets later, what is refused comes in the same order', () => {
  const { state, fill, refused } = createTestLoad()
  fill()
  const seen = new Set<string>()
  for (state.delayMs = 0; state.delayMs <= 700; state.delayMs += 10) seen.add(refused().join())
  expect([...seen]).toEqual([
    '',
    'prefetch',
    'prefetch,card',
    'prefetch,card,picture',
    'prefetch,card,picture,data',
    'prefetch,card,picture,data,page',
  ])
})

test('V17: what is refused because the event loop is late stays so until it is well again', () => {
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

test('V17: a site with nothing to do takes on a few however late its event loop is', () => {
  const { state, load, refused } = createTestLoad()
  state.delayMs = 10_000
  expect(refused()).toEqual([])
  for (let count = 0; count < 4; count++) load.begin('page')
  expect(refused()).toEqual(['prefetch', 'card'])
})

test('V17: pages whose visitors have left are made to their end, but not without number', () => {
  const { state, refused } = createTestLoad()
  state.pendingRenders = 255
  expect(refused()).toEqual([])
  state.pendingRenders = 256
  expect(refused()).toEqual(['prefetch', 'card', 'data', 'page'])
})

test('V17: one long piece of work is not taken for too much of it', () => {
  const delay = createSmoothed()
  for (const sample of [1, 2, 900, 1]) delay.add(sample)
  expect(delay.now()).toBeLessThan(10)
  for (const sample of [900, 900, 900]) delay.add(sample)
  expect(delay.now()).toBe(900)
})
