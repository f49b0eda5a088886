import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ReadCall } from '../call.ts'
import { ContentCache } from './content-cache.ts'
import type { ContentQuery } from '../content-calls.ts'
import type { ContentLanguage } from '../content-types.ts'
import { log } from '@site/runtime/log'
import { detailsCall, openContent } from '../../../tests/support/open-content.ts'
import {
  fieldsOf,
  hang,
  sendJson,
  startRecordingApi,
  type Responder,
} from '../../../tests/support/recording-api.ts'

beforeAll(() => {
  // Refreshes fail on purpose here; their log lines are not tested.
  log.level = 'silent'
})

/** A cache with a manual clock, and loads that the test settles. */
function createTestCache({ freshMs = 60_000, staleMs = 600_000 } = {}) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const loads: { succeed: (items: unknown[]) => void; fail: (error: Error) => void }[] = []
  const load: ReadCall = () =>
    new Promise((resolve, reject) => {
      const calledAt = Date.now()
      const succeed = (items: unknown[]) => {
        const fingerprint = JSON.stringify(items)
        const times = { calledAt, arrivedAt: Date.now() }
        resolve({ items, fingerprint, body: Buffer.from(fingerprint), isCut: false, ...times })
      }
      loads.push({ succeed, fail: reject })
    })
  const cache = new ContentCache(load, {
    ...{ freshMs, staleMs },
    events: new EventEmitter(),
    parse: () => Promise.reject(new Error('Nothing is stored')),
  })
  const read = async (key = 'news') => (await cache.read(detailsCall(key))).items

  return {
    wait: (ms: number) => void vi.setSystemTime(Date.now() + ms),
    loads,
    read,
    /** Reads, and settles the load with that value. */
    readLoaded: async (value: unknown[]) => {
      const reading = read()
      await nextTurn()
      loads.at(-1)?.succeed(value)
      return reading
    },
  }
}

describe('fresh content', () => {
  test('is served without a call until it expires, to the millisecond', async () => {
    const { read, readLoaded, loads, wait } = createTestCache({ freshMs: 60_000 })
    await readLoaded(['old'])
    wait(59_999)
    expect(await read()).toEqual(['old'])
    expect(loads).toHaveLength(1)
    wait(1)
    await read()
    expect(loads).toHaveLength(2)
  })
})

describe('stale content', () => {
  test('is served at once during one background refresh, and the next reader gets the new value', async () => {
    const { read, readLoaded, loads, wait } = createTestCache()
    await readLoaded(['old'])
    wait(60_000)
    const readings = await Promise.all([read(), read(), read()])
    expect(readings).toEqual([['old'], ['old'], ['old']])
    expect(loads).toHaveLength(2)
    loads[1]?.succeed(['new'])
    await nextTurn()
    expect(await read()).toEqual(['new'])
    expect(loads).toHaveLength(2)
  })

  test('stays cached when a refresh fails, and the next reader tries again', async () => {
    const { read, readLoaded, loads, wait } = createTestCache()
    await readLoaded(['old'])
    wait(60_000)
    expect(await read()).toEqual(['old'])
    loads[1]?.fail(new Error('the API is down'))
    await nextTurn()
    expect(await read()).toEqual(['old'])
    expect(loads).toHaveLength(3)
    loads[2]?.succeed(['new'])
    await nextTurn()
    expect(await read()).toEqual(['new'])
  })

  test('is served stale until the limit, and not a millisecond longer', async () => {
    const { read, readLoaded, loads, wait } = createTestCache({ freshMs: 10, staleMs: 90 })
    await readLoaded(['old'])
    wait(99)
    expect(await read()).toEqual(['old'])
    loads[1]?.fail(new Error('the API is down'))
    await nextTurn()
    wait(1)
    const reading = read()
    await nextTurn()
    loads[2]?.fail(new Error('the API is still down'))
    await expect(reading).rejects.toThrow('the API is still down')
  })
})

describe('no content yet', () => {
  test('a failed first load rejects for all waiters and is not cached', async () => {
    const { read, readLoaded, loads } = createTestCache()
    const readings = [read(), read()].map((reading) =>
      reading.catch((error: unknown) => String(error)),
    )
    await nextTurn()
    loads[0]?.fail(new Error('the API is down'))
    expect(await Promise.all(readings)).toEqual([
      'Error: the API is down',
      'Error: the API is down',
    ])
    expect(loads).toHaveLength(1)
    expect(await readLoaded(['news'])).toEqual(['news'])
    expect(loads).toHaveLength(2)
  })

  test('"no such post" is not cached: the next reader calls the API again', async () => {
    const { readLoaded, loads } = createTestCache()
    expect(await readLoaded([])).toEqual([])
    expect(await readLoaded(['published now'])).toEqual(['published now'])
    expect(loads).toHaveLength(2)
  })
})

describe('CONTENT_CACHE_TTL_S=0', () => {
  test('every reader calls the API, concurrent ones too', async () => {
    const { read, loads } = createTestCache({ freshMs: 0 })
    const readings = [read(), read(), read()]
    await nextTurn()
    expect(loads).toHaveLength(3)
    loads.forEach(({ succeed }, at) => succeed([at]))
    expect(await Promise.all(readings)).toEqual([[0], [1], [2]])
  })

  test('the last good content is served stale while the API fails, until the limit', async () => {
    const { read, readLoaded, loads, wait } = createTestCache({ freshMs: 0, staleMs: 90 })
    await readLoaded(['old'])
    wait(89)
    const reading = read()
    await nextTurn()
    loads[1]?.fail(new Error('the API is down'))
    expect(await reading).toEqual(['old'])
    wait(1)
    const late = read()
    await nextTurn()
    loads[2]?.fail(new Error('the API is down'))
    await expect(late).rejects.toThrow('the API is down')
  })

  test('with CONTENT_STALE_S=0 nothing is served stale', async () => {
    const { read, readLoaded, loads } = createTestCache({ freshMs: 0, staleMs: 0 })
    await readLoaded(['old'])
    const reading = read()
    await nextTurn()
    loads[1]?.fail(new Error('the API is down'))
    await expect(reading).rejects.toThrow('the API is down')
  })
})

