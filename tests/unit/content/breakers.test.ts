import { describe, expect, test, vi } from 'vitest'
import { createBreakers } from '../../../server/content/api/breakers.ts'
import { ContentUnavailable, type Fault } from '../../../server/content/failures.ts'

/** Breakers on a clock that only the test moves, whose pauses are all of the longest length. */
function openBreakers() {
  let time = 1_000_000
  const onChange = vi.fn()
  const breakers = createBreakers({ onChange, now: () => time, random: () => 1 })
  const succeed = vi.fn(async () => 'good')

  function fail(fault: Fault = 'status') {
    return async () => {
      throw new ContentUnavailable(fault, 'The test says so')
    }
  }
  /** The outcome of one call: what it answers, or its fault. */
  async function attempt(type: string, call: () => Promise<string>) {
    return breakers.run(type, call).catch((error: unknown) => {
      if (error instanceof ContentUnavailable) return error.fault
      throw error
    })
  }

  async function breakDown(type: string) {
    for (let count = 0; count < 5; count += 1) await attempt(type, fail())
  }

  function pass(ms: number) {
    time += ms
  }

  return { ...breakers, onChange, succeed, fail, attempt, breakDown, pass }
}

test('F12: after five failures in a row a type is not asked for, and says so at once', async () => {
  const { attempt, succeed, fail, states } = openBreakers()
  for (let count = 0; count < 5; count += 1) {
    expect(states()).toEqual(count === 0 ? {} : { News: 'closed' })
    expect(await attempt('News', fail())).toBe('status')
  }
  expect(states()).toEqual({ News: 'open' })
  expect(await attempt('News', succeed)).toBe('open')
  expect(succeed).not.toHaveBeenCalled()
})

test('F05: what visitors had to wait for counts double', async () => {
  const { attempt, fail, states } = openBreakers()
  for (let count = 0; count < 3; count += 1) await attempt('News', fail('timeout'))
  expect(states()).toEqual({ News: 'open' })
})

test('F38: one success between them, and failures do not add up', async () => {
  const { attempt, fail, succeed, states } = openBreakers()
  for (let count = 0; count < 50; count += 1) {
    await attempt('News', fail())
    expect(await attempt('News', succeed)).toBe('good')
  }
  expect(states()).toEqual({ News: 'closed' })
})

test('F39: one dead type leaves the others alone', async () => {
  const { attempt, breakDown, succeed, states } = openBreakers()
  await breakDown('News')
  expect(await attempt('Blog', succeed)).toBe('good')
  expect(states()).toEqual({ News: 'open', Blog: 'closed' })
})

test('calls that found no room say nothing of the API', async () => {
  const { attempt, fail, states } = openBreakers()
  for (let count = 0; count < 20; count += 1) await attempt('News', fail('busy'))
  expect(states()).toEqual({ News: 'closed' })
})

describe('while it is open', () => {
  test('F40: exactly one call goes out once the time is over, and its success lets all through', async () => {
    const { attempt, run, breakDown, succeed, pass, states } = openBreakers()
    await breakDown('News')
    pass(1_999)
    expect(await attempt('News', succeed)).toBe('open')
    pass(1)

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

  test('F40: each call that tries in vain doubles the time, up to 30 s', async () => {
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

  test('F40: types that went down together try at different times', async () => {
    const chances = [0, 0.5]
    let time = 0
    const { run, states } = createBreakers({
      now: () => time,
      random: () => chances.shift() ?? 1,
    })
    const fail = async () => {
      throw new ContentUnavailable('status', 'The test says so')
    }
    for (const type of ['News', 'Blog']) {
      for (let count = 0; count < 5; count += 1) await run(type, fail).catch(() => undefined)
    }
    time = 1_000
    await run('News', async () => 'good')
    await expect(run('Blog', async () => 'good')).rejects.toMatchObject({ fault: 'open' })
    expect(states()).toEqual({ News: 'closed', Blog: 'open' })
  })

  test('F13: a visitor is told how long that will be, within the bounds', async () => {
    const { run, breakDown, fail, succeed, pass } = openBreakers()
    await breakDown('News')
    await expect(run('News', succeed)).rejects.toMatchObject({ retryAfterS: 5 })
    for (const wait of [2_000, 4_000, 8_000, 16_000]) {
      pass(wait)
      await run('News', fail()).catch(() => undefined)
    }
    await expect(run('News', succeed)).rejects.toMatchObject({ retryAfterS: 30 })
  })

  test('a call from before does not close it, nor make it open longer', async () => {
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

  test('a call that should have tried and found no room leaves it to the next', async () => {
    const { attempt, breakDown, fail, pass, succeed } = openBreakers()
    await breakDown('News')
    pass(2_000)
    expect(await attempt('News', fail('busy'))).toBe('busy')
    expect(await attempt('News', succeed)).toBe('good')
  })
})

test('F40: an outage of ten minutes is told once when it begins and once when it ends', async () => {
  const { attempt, breakDown, fail, pass, succeed, onChange } = openBreakers()
  await breakDown('News')
  for (let passed = 0; passed < 600; passed += 1) {
    pass(1_000)
    await attempt('News', fail())
  }
  expect(onChange.mock.calls).toEqual([['News', expect.any(ContentUnavailable)]])
  pass(30_000)
  await attempt('News', succeed)
  expect(onChange.mock.calls.slice(1)).toEqual([['News']])
})
