import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CircuitBreakers } from './breakers.ts'
import { log } from '@site/runtime/log'
import { ContentUnavailable, type Fault } from '../failures.ts'
import { openContent } from '../../../tests/support/open-content.ts'
import { startRecordingApi } from '../../../tests/support/recording-api.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

/** Breakers with a manual clock and maximum backoff (no jitter). */
function openBreakers(...chances: number[]) {
  vi.spyOn(Math, 'random').mockImplementation(() => chances.shift() ?? 1)
  const breakers = new CircuitBreakers()
  const run = breakers.run.bind(breakers)
  const states = () => breakers.states()
  const succeed = vi.fn(async () => 'good')

  function fail(fault: Fault = 'status') {
    return async () => {
      throw new ContentUnavailable(fault, 'The test says so')
    }
  }
  /** Outcome of one call: its result, or its fault. */
  async function attempt(type: string, call: () => Promise<string>) {
    return run(type, call).catch((error: unknown) => {
      if (error instanceof ContentUnavailable) return error.fault
      throw error
    })
  }

  async function breakDown(type: string) {
    for (let count = 0; count < 5; count += 1) await attempt(type, fail())
  }

  function pass(ms: number) {
    vi.setSystemTime(Date.now() + ms)
  }

  return { run, states, succeed, fail, attempt, breakDown, pass }
}

test('F12: after five consecutive failures the breaker opens and calls fail at once', async () => {
  const { attempt, succeed, fail, states } = openBreakers()
  for (let count = 0; count < 5; count += 1) {
    expect(states()).toEqual(count === 0 ? {} : { News: 'closed' })
    expect(await attempt('News', fail())).toBe('status')
  }
  expect(states()).toEqual({ News: 'open' })
  expect(await attempt('News', succeed)).toBe('open')
  expect(succeed).not.toHaveBeenCalled()
})

test('F05: a timeout counts as two failures', async () => {
  const { attempt, fail, states } = openBreakers()
  for (let count = 0; count < 3; count += 1) await attempt('News', fail('timeout'))
  expect(states()).toEqual({ News: 'open' })
})

test('F56: an API that answers 429 with Retry-After gets no call of any type until then', async () => {
  const { attempt, run, succeed, pass, states } = openBreakers()
  const limited = new ContentUnavailable('status', 'It is', { status: 429, retryAfterS: 120 })
  await attempt('News', async () => Promise.reject(limited))
  pass(119_000)
  await expect(run('Blog', succeed)).rejects.toMatchObject({ fault: 'open', retryAfterS: 5 })
  expect(succeed).not.toHaveBeenCalled()
  // Operators see it, too.
  expect(states()).toEqual({ News: 'open', Blog: 'open' })
  pass(1_000)
  expect(await attempt('Blog', succeed)).toBe('good')
  expect(await attempt('News', succeed)).toBe('good')
  expect(states()).toEqual({ News: 'closed', Blog: 'closed' })
})

test('F56: a type that is slow but right gets more time after its first probe, until it is quick', async () => {
  const { breakDown, pass, run } = openBreakers()
  const asked: boolean[] = []
  const take = (ms: number) =>
    run('News', async ({ isPatient }) => {
      asked.push(isPatient)
      pass(ms)
    })
  await take(10)
  await breakDown('News')
  pass(2_000)
  for (const ms of [2_700, 2_700, 2_000, 1_000, 2_000]) await take(ms)
  expect(asked).toEqual([false, true, true, true, true, false])
})

test('F38: a success resets the failure count', async () => {
  const { attempt, fail, succeed, states } = openBreakers()
  for (let count = 0; count < 50; count += 1) {
    await attempt('News', fail())
    expect(await attempt('News', succeed)).toBe('good')
  }
  expect(states()).toEqual({ News: 'closed' })
})

test('calls rejected as busy do not count as failures', async () => {
  const { attempt, fail, states } = openBreakers()
  for (let count = 0; count < 20; count += 1) await attempt('News', fail('busy'))
  expect(states()).toEqual({ News: 'closed' })
})

