import { expect, test } from 'vitest'
import { createStopwatch } from '../../server/stopwatch.ts'

test('calls that run at the same time count once, and what fails counts too', async () => {
  let time = 0
  const stopwatch = createStopwatch(() => time)
  let [endFirst, endSecond] = [() => undefined as void, () => undefined as void]
  const first = stopwatch.run(() => new Promise<void>((resolve) => (endFirst = resolve)))
  time = 10
  const second = stopwatch.run(() => new Promise<void>((resolve) => (endSecond = resolve)))
  time = 30
  expect(stopwatch.ms()).toBe(30)
  endFirst()
  await first
  time = 50
  endSecond()
  await second
  time = 100
  expect(stopwatch.ms()).toBe(50)
  await expect(stopwatch.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(stopwatch.ms()).toBe(50)
})