/** An API that responds with one post, whose title contains the requested fields. */
const echo: Responder = (response, request) => {
  void fieldsOf(request).then((fields) => {
    sendJson([{ postID: 'echo', postTitle: JSON.stringify(fields) }])(response, request)
  })
}

const query: ContentQuery = {
  check: 'getPost',
  type: 'News',
  PostId: '',
  ParentId: 'NTROOT0',
  Pno: '-1',
}

describe('visitors of one process', () => {
  test('1,000 concurrent pages make one call', async () => {
    const api = await startRecordingApi(sendJson([{ postID: '1', postTitle: 'News' }]))
    const { viewPage } = openContent(api.url)
    const lists = await Promise.all(Array.from({ length: 1_000 }, () => viewPage().listNews()))
    expect(new Set(lists.map((list) => list[0]?.postTitle))).toEqual(new Set(['News']))
    expect(api.requests).toHaveLength(1)
  })

  test('responses are cached separately by language, IDs, parents, type, check and Pno', async () => {
    const api = await startRecordingApi(echo)
    const { forRequest } = openContent(api.url)
    const queries: [ContentLanguage, ContentQuery][] = [
      ['Ar', query],
      ['En', query],
      ['Ar', { ...query, PostId: '1' }],
      ['Ar', { ...query, PostId: '2' }],
      ['Ar', { ...query, ParentId: '1' }],
      ['Ar', { ...query, ParentId: '2' }],
      ['Ar', { ...query, type: 'Blog' }],
      ['Ar', { ...query, check: 'getPostDetails' }],
      ['Ar', { ...query, Pno: '1' }],
      // IDs that would collide if the fields were simply concatenated.
      ...['|', ',', '","'].flatMap((mark): [ContentLanguage, ContentQuery][] => [
        ['Ar', { ...query, PostId: ['a', '1', 'News', 'b'].join(mark), ParentId: 'c' }],
        ['Ar', { ...query, PostId: 'a', ParentId: ['b', '1', 'News', 'c'].join(mark) }],
      ]),
    ]
    const ask = ([lang, wanted]: (typeof queries)[number]) => forRequest(lang)(wanted, 'card')
    const expected = queries.map(([Lang, { check, type: Type, PostId, ParentId, Pno }]) =>
      JSON.stringify(
        Object.entries({ check, Lang, PostId, FbrnId: '1', Type, ParentId, PostName: '', Pno }),
      ),
    )
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(queries.map(ask))
      expect(answers.map((answer) => answer[0]?.postTitle)).toEqual(expected)
    }
    expect(api.requests).toHaveLength(queries.length)
  })
})

describe('one request', () => {
  test('makes each distinct call once, even with the cache disabled', async () => {
    const api = await startRecordingApi(sendJson([{ postID: '1', postTitle: 'A post' }]))
    const content = openContent(api.url, { CONTENT_CACHE_TTL_S: '0' })
    const calls = content.viewPage()
    await Promise.all([calls.findContact(), calls.findContact(), calls.listNews()])
    await calls.listNews()
    await calls.findContact()
    expect(api.requests).toHaveLength(2)
    await content.viewPage().findContact()
    expect(api.requests).toHaveLength(3)
  })

  test('does not repeat a failed call; the next request does', async () => {
    const api = await startRecordingApi(
      sendJson({}, { status: 500 }),
      sendJson([{ postID: '1', postTitle: 'News' }]),
    )
    const content = openContent(api.url)
    const calls = content.viewPage()
    await expect(calls.listNews()).rejects.toMatchObject({ fault: 'status' })
    await expect(calls.listNews()).rejects.toMatchObject({ fault: 'status' })
    expect(api.requests).toHaveLength(1)
    expect(await content.viewPage().listNews()).toMatchObject([{ postTitle: 'News' }])
  })

  test('fails at its deadline, long before the timeouts of its calls', async () => {
    const api = await startRecordingApi(hang)
    const calls = openContent(api.url).viewPage('Ar', 50)
    const failures = await Promise.allSettled([calls.listNews(), calls.findContact()])
    for (const failure of failures) {
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: {
          name: 'ContentUnavailable',
          fault: 'timeout',
          message: 'The page deadline was exceeded',
        },
      })
    }
  })

  test('the deadline counts from the start of the request, not from each call', async () => {
    const api = await startRecordingApi(hang)
    const calls = openContent(api.url).viewPage('Ar', 50)
    await expect(calls.listNews()).rejects.toMatchObject({ fault: 'timeout' })
    const fault = calls.listBlog().catch((error: unknown) => error)
    const first = await Promise.race([fault, nextTurn('still waiting')])
    expect(first).toMatchObject({ fault: 'timeout' })
  })

  test('a response after the deadline is cached for the next request', async () => {
    const release: (() => void)[] = []
    const api = await startRecordingApi((response, request) => {
      const respond = sendJson([{ postID: '1', postTitle: 'Late news' }])
      release.push(() => respond(response, request))
    })
    const content = openContent(api.url)
    await expect(content.viewPage('Ar', 50).listNews()).rejects.toMatchObject({ fault: 'timeout' })
    await api.arrived(1)
    const next = content.viewPage().listNews()
    release[0]?.()
    expect(await next).toMatchObject([{ postTitle: 'Late news' }])
    expect(api.requests).toHaveLength(1)
  })
})
