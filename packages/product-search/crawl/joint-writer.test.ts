import { expect, test } from 'vitest'
import { JointWriter } from './joint-writer.ts'

/** A writer whose calls end when the test lets them. */
function makeWriter() {
  const calls: { items: string[]; end: (error?: Error) => void }[] = []
  const writer = new JointWriter<string>(
    (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, end: (error) => (error ? reject(error) : resolve()) })
      }),
  )
  return { calls, writer }
}

test('what is added while a call is under way is written together by the next', async () => {
  const { calls, writer } = makeWriter()
  const written: string[] = []
  const add = (...items: string[]) => writer.add(items).then(() => written.push(items.join()))
  const all = [add('a'), add('b', 'c'), add(), add('d')]
  expect(calls.map(({ items }) => items)).toEqual([['a']])
  calls[0]?.end()
  await all[0]
  expect(calls.map(({ items }) => items)).toEqual([['a'], ['b', 'c', 'd']])
  expect(written).toEqual(['', 'a'])
  calls[1]?.end()
  await Promise.all(all)
  expect(written.slice(2)).toEqual(['b,c', 'd'])
})

test('a call that fails fails for all that it had, and for nothing else', async () => {
  const { calls, writer } = makeWriter()
  const first = writer.add(['a'])
  const second = Promise.allSettled([writer.add(['b']), writer.add(['c'])])
  calls[0]?.end()
  await first
  calls[1]?.end(new Error('full'))
  expect((await second).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const third = writer.add(['d'])
  expect(calls[2]?.items).toEqual(['d'])
  calls[2]?.end()
  await third
})
