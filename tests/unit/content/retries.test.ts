import { describe, expect, test, vi } from 'vitest'
import { ContentUnavailable } from '../../../server/content/failures.ts'
import { createRetryBudget } from '../../../server/content/api/retry-budget.ts'
import { log } from '../../../server/log.ts'
import { metrics } from '../../../server/metrics.ts'
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

const good = sendJson([{ postID: '1', postTitle: 'News' }])
const news = [{ postTitle: 'News' }]
const uncached = { CONTENT_CACHE_TTL_S: '0', CONTENT_STALE_S: '0' }

async function faultOf(call: Promise<unknown>) {
  return call.then(
    () => 'none',
    (error: unknown) => {
      if (error instanceof ContentUnavailable) return error.fault
      throw error
    },
  )
}

/** What a counter has counted so far, by the value of one label or in all. */
async function countOf(counter: typeof metrics.contentCalls, outcome?: string) {
  const { values } = await counter.get()
  return values
    .filter(({ labels }) => outcome === undefined || labels['outcome'] === outcome)
    .reduce((sum, { value }) => sum + value, 0)
}

describe('a second attempt', () => {
  test.each<[string, Responder]>([
    ['F09: a reset before the head', reset],
    ['F10: a body that breaks off', sendHalf('[{"postID":"1"')],
    ['F12: a 502', sendJson({}, { status: 502 })],
    ['F12: a 503', sendJson({}, { status: 503 })],
    ['F12: a 504', sendJson({}, { status: 504 })],
  ])('%s is made good by it, unseen', async (_, bad) => {
    const before = await countOf(metrics.contentRetries)
    const api = await startRecordingApi(bad, good)
    expect(await openContent(api.url).viewPage().listNews()).toMatchObject(news)
    expect(api.requests).toHaveLength(2)
    expect(await countOf(metrics.contentRetries)).toBe(before + 1)
  })

  test('F09: there is no third', async () => {
    const api = await startRecordingApi(reset)
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('cut')
    expect(api.requests).toHaveLength(2)
  })

  test.each<[string, Responder]>([
    ['F12: a 500', sendJson({}, { status: 500 })],
    ['F14: a 401', sendJson({}, { status: 401 })],
    ['F13: a 429', sendJson({}, { status: 429 })],
    ['F17: HTML', sendJson('<h1>', { type: 'text/html' })],
    ['F21: null', sendJson(null)],
  ])('%s gets none', async (_, bad) => {
    const api = await startRecordingApi(bad, good)
    expect(await faultOf(openContent(api.url).viewPage().listNews())).not.toBe('none')
    expect(api.requests).toHaveLength(1)
  })

  test('F05: none after a timeout', async () => {
    changeLimits({ wholeCall: 100, retryNeeds: -60_000 })
    const api = await startRecordingApi(hang)
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('timeout')
    expect(api.requests).toHaveLength(1)
  })

  test('F10: none when there is no time left for it', async () => {
    changeLimits({ retryNeeds: 60_000 })
    const api = await startRecordingApi(reset, good)
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('cut')
    expect(api.requests).toHaveLength(1)
  })

  test('F07: the call has no more time with it than without', async () => {
    changeLimits({ wholeCall: 2_000, retryNeeds: 0, headers: 60_000 })
    const api = await startRecordingApi((response, request) => {
      setTimeout(() => reset(response, request), 1_500)
    }, hang)
    const start = performance.now()
    expect(await faultOf(openContent(api.url).viewPage().listNews())).toBe('timeout')
    expect(performance.now() - start).toBeLessThan(3_200)
    expect(api.requests).toHaveLength(2)
  })

  test('a write is made once, whatever becomes of it', async () => {
    const refused: Responder = (response, request) => {
      const headers = { 'set-cookie': `XSRF-TOKEN=new-${Math.random()}` }
      sendJson({}, { status: 403, headers })(response, request)
    }
    const outcomes: Responder[] = [
      reset,
      sendHalf('{'),
      sendJson({}, { status: 503 }),
      sendJson({}, { status: 500 }),
      refused,
    ]
    const email = {
      title: 'A question',
      details: 'Words',
      comEmail: 'visitor@tayyar.example',
      comEmailPass: '',
      comEmailPort: '',
      isSend: true,
    }
    for (const outcome of outcomes) {
      const api = await startRecordingApi(outcome)
      const { other } = openContent(api.url)
      expect(await faultOf(other.postEmail(email))).not.toBe('none')
      expect(await faultOf(other.processCompany({ name: 'Tayyar' }))).not.toBe('none')
      expect(api.requests.map(({ path }) => path)).toEqual([
        '/users/PostEmail',
        '/company-processing',
      ])
    }
  })

  test('the other reads get one too', async () => {
    const api = await startRecordingApi(reset, sendJson({}), reset, sendJson([{}]))
    const { other } = openContent(api.url)
    expect(await other.getMainLanguage()).toEqual({})
    expect(await other.listMainSystem('getSystem', 'Ar')).toEqual([{}])
    expect(api.requests).toHaveLength(4)
  })
})

