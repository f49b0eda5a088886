import { expect, onTestFinished, test } from 'vitest'
import { createBudget } from '../../../server/files/pictures/original-fetcher.ts'
import { openOriginals, OriginalFetcher } from '../../../server/files/pictures/original-fetcher.ts'
import { TooManyPictures } from '../../../server/files/pictures/single-flight.ts'
import { sendBytes, startRecordingApi, type Responder } from '../../support/recording-api.ts'

const mb = 1024 * 1024
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** A reservation that is held until the test releases it. */
function occupy(budget: ReturnType<typeof createBudget>, amount: number) {
  let leave: () => void = () => undefined
  const left = new Promise<void>((resolve) => (leave = resolve))
  const work = budget.run(async (room) => {
    await room.reserve(amount)
    await left
  })
  return { work, leave: () => leave() }
}

test('F47: reservations wait in turn and time out', async () => {
  const budget = createBudget(10, 50)
  const first = occupy(budget, 8)
  const done: string[] = []
  const large = budget.run(async (room) => {
    await room.reserve(9)
    done.push('large')
  })
  await expect(large).rejects.toThrow(TooManyPictures)
  // The small one no longer waits behind the large one.
  await budget.run((room) => room.reserve(2))
  first.leave()
  await first.work
  expect([budget.reserved(), done]).toEqual([0, []])
})

test('F47: two tasks with reservations that need more do not deadlock', async () => {
  const budget = createBudget(10, 5_000)
  const grow = () =>
    budget.run(async (room) => {
      await room.reserve(5)
      await room.reserve(10)
    })
  await Promise.all([grow(), grow()])
  expect(budget.reserved()).toBe(0)
})

/** Starts an endless body, and records when its client disconnects. */
function endless(status: number, gone: (() => void)[], headers = {}): Responder {
  return (response) => {
    response.writeHead(status, { 'content-type': 'image/png', ...headers })
    response.write(Buffer.concat([signature, Buffer.alloc(mb)]))
    response.once('close', () => gone.forEach((tell) => tell()))
  }
}

test('V24: every image base response is closed, whatever its outcome', async () => {
  let gone = 0
  const told = [() => void (gone += 1)]
  const tooLong = { 'content-length': 30 * mb }
  const answers: [Responder, ...Responder[]] = [
    endless(200, told, tooLong),
    endless(500, told),
    endless(302, told, tooLong),
    sendBytes(signature),
  ]
  const api = await startRecordingApi(...answers)
  const fetcher = new OriginalFetcher(openOriginals(async () => api.url))
  onTestFinished(() => fetcher.close())
  const budget = createBudget(48 * mb, 5_000)
  const fetchOne = () => budget.run((room) => fetcher.fetch('a.png', room))
  for (const _ of [1, 2, 3]) await expect(fetchOne()).rejects.toThrow()
  expect(await fetchOne()).toMatchObject({ file: { type: 'image/png' } })
  await expect.poll(() => gone).toBe(3)
  expect(budget.reserved()).toBe(0)
})

test('V24: a response that breaks off while waiting for memory only fails its own request', async () => {
  let breakOff: () => void = () => undefined
  const api = await startRecordingApi((response) => {
    response.writeHead(200, { 'content-length': 10 * mb })
    response.write(signature)
    breakOff = () => void response.socket?.resetAndDestroy()
  })
  const fetcher = new OriginalFetcher(openOriginals(async () => api.url))
  onTestFinished(() => fetcher.close())
  const budget = createBudget(12 * mb, 10_000)
  const other = occupy(budget, 6 * mb)
  const fetched = budget.run((room) => fetcher.fetch('a.png', room))
  const failure = fetched.catch((error: unknown) => error)
  await api.arrived(1)
  await expect.poll(() => budget.waiting()).toBe(1)
  breakOff()
  other.leave()
  expect(await failure).toBeInstanceOf(Error)
  expect(budget.reserved()).toBe(0)
})
