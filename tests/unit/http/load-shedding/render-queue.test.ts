import { expect, test } from 'vitest'
import { createRenderQueue } from '../../../../server/limits/render-queue.ts'

/** Turns that the test runs. */
function createTestTurns() {
  const scheduled: (() => void)[] = []
  const turns = createRenderQueue((run) => scheduled.push(run))
  const order: string[] = []
  return {
    order,
    scheduled,
    begin: (name: string) => void turns.begin().then(() => order.push(name)),
    resume: (name: string) => void turns.resume().then(() => order.push(name)),
    turn: async () => {
      scheduled.shift()?.()
      await Promise.resolve()
    },
  }
}

test('V17: pages requested together start rendering one per turn of the event loop', async () => {
  const { begin, order, scheduled, turn } = createTestTurns()
  for (const name of ['a', 'b', 'c']) begin(name)
  expect(scheduled).toHaveLength(1)
  await turn()
  expect(order).toEqual(['a'])
  expect(scheduled).toHaveLength(1)
  await turn()
  expect(order).toEqual(['a', 'b'])
  await turn()
  expect(order).toEqual(['a', 'b', 'c'])
  expect(scheduled).toHaveLength(0)
  begin('later')
  await turn()
  expect(order.at(-1)).toBe('later')
})

test('V17: a started render continues before a new one starts', async () => {
  const { begin, resume, order, turn } = createTestTurns()
  begin('new')
  begin('newer')
  resume('half done')
  for (let count = 0; count < 3; count++) await turn()
  expect(order).toEqual(['half done', 'new', 'newer'])
})
