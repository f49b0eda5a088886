import { describe, expect, test, vi } from 'vitest'
import { ContentUnavailable } from '../../../server/content/failures.ts'
import { createRetryBudget } from '../../../server/content/api/api-client.ts'
import { log } from '@site/runtime/log'
import { metrics } from '../../../server/observe/metrics.ts'
import { changeLimits } from '../../support/change-limits.ts'
import { eventually } from '../../support/eventually.ts'
import { findDeadAddress } from '../../support/loopback.ts'
import { openContent } from '../../support/open-content.ts'
import {
  hang,
  reset,
  sendHalf,
  sendJson,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'
import { sampleEmail } from '../../support/sample-email.ts'
import { onThisMachine } from '../../support/busy-machine.ts'

const good = sendJson([{ postID: '1', postTitle: 'News' }])
const news = [{ postTitle: 'News' }]

async function faultOf(call: Promise<unknown>) {
  return call.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof ContentUnavailable) return error.fault
      throw error
    },
  )
}

/** A counter's value so far, for one outcome or in total. */
async function countOf(counter: typeof metrics.contentCalls, outcome?: string) {
  const { values } = await counter.get()
  return values
    .filter(({ labels }) => outcome === undefined || labels['outcome'] === outcome)
    .reduce((sum, { value }) => sum + value, 0)
}

describe('a retry', () => {
  test.each<[string, Responder]>([
    ['F09: a reset before the head', reset],
    ['F10: a body that breaks off', sendHalf('[{"postID":"1"')],
    ['F12: a 502', sendJson({}, { status: 502 })],
    ['F12: a 503', sendJson({}, { status: 503 })],
    ['F12: a 504', sendJson({}, { status: 504 })],
  ])('%s succeeds on retry', async (_, bad) => {
    const before = await countOf(metrics.contentRetries)
    const api = await startRecordingApi(bad, good)
    expect(await openContent(api.url).viewPage().listNews()).toMatchObject(news)
    expect(api.requests).toHaveLength(2)
    expect(await countOf(metrics.contentRetries)).toBe(before + 1)
  })

  test('F05: a timeout is not retried', async () => {
    changeLimits({ wholeCall: 1_000, minTimeToRetry: -60_000 })
    const api = await startRecordingApi(hang)
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('timeout')
    expect(api.requests).toHaveLength(1)
  })

  test('F10: no retry without enough time left', async () => {
    changeLimits({ minTimeToRetry: 60_000 })
    const api = await startRecordingApi(reset, good)
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('cut')
    expect(api.requests).toHaveLength(1)
  })

  test('F07: a retry does not extend the call’s deadline', async () => {
    changeLimits({ wholeCall: 2_000, minTimeToRetry: 0, headers: 60_000 })
    const api = await startRecordingApi((response, request) => {
      setTimeout(() => reset(response, request), 1_500)
    }, hang)
    const start = performance.now()
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('timeout')
    expect(performance.now() - start).toBeLessThan(onThisMachine(3_200, 0))
    expect(api.requests).toHaveLength(2)
  })

  test('a write is never retried', async () => {
    const refused: Responder = (response, request) => {
      const headers = { 'set-cookie': `XSRF-TOKEN=new-${Math.random()}` }
      sendJson({}, { status: 403, headers })(response, request)
    }
    // An e-mail that was received is sent, whatever becomes of the response.
    const halfSent = sendHalf('{')
    const outcomes: Responder[] = [
      reset,
      halfSent,
      sendJson({}, { status: 503 }),
      sendJson({}, { status: 500 }),
      refused,
    ]
    const email = { ...sampleEmail, isSend: true }
    for (const outcome of outcomes) {
      const api = await startRecordingApi(outcome)
      const { other } = openContent(api.url)
      const isSent = (await faultOf(other.postEmail(email, { key: 'K7M2-9XCA' }))) === 'none'
      expect(isSent).toBe(outcome === halfSent)
      expect(await faultOf(other.processCompany({ name: 'Tayyar' }))).not.toBe('none')
      expect(api.requests.map(({ path }) => path)).toEqual([
        '/users/PostEmail',
        '/company-processing',
      ])
    }
  })

  test('other reads are retried too', async () => {
    const api = await startRecordingApi(reset, sendJson({}), reset, sendJson([{}]))
    const { other } = openContent(api.url)
    expect(await other.getMainLanguage()).toEqual({})
    expect(await other.listMainSystem('getSystem', 'Ar')).toEqual([{}])
    expect(api.requests).toHaveLength(4)
  })
})

