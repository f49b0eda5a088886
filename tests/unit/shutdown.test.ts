import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '@site/runtime/log'
import { createShutdown } from '../../server/shutdown.ts'

beforeEach(() => {
  log.level = 'silent'
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A site whose pending responses and release the test controls. */
function makeShutdown({
  underWay = 0,
  isWatched = true,
  isManaged = false,
  release = () => Promise.resolve(),
} = {}) {
  const steps: string[] = []
  const site = { underWay }
  function step(name: string) {
    return () => {
      steps.push(name)
    }
  }
  const shutdown = createShutdown(
    {
      server: {
        close: step('takes no more'),
        closeIdleConnections: step('closes idle connections'),
        closeAllConnections: step('closes all connections'),
      },
      requests: { underWay: () => site.underWay, closeConnections: step('says close') },
      isReadinessObserved: () => isWatched,
      hasManager: () => isManaged,
      release: () => {
        steps.push('releases')
        return release()
      },
      exit: (code) => steps.push(`exits with ${code}`),
    },
    { noticeMs: 3_000, drainMs: 15_000, releaseMs: 3_000 },
  )
  return { shutdown, steps, site }
}

const wholeStop = [
  'says close',
  'takes no more',
  'closes idle connections',
  'closes all connections',
  'releases',
  'exits with 0',
]

test('SIGTERM fails readiness before the site stops accepting', async () => {
  const { shutdown, steps } = makeShutdown()
  shutdown.onSignal('SIGTERM')
  expect(shutdown.signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(2_900)
  expect(steps).toEqual(['says close'])
  await vi.advanceTimersByTimeAsync(200)
  expect(steps).toEqual(wholeStop)
})

test('there is no notice period without a readiness probe, or after Ctrl-C', async () => {
  const unwatched = makeShutdown({ isWatched: false })
  unwatched.shutdown.onSignal('SIGTERM')
  const interrupted = makeShutdown()
  interrupted.shutdown.onSignal('SIGINT')
  await vi.advanceTimersByTimeAsync(10)
  expect(unwatched.steps).toEqual(wholeStop)
  expect(interrupted.steps).toEqual(wholeStop)
})

test('a process manager that sends the signal of Ctrl-C gives the notice, too', async () => {
  const { shutdown, steps } = makeShutdown({ isManaged: true })
  shutdown.onSignal('SIGINT')
  await vi.advanceTimersByTimeAsync(2_900)
  expect(steps).toEqual(['says close'])
  await vi.advanceTimersByTimeAsync(200)
  expect(steps).toEqual(wholeStop)
})

test('responses in progress are completed first', async () => {
  const { shutdown, steps, site } = makeShutdown({ underWay: 1 })
  shutdown.onSignal('SIGINT')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).not.toContain('closes all connections')
  site.underWay = 0
  await vi.advanceTimersByTimeAsync(100)
  expect(steps).toEqual(wholeStop)
})

test('a response and a release that never end delay the exit by 25 s at most', async () => {
  const { shutdown, steps } = makeShutdown({ underWay: 1, release: () => new Promise(() => {}) })
  shutdown.onSignal('SIGTERM')
  await vi.advanceTimersByTimeAsync(25_000)
  expect(steps.at(-1)).toBe('exits with 1')
})

test('a second signal exits at once, the duplicate of a Ctrl-C does not', async () => {
  const { shutdown, steps } = makeShutdown({ underWay: 1 })
  shutdown.onSignal('SIGINT')
  shutdown.onSignal('SIGINT')
  await vi.advanceTimersByTimeAsync(600)
  expect(steps).not.toContain('exits with 1')
  shutdown.onSignal('SIGINT')
  expect(steps.at(-1)).toBe('exits with 1')
})

test('an internal failure is drained like SIGTERM, with a failure exit code', async () => {
  const { shutdown, steps } = makeShutdown()
  shutdown.onFailure()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(steps).toEqual(['says close'])
  shutdown.onFailure()
  await vi.advanceTimersByTimeAsync(200)
  expect(steps).toEqual([...wholeStop.slice(0, -1), 'exits with 1'])
})
