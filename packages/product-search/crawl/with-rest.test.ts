import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { withRest } from './with-rest.ts'

/** Ends every rest at once, with an error. */
const aborted = AbortSignal.abort()

function work(ms: number) {
  return async () => {
    const end = performance.now() + ms
    while (performance.now() < end);
    return 'done'
  }
}

test('work that keeps the event loop busy is followed by a rest', async () => {
  const unknown = () => null
  await expect(withRest(work(40), aborted, unknown)).rejects.toThrow('aborted')
  expect(await withRest(work(40), undefined, unknown)).toBe('done')
})

test('short work takes no rest', async () => {
  expect(await withRest(work(1), aborted)).toBe('done')
})

test('work beside which the event loop is half free takes no rest', async () => {
  const times = [
    { cpu: 0, waiting: 0 },
    { cpu: 15, waiting: 0 },
  ]
  expect(await withRest(work(40), aborted, () => times.shift() ?? null)).toBe('done')
})

test('work that other processes keep from a CPU takes no rest', async () => {
  const times = [
    { cpu: 0, waiting: 0 },
    { cpu: 10, waiting: 15 },
  ]
  expect(await withRest(work(40), aborted, () => times.shift() ?? null)).toBe('done')
})
