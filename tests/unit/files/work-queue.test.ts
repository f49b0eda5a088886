import { expect, test } from 'vitest'
import { createWorkQueue } from '../../../server/files/pictures/image-source.ts'

/** Jobs that end when the test says so, and their order of starting. */
function makeJobs() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    job: (name: string) => () =>
      new Promise<void>((resolve) => {
        begun.push(name)
        ends.set(name, resolve)
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('two jobs run at a time, and jobs with waiters run before background jobs', async () => {
  const { begun, job, end } = makeJobs()
  const queue = createWorkQueue(2)
  for (const name of ['late 1', 'late 2']) queue.runInBackground(job(name))
  // One slot is always free for visitors.
  expect(begun).toEqual(['late 1'])
  for (const name of ['a', 'b', 'c']) void queue.run(job(name))
  expect(begun).toEqual(['late 1', 'a'])
  await end('late 1')
  expect(begun).toEqual(['late 1', 'a', 'b'])
  await end('a')
  expect(begun).toEqual(['late 1', 'a', 'b', 'c'])
  await end('b')
  expect(begun.at(-1)).toBe('late 2')
  await end('c')
  await end('late 2')
})

test('a failure rejects only for its own waiter, and the next job runs', async () => {
  const queue = createWorkQueue(1)
  const failed = queue.run(() => Promise.reject(new Error('broken')))
  const next = queue.run(async () => 'made')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('made')
})

test('pending jobs are rejected and not started when the server closes', async () => {
  const { begun, job, end } = makeJobs()
  const queue = createWorkQueue(1)
  queue.run(job('a')).catch(() => undefined)
  const waiting = queue.run(job('b'))
  queue.runInBackground(job('late'))
  queue.close()
  await expect(waiting).rejects.toThrow('closing')
  await end('a')
  expect(begun).toEqual(['a'])
})