describe('the budget', () => {
  test('F38: second attempts are never more than a tenth, but for the first few', () => {
    const budget = createRetryBudget()
    let spent = 0
    for (let read = 1; read <= 10_000; read += 1) {
      budget.earn()
      if (budget.spend()) spent += 1
      expect(spent).toBeLessThanOrEqual(Math.max(5, read / 10))
    }
    expect(spent).toBeGreaterThan(950)
  })

  test('F40: a long good time saves up ten, and no more', () => {
    const budget = createRetryBudget()
    for (let read = 0; read < 100_000; read += 1) budget.earn()
    let spent = 0
    while (budget.spend()) spent += 1
    expect(spent).toBe(10)
  })

  test('F38: an API that alternates good and bad gets at most a tenth more calls', async () => {
    let count = 0
    const api = await startRecordingApi((response, request) => {
      count += 1
      const answer = count % 2 === 0 ? sendJson({}, { status: 503 }) : good
      answer(response, request)
    })
    const content = openContent(api.url, uncached)
    const views = 200
    for (let view = 0; view < views; view += 1) await faultOf(content.viewPage().listNews())
    expect(api.requests.length).toBeLessThanOrEqual(views * 1.1)
    expect(content.breakers()).toEqual({ News: 'closed' })
  })

  test('F38: nine views of ten show what is fresh', async () => {
    let count = 0
    const api = await startRecordingApi((response, request) => {
      count += 1
      const answer = count % 2 === 0 ? good : sendJson({}, { status: 503 })
      answer(response, request)
    })
    const content = openContent(api.url)
    let fresh = 0
    for (let view = 0; view < 50; view += 1) {
      const calls = content.viewPage(view % 2 ? 'Ar' : 'En')
      const lists = [calls.listNews(), calls.listBlog(), calls.listServices()]
      const results = await Promise.allSettled(lists)
      if (results.every(({ status }) => status === 'fulfilled')) fresh += 1
    }
    expect(fresh).toBeGreaterThanOrEqual(45)
  })
})

