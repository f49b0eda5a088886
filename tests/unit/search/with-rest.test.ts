import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withRest } from '../../../server/catalogue/crawler.ts'

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
  await expect(withRest(work(40), aborted)).rejects.toThrow('aborted')
  expect(await withRest(work(40))).toBe('done')
})

test('short work takes no rest', async () => {
  expect(await withRest(work(1), aborted)).toBe('done')
})

test('work that waits takes no rest, since the event loop is free for visitors', async () => {
  expect(await withRest(() => pause(60, 'done'), aborted)).toBe('done')
})
