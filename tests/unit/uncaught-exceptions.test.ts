import { createServer } from 'node:http'
import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { metrics } from '../../server/observe/metrics.ts'
import { isResponding, createUncaughtExceptionHandler } from '../../server/shutdown.ts'
import { listenOnLoopback } from '../support/loopback.ts'

const fatal = vi.spyOn(log, 'fatal').mockImplementation(() => undefined)
beforeEach(() => {
  fatal.mockClear()
})

/** A process whose self-check the test controls. */
function makeHandler(isServing: () => Promise<boolean>) {
  const shutdown = new AbortController()
  const clock = { ms: 0 }
  const onUncaught = createUncaughtExceptionHandler({
    isServing,
    shutDown: () => shutdown.abort(),
    stopping: shutdown.signal,
    now: () => clock.ms,
  })
  return { onUncaught, isStopping: () => shutdown.signal.aborted, clock }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a site that still responds keeps running, and the exception is logged and counted', async () => {
  const before = (await metrics.uncaughtExceptions.get()).values[0]?.value ?? 0
  const { onUncaught, isStopping } = makeHandler(async () => true)
  onUncaught(new Error('not caught'))
  // A value that cannot be converted to a string must not end the process either.
  onUncaught(Object.create(null))
  await nextTurn()
  expect(isStopping()).toBe(false)
  expect(fatal.mock.calls).toEqual([
    [{ error: expect.stringContaining('Error: not caught\n    at ') }, 'uncaught exception'],
    [{ error: '[Object: null prototype] {}' }, 'uncaught exception'],
  ])
  const { values } = await metrics.uncaughtExceptions.get()
  expect(values[0]?.value).toBe(before + 2)
})

test.each([
  ['does not answer', async () => false],
  ['cannot ask itself', async () => Promise.reject(new Error('no way'))],
])('a site that %s shuts down', async (_, isServing) => {
  const { onUncaught, isStopping } = makeHandler(isServing)
  onUncaught(new Error('not caught'))
  await nextTurn()
  expect(isStopping()).toBe(true)
})

test('an exception during the check repeats the check, once for all of them', async () => {
  const answers: ((isGood: boolean) => void)[] = []
  const { onUncaught, isStopping } = makeHandler(() => new Promise((tell) => answers.push(tell)))
  onUncaught(new Error('first'))
  onUncaught(new Error('second'))
  onUncaught(new Error('third'))
  expect(answers).toHaveLength(1)
  answers[0]?.(true)
  await nextTurn()
  expect(answers).toHaveLength(2)
  answers[1]?.(false)
  await nextTurn()
  expect(isStopping()).toBe(true)
})

test('more than a hundred within a minute shut the site down, and are no longer logged', async () => {
  const { onUncaught, isStopping, clock } = makeHandler(async () => true)
  for (let count = 0; count < 300; count += 1) {
    clock.ms += 601
    onUncaught(new Error('now and then'))
  }
  expect(isStopping()).toBe(false)
  fatal.mockClear()
  for (let count = 0; count < 300; count += 1) onUncaught(new Error('spinning'))
  expect(isStopping()).toBe(true)
  expect(fatal.mock.calls.length).toBeLessThanOrEqual(102)
  expect(fatal.mock.lastCall).toEqual([
    { count: 100 },
    'too many uncaught exceptions: shutting down',
  ])
})

test('a server responds to itself with any status, and not while it hangs or is closed', async () => {
  const server = createServer((request, response) => {
    expect(request.headers.host).toBe('localhost')
    response.writeHead(503).end('busy')
  })
  expect(await isResponding(server)).toBe(false)
  const listener = await listenOnLoopback(server)
  expect(await isResponding(server)).toBe(true)
  server.removeAllListeners('request').on('request', (request) => request.socket.destroy())
  expect(await isResponding(server)).toBe(false)
  await listener.close()
  expect(await isResponding(server)).toBe(false)
})