describe('the retry budget', () => {
  test('F38: retries are at most a tenth of reads, after the initial few', () => {
    const budget = createRetryBudget()
    let spent = 0
    for (let read = 1; read <= 10_000; read += 1) {
      budget.earn()
      if (budget.spend()) spent += 1
      expect(spent).toBeLessThanOrEqual(Math.max(5, read / 10))
    }
    expect(spent).toBeGreaterThan(950)
  })

  test('F40: at most ten retries are saved up', () => {
    const budget = createRetryBudget()
    for (let read = 0; read < 100_000; read += 1) budget.earn()
    let spent = 0
    while (budget.spend()) spent += 1
    expect(spent).toBe(10)
  })
})

describe('an open circuit breaker', () => {
  test('F01, F39: rejects calls of its type at once, and leaves other types alone', async () => {
    const logged = vi.spyOn(log, 'warn').mockReturnValue()
    const api = await startRecordingApi((response, request) => {
      const isNews = request.body.includes('\r\n\r\nNews\r\n')
      const respond = isNews ? sendJson({}, { status: 500 }) : sendJson([])
      respond(response, request)
    })
    const content = openContent(api.url)
    for (let view = 0; view < 5; view += 1) await faultOf(content.viewPage().listNews())
    expect(await content.viewPage().listBlog()).toEqual([])
    const requestsBefore = api.requests.length
    const open = await countOf(metrics.contentCalls, 'open')
    for (let view = 0; view < 100; view += 1) {
      await expect(content.viewPage().listNews()).rejects.toMatchObject({
        fault: 'open',
        retryAfterS: 5,
      })
    }
    expect(api.requests).toHaveLength(requestsBefore)
    expect(await content.viewPage('En').listBlog()).toEqual([])
    expect(content.breakers()).toEqual({ News: 'open', Blog: 'closed' })

    expect(await countOf(metrics.contentCalls, 'open')).toBe(open + 100)
    expect(logged.mock.calls).toEqual([
      [expect.objectContaining({ type: 'News', fault: 'status' }), expect.any(String)],
    ])
    logged.mockRestore()
  })

  test('a well-formed "no such post" does not count as a failure', async () => {
    const api = await startRecordingApi(sendJson([]))
    const content = openContent(api.url)
    for (let view = 0; view < 20; view += 1) {
      await expect(content.viewPage().getNews(`n${view}`)).rejects.toMatchObject({
        name: 'NotFound',
      })
    }
    expect(content.breakers()).toEqual({ News: 'closed' })
  })

  test('F21: a response of the wrong shape counts as a failure', async () => {
    vi.spyOn(log, 'warn').mockReturnValueOnce()
    const api = await startRecordingApi(sendJson({ posts: [] }))
    const content = openContent(api.url)
    for (let view = 0; view < 5; view += 1) await faultOf(content.viewPage().listNews())
    expect(content.breakers()).toEqual({ News: 'open' })
  })
})

describe('many concurrent calls', () => {
  test('F40: 32 are in flight, the rest are queued', async () => {
    const pending: (() => void)[] = []
    let atOnce = 0
    let most = 0
    const api = await startRecordingApi((response, request) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      pending.push(() => {
        atOnce -= 1
        good(response, request)
      })
    })
    const content = openContent(api.url)
    const calls = Array.from({ length: 80 }, (_, at) => content.viewPage().getNews(`n${at}`))
    await api.arrived(32)
    await eventually(async () => {
      for (const release of pending.splice(0)) release()
      expect(api.requests).toHaveLength(80)
    })
    for (const release of pending.splice(0)) release()
    expect(await Promise.all(calls)).toHaveLength(80)
    expect(most).toBe(32)
  })

  test('F05: calls beyond the queue are rejected at once and do not count as API failures', async () => {
    changeLimits({ connections: 2, queuedCalls: 3 })
    const pending: (() => void)[] = []
    const api = await startRecordingApi((response, request) => {
      pending.push(() => good(response, request))
      if (pending.length > 2) good(response, request)
    })
    const content = openContent(api.url)
    const calls = Array.from({ length: 5 }, (_, at) => content.viewPage().getNews(`n${at}`))
    await api.arrived(2)
    for (let more = 0; more < 20; more += 1) {
      expect(await faultOf(content.viewPage().getNews(`more-${more}`))).toBe('busy')
    }
    expect(content.breakers()).toEqual({ News: 'closed' })
    for (const release of pending) release()
    expect(await Promise.all(calls)).toHaveLength(5)
    expect(await content.viewPage().getNews('later')).toMatchObject(news[0] ?? {})
  })
})

test('F01: closing a source during a call leaves nothing open', async () => {
  const content = openContent(await findDeadAddress())
  const call = faultOf(content.viewPage().listNews())
  await content.close()
  expect(await call).toBe('refused')
})
