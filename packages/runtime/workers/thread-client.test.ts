import { expect, onTestFinished, test } from 'vitest'
import { createThreadClient } from './thread-client.ts'
import { collectLog } from '../../../tests/support/logged.ts'
import type { TestMethods } from '../../../tests/support/test-thread.ts'

/** `step`: each sum is larger by it than the one before, as long as the thread lives. */
function start({
  restartMs = 0,
  maxWaiting = 100,
  step = 0,
  endsOnTimeout = false,
  clockFactor = 1,
} = {}) {
  const { factsOf } = collectLog()
  const notices: string[] = []
  const thread = createThreadClient<TestMethods, string>({
    program: 'tests/support/test-thread.ts',
    workerData: step,
    heap: { maxOldGenerationSizeMb: 16 },
    maxWaiting,
    restartMs,
    ...(endsOnTimeout && { endsOnTimeout }),
    timeouts: {
      ...{ add: 10_000, fail: 10_000, crash: 10_000, notify: 10_000 },
      ...{ hang: 100, compute: 100 },
    },
    clockFactor,
    endedMessage: 'test thread ended',
    onNotice: (notice) => notices.push(notice),
    toFailure: (fault, reason) => new Error(`${fault}: ${reason}`),
  })
  return { thread, notices, ended: () => factsOf('test thread ended').length }
}

test('methods run in the thread, one after the other', async () => {
  const { thread } = start({ step: 100 })
  onTestFinished(() => thread.close())
  const sums = await Promise.all([thread.add(1, 2), thread.add(1, 2), thread.add(1, 2)])
  expect(sums).toEqual([103, 203, 303])
})

test('an error is the call’s own', async () => {
  const { thread } = start()
  onTestFinished(() => thread.close())
  await expect(thread.fail('wrong')).rejects.toThrow('error: wrong')
  expect(await thread.add(1, 2)).toBe(3)
})

test('what the thread sends by itself is received', async () => {
  const { thread, notices } = start()
  onTestFinished(() => thread.close())
  await thread.notify('something')
  expect(notices).toEqual(['something'])
})

test('a thread that ended by itself is started again, after a pause', async () => {
  const { thread, ended } = start({ step: 100, restartMs: 200 })
  onTestFinished(() => thread.close())
  expect(await thread.add(1, 2)).toBe(103)
  const waiting = thread.crash()
  await expect(waiting).rejects.toThrow(/^busy: /)
  expect(ended()).toBe(1)
  await expect(thread.add(1, 2)).rejects.toThrow('busy: The thread is not available')
  await expect.poll(() => thread.add(1, 2).catch(() => 0)).toBe(103)
})

test('a call that takes too long fails, and so do more calls than may wait', async () => {
  const { thread } = start({ maxWaiting: 2 })
  onTestFinished(() => thread.close())
  expect(await thread.add(1, 2)).toBe(3)
  const hanging = thread.hang(400)
  const next = thread.add(1, 2)
  await expect(thread.add(1, 2)).rejects.toThrow(/^busy: /)
  await expect(hanging).rejects.toThrow('timeout: hang took over 100 ms')
  expect(await next).toBe(3)
})

test('V33: a call that nobody waits for any more is left out', async () => {
  const { thread } = start({ step: 100 })
  onTestFinished(() => thread.close())
  expect(await thread.add(1, 2)).toBe(103)
  const hanging = Promise.allSettled([thread.hang(300), thread.hang(300), thread.hang(300)])
  // Only the first of them was counted, if at all: the others were late when their turn came.
  expect(await thread.add(1, 2)).toBeLessThan(403)
  await hanging
})

test('closing lets the calls before it finish, and no call after it starts a thread', async () => {
  const { thread, ended } = start()
  const sum = thread.add(1, 2)
  await thread.close()
  expect(await sum).toBe(3)
  await expect(thread.add(1, 2)).rejects.toThrow(/^busy: /)
  expect(ended()).toBe(0)
})

test('F50 a thread whose call takes too long is ended, and the next call has another one', async () => {
  const { thread, ended } = start({ endsOnTimeout: true, step: 100 })
  onTestFinished(() => thread.close())
  expect(await thread.add(1, 2)).toBe(103)
  // Without its end the thread would be busy for a minute.
  await expect(thread.hang(60_000)).rejects.toThrow('timeout: hang took over 100 ms')
  expect(ended()).toBe(1)
  expect(await thread.add(1, 2)).toBe(103)
})

test('F50 only the CPU time of a call counts: on a busy machine it lasts longer, and is not ended', async () => {
  const { thread, ended } = start({ endsOnTimeout: true, clockFactor: 1_000, step: 100 })
  onTestFinished(() => thread.close())
  await thread.hang(500)
  const [computed, waiting] = await Promise.allSettled([thread.compute(60_000), thread.add(1, 2)])
  expect(computed).toMatchObject({ reason: new Error('timeout: compute took over 100 ms') })
  // It waited behind a call that ended the thread, and runs in the next one.
  expect(waiting).toEqual({ status: 'fulfilled', value: 103 })
  expect(ended()).toBe(1)
})