describe('while the breaker is open', () => {
  test('F40: exactly one probe is sent after the backoff, and its success closes the breaker', async () => {
    const { attempt, run, breakDown, succeed, pass, states } = openBreakers()
    await breakDown('News')
    pass(1_999)
    expect(await attempt('News', succeed)).toBe('open')
    expect(states()).toEqual({ News: 'open' })
    pass(1)
    // Idle, it is not reported as open for ever.
    expect(states()).toEqual({ News: 'half-open' })

    let answer = (_: string) => undefined as void
    const probe = run('News', () => new Promise<string>((resolve) => (answer = resolve)))
    expect(states()).toEqual({ News: 'half-open' })
    expect(await attempt('News', succeed)).toBe('open')
    expect(succeed).not.toHaveBeenCalled()

    answer('back')
    expect(await probe).toBe('back')
    expect(states()).toEqual({ News: 'closed' })
    expect(await attempt('News', succeed)).toBe('good')
  })

  test('F40: each failed probe doubles the backoff, up to 30 s', async () => {
    const { attempt, breakDown, fail, pass, states } = openBreakers()
    await breakDown('News')
    for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      pass(wait - 1)
      expect(await attempt('News', fail())).toBe('open')
      pass(1)
      expect(await attempt('News', fail())).toBe('status')
      expect(states()).toEqual({ News: 'open' })
    }
  })

  test('F40: types that failed together are probed at different times', async () => {
    const { run, states, breakDown, pass } = openBreakers(0, 0.5)
    await breakDown('News')
    await breakDown('Blog')
    pass(1_000)
    await run('News', async () => 'good')
    await expect(run('Blog', async () => 'good')).rejects.toMatchObject({ fault: 'open' })
    expect(states()).toEqual({ News: 'closed', Blog: 'open' })
  })

  test('F13: Retry-After gives the remaining time, within the bounds', async () => {
    const { run, breakDown, fail, succeed, pass } = openBreakers()
    await breakDown('News')
    await expect(run('News', succeed)).rejects.toMatchObject({ retryAfterS: 5 })
    for (const wait of [2_000, 4_000, 8_000, 16_000]) {
      pass(wait)
      await run('News', fail()).catch(() => undefined)
    }
    await expect(run('News', succeed)).rejects.toMatchObject({ retryAfterS: 30 })
  })

  test('a call sent before it opened neither closes it nor extends it', async () => {
    const { run, breakDown, pass, succeed, attempt, states } = openBreakers()
    let answer = (_: string) => undefined as void
    let break_ = (_: Error) => undefined as void
    const good = run('News', () => new Promise<string>((resolve) => (answer = resolve)))
    const bad = run('News', () => new Promise<string>((_, reject) => (break_ = reject)))
    await breakDown('News')
    answer('late')
    break_(new ContentUnavailable('timeout', 'The test says so'))
    await Promise.allSettled([good, bad])
    expect(states()).toEqual({ News: 'open' })
    pass(2_000)
    expect(await attempt('News', succeed)).toBe('good')
  })

  test('a probe rejected as busy leaves the probe to the next call', async () => {
    const { attempt, breakDown, fail, pass, succeed } = openBreakers()
    await breakDown('News')
    pass(2_000)
    expect(await attempt('News', fail('busy'))).toBe('busy')
    expect(await attempt('News', succeed)).toBe('good')
  })
})

test('F40: an outage of ten minutes is reported once at its start and once at its end', async () => {
  const opened = vi.spyOn(log, 'warn').mockReturnValue()
  const closed = vi.spyOn(log, 'info').mockReturnValue()
  const { attempt, breakDown, fail, pass, succeed } = openBreakers()
  await breakDown('News')
  for (let passed = 0; passed < 600; passed += 1) {
    pass(1_000)
    await attempt('News', fail())
  }
  const facts = { type: 'News', fault: 'status', error: expect.any(String) }
  expect(opened.mock.calls).toEqual([[facts, 'circuit breaker opened']])
  expect(closed).not.toHaveBeenCalled()
  pass(30_000)
  await attempt('News', succeed)
  expect(closed.mock.calls).toEqual([[{ type: 'News' }, 'circuit breaker closed']])
})

test('operators see the failure of the last call that was made, not that the breaker is open', async () => {
  const api = await startRecordingApi((response) => response.writeHead(401).end())
  const { forRequest, health } = openContent(api.url)
  const news = {
    check: 'getPost',
    type: 'News',
    PostId: '',
    ParentId: 'NTROOT0',
    Pno: '1',
  } as const
  for (let calls = 0; calls < 8; calls += 1) {
    await expect(forRequest()(news, 'card')).rejects.toThrow(ContentUnavailable)
  }
  expect(api.requests.length).toBeLessThan(8)
  expect(health().lastFailure).toContain('The status is 401')
})