describe('a type that is given a rest', () => {
  test('F01, F39: is not asked for, says so at once, and leaves the others alone', async () => {
    const said = vi.spyOn(log, 'warn').mockReturnValue()
    const api = await startRecordingApi((response, request) => {
      const isNews = request.body.includes('\r\n\r\nNews\r\n')
      const answer = isNews ? sendJson({}, { status: 500 }) : sendJson([])
      answer(response, request)
    })
    const content = openContent(api.url)
    for (let view = 0; view < 5; view += 1) await faultOf(content.viewPage().listNews())
    expect(await content.viewPage().listBlog()).toEqual([])
    const asked = api.requests.length
    const open = await countOf(metrics.contentCalls, 'open')
    for (let view = 0; view < 100; view += 1) {
      await expect(content.viewPage().listNews()).rejects.toMatchObject({
        fault: 'open',
        retryAfterS: 5,
      })
    }
    expect(api.requests).toHaveLength(asked)
    expect(await content.viewPage('En').listBlog()).toEqual([])
    expect(content.breakers()).toEqual({ News: 'open', Blog: 'closed' })

    expect(await countOf(metrics.contentCalls, 'open')).toBe(open + 100)
    const { values } = await metrics.breakerOpen.get()
    expect(values).toContainEqual(expect.objectContaining({ labels: { type: 'News' }, value: 1 }))
    expect(said.mock.calls).toEqual([
      [expect.objectContaining({ type: 'News', fault: 'status' }), expect.any(String)],
    ])
    said.mockRestore()
  })

  test('F40: is asked for by one call without a second attempt, then by all, and that is told', async () => {
    changeLimits({ firstBreak: 1 })
    const said = [vi.spyOn(log, 'warn').mockReturnValue(), vi.spyOn(log, 'info').mockReturnValue()]
    let answer: Responder = sendJson({}, { status: 500 })
    const api = await startRecordingApi((response, request) => answer(response, request))
    const content = openContent(api.url)
    for (let view = 0; view < 5; view += 1) await faultOf(content.viewPage().listNews())
    answer = sendJson({}, { status: 503 })
    const before = api.requests.length
    await eventually(async () => {
      await faultOf(content.viewPage().listNews())
      expect(api.requests.length).toBeGreaterThan(before)
    })
    expect(api.requests).toHaveLength(before + 1)

    answer = good
    await eventually(async () => {
      expect(await content.viewPage().listNews()).toMatchObject(news)
    })
    expect(content.breakers()).toEqual({ News: 'closed' })
    const { values } = await metrics.breakerOpen.get()
    expect(values).toContainEqual(expect.objectContaining({ labels: { type: 'News' }, value: 0 }))
    for (const level of said) {
      expect(level).toHaveBeenCalledOnce()
      level.mockRestore()
    }
  })

  test('a well-formed "no such post" is no failure', async () => {
    const api = await startRecordingApi(sendJson([]))
    const content = openContent(api.url)
    for (let view = 0; view < 20; view += 1) {
      await expect(content.viewPage().getNews(`n${view}`)).rejects.toMatchObject({
        name: 'NotFound',
      })
    }
    expect(content.breakers()).toEqual({ News: 'closed' })
  })

  test('F21: an answer of the wrong shape is one', async () => {
    vi.spyOn(log, 'warn').mockReturnValueOnce()
    const api = await startRecordingApi(sendJson({ posts: [] }))
    const content = openContent(api.url)
    for (let view = 0; view < 5; view += 1) await faultOf(content.viewPage().listNews())
    expect(content.breakers()).toEqual({ News: 'open' })
  })
})

describe('many calls at once', () => {
  test('F40: 32 are on their way, the rest wait their turn', async () => {
    const held: (() => void)[] = []
    let atOnce = 0
    let most = 0
    const api = await startRecordingApi((response, request) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      held.push(() => {
        atOnce -= 1
        good(response, request)
      })
    })
    const content = openContent(api.url)
    const calls = Array.from({ length: 80 }, (_, at) => content.viewPage().getNews(`n${at}`))
    await api.arrived(32)
    await eventually(async () => {
      for (const release of held.splice(0)) release()
      expect(api.requests).toHaveLength(80)
    })
    for (const release of held.splice(0)) release()
    expect(await Promise.all(calls)).toHaveLength(80)
    expect(most).toBe(32)
  })

  test('F05: those that would wait too long are refused at once, which is no failure of the API', async () => {
    changeLimits({ connections: 2, waiting: 3 })
    const held: (() => void)[] = []
    const api = await startRecordingApi((response, request) => {
      held.push(() => good(response, request))
      if (held.length > 2) good(response, request)
    })
    const content = openContent(api.url)
    const calls = Array.from({ length: 5 }, (_, at) => content.viewPage().getNews(`n${at}`))
    await api.arrived(2)
    for (let more = 0; more < 20; more += 1) {
      expect(await faultOf(content.viewPage().getNews(`more-${more}`))).toBe('busy')
    }
    expect(content.breakers()).toEqual({ News: 'closed' })
    for (const release of held) release()
    expect(await Promise.all(calls)).toHaveLength(5)
    expect(await content.viewPage().getNews('later')).toMatchObject(news[0] ?? {})
  })
})

test('a visitor’s request id goes with its calls, unless it could not stand in a header', async () => {
  const api = await startRecordingApi(sendJson([]))
  const content = openContent(api.url, uncached)
  await content.viewPage('Ar', 60_000, 'id-1').listNews()
  await content.viewPage('Ar', 60_000, 'a b\r\nx: y').listNews()
  await content.viewPage().listNews()
  expect(api.requests.map(({ headers }) => headers['x-request-id'])).toEqual([
    'id-1',
    undefined,
    undefined,
  ])
})

test('F01: a source that is closed in the middle of a call leaves nothing behind', async () => {
  const content = openContent(await findDeadAddress())
  const call = faultOf(content.viewPage().listNews())
  await content.close()
  expect(await call).toBe('refused')
})
