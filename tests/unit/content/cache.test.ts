import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContentCache, type Loaded } from '../../../server/content/cache/content-cache.ts'
import type { ContentLanguage, ContentQuery } from '../../../server/content/content-calls.ts'
import { log } from '../../../server/log.ts'
import { openContent } from '../../support/open-content.ts'
import {
  fieldsOf,
  hang,
  sendJson,
  startRecordingApi,
  type Responder,
} from '../../support/recording-api.ts'

beforeAll(() => {
  // Refreshes fail on purpose here; what the log says of them is not looked at.
  log.level = 'silent'
})

/** One post of a type that has others. */
const details = {
  type: 'News',
  kind: 'details',
  emptiness: 'News',
  read: async () => ({ items: [], body: new Uint8Array(), isCut: false }),
  isTypeEmpty: async () => false,
} as const

/** A cache on a clock that only the test moves, and one key whose loads the test answers. */
function createTestCache({ freshMs = 60_000, staleMs = 600_000 } = {}) {
  const clock = { now: 1_000_000 }
  const cache = createContentCache({ freshMs, staleMs, now: () => clock.now })
  const loads: { succeed: (value: object) => void; fail: (error: Error) => void }[] = []
  const load = () =>
    new Promise<Loaded>((resolve, reject) => {
      const succeed = (value: object) => {
        const fingerprint = JSON.stringify(value)
        const body = Buffer.from(fingerprint)
        resolve({ value, fingerprint, size: body.length, body, isCut: false })
      }
      loads.push({ succeed, fail: reject })
    })
  const read = (key = 'news') => cache.read(key, { ...details, load })

  return {
    clock,
    loads,
    read,
    /** Reads while the API answers with that value. */
    readAnswered: async (value: object) => {
      const reading = read()
      await nextTurn()
      loads.at(-1)?.succeed(value)
      return reading
    },
  }
}

describe('fresh content', () => {
  test('1,000 readers at once share one load and get the same value', async () => {
    const { read, loads } = createTestCache()
    const readings = Array.from({ length: 1_000 }, () => read())
    await nextTurn()
    expect(loads).toHaveLength(1)
    loads[0]?.succeed(['news'])
    const values = await Promise.all(readings)
    expect(values.every((value) => value === values[0])).toBe(true)
    expect(values[0]).toEqual(['news'])
    expect(loads).toHaveLength(1)
  })

  test('is used without asking until its time is over, to the millisecond', async () => {
    const { read, readAnswered, loads, clock } = createTestCache({ freshMs: 60_000 })
    await readAnswered(['old'])
    clock.now += 59_999
    expect(await read()).toEqual(['old'])
    expect(loads).toHaveLength(1)
    clock.now += 1
    await read()
    expect(loads).toHaveLength(2)
  })

  test('keys do not share', async () => {
    const { read, loads } = createTestCache()
    const readings = [read('news'), read('blog')]
    await nextTurn()
    expect(loads).toHaveLength(2)
    loads[0]?.succeed(['news'])
    loads[1]?.succeed(['blog'])
    expect(await Promise.all(readings)).toEqual([['news'], ['blog']])
  })
})

describe('stale content', () => {
  test('is answered at once while one load goes out behind, and the next reader gets its value', async () => {
    const { read, readAnswered, loads, clock } = createTestCache()
    await readAnswered(['old'])
    clock.now += 60_000
    const readings = await Promise.all([read(), read(), read()])
    expect(readings).toEqual([['old'], ['old'], ['old']])
    expect(loads).toHaveLength(2)
    loads[1]?.succeed(['new'])
    await nextTurn()
    expect(await read()).toEqual(['new'])
    expect(loads).toHaveLength(2)
  })

  test('stays when a refresh fails, and the next reader tries again', async () => {
    const { read, readAnswered, loads, clock } = createTestCache()
    await readAnswered(['old'])
    clock.now += 60_000
    expect(await read()).toEqual(['old'])
    loads[1]?.fail(new Error('the API is down'))
    await nextTurn()
    expect(await read()).toEqual(['old'])
    expect(loads).toHaveLength(3)
    loads[2]?.succeed(['new'])
    await nextTurn()
    expect(await read()).toEqual(['new'])
  })

  test('stands in until the limit, and not a millisecond longer', async () => {
    const { read, readAnswered, loads, clock } = createTestCache({ freshMs: 10, staleMs: 90 })
    await readAnswered(['old'])
    clock.now += 99
    expect(await read()).toEqual(['old'])
    loads[1]?.fail(new Error('the API is down'))
    await nextTurn()
    clock.now += 1
    const reading = read()
    await nextTurn()
    loads[2]?.fail(new Error('the API is still down'))
    await expect(reading).rejects.toThrow('the API is still down')
  })

  test('that is too old is waited for anew, and used anew', async () => {
    const { readAnswered, clock } = createTestCache({ freshMs: 10, staleMs: 90 })
    await readAnswered(['old'])
    clock.now += 100
    expect(await readAnswered(['new'])).toEqual(['new'])
  })

  test('a deleted post is gone after a refresh: the empty answer takes the old one’s place', async () => {
    const { read, readAnswered, loads, clock } = createTestCache()
    await readAnswered(['old'])
    clock.now += 60_000
    await read()
    loads[1]?.succeed([])
    await nextTurn()
    expect(await readAnswered([])).toEqual([])
  })
})

describe('no content yet', () => {
  test('a first load that fails reaches all who wait, and is not kept', async () => {
    const { read, readAnswered, loads } = createTestCache()
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
    expect(await readAnswered(['news'])).toEqual(['news'])
    expect(loads).toHaveLength(2)
  })

  test('"no such post" is not kept: the next reader asks again', async () => {
    const { readAnswered, loads } = createTestCache()
    expect(await readAnswered([])).toEqual([])
    expect(await readAnswered(['published now'])).toEqual(['published now'])
    expect(loads).toHaveLength(2)
  })
})

describe('CONTENT_CACHE_TTL_S=0', () => {
  test('every reader goes out, side by side too', async () => {
    const { read, loads } = createTestCache({ freshMs: 0 })
    const readings = [read(), read(), read()]
    await nextTurn()
    expect(loads).toHaveLength(3)
    loads.forEach(({ succeed }, at) => succeed([at]))
    expect(await Promise.all(readings)).toEqual([[0], [1], [2]])
  })

  test('the last good content stands in for a failing API, until the limit', async () => {
    const { read, readAnswered, loads, clock } = createTestCache({ freshMs: 0, staleMs: 90 })
    await readAnswered(['old'])
    clock.now += 89
    const reading = read()
    await nextTurn()
    loads[1]?.fail(new Error('the API is down'))
    expect(await reading).toEqual(['old'])
    clock.now += 1
    const late = read()
    await nextTurn()
    loads[2]?.fail(new Error('the API is down'))
    await expect(late).rejects.toThrow('the API is down')
  })

  test('with CONTENT_STALE_S=0 nothing stands in', async () => {
    const { read, readAnswered, loads } = createTestCache({ freshMs: 0, staleMs: 0 })
    await readAnswered(['old'])
    const reading = read()
    await nextTurn()
    loads[1]?.fail(new Error('the API is down'))
    await expect(reading).rejects.toThrow('the API is down')
  })
})

/** An API that answers every call with one post, whose title tells what was asked. */
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
  test('1,000 pages at once make one call', async () => {
    const api = await startRecordingApi(sendJson([{ postID: '1', postTitle: 'News' }]))
    const { viewPage } = openContent(api.url)
    const lists = await Promise.all(Array.from({ length: 1_000 }, () => viewPage().listNews()))
    expect(new Set(lists.map((list) => list[0]?.postTitle))).toEqual(new Set(['News']))
    expect(api.requests).toHaveLength(1)
  })

  test('answers are kept apart by language, ids, parents, type, check and Pno', async () => {
    const api = await startRecordingApi(echo)
    const { forRequest } = openContent(api.url)
    const asked: [ContentLanguage, ContentQuery][] = [
      ['Ar', query],
      ['En', query],
      ['Ar', { ...query, PostId: '1' }],
      ['Ar', { ...query, PostId: '2' }],
      ['Ar', { ...query, ParentId: '1' }],
      ['Ar', { ...query, ParentId: '2' }],
      ['Ar', { ...query, type: 'Blog' }],
      ['Ar', { ...query, check: 'getPostDetails' }],
      ['Ar', { ...query, Pno: '1' }],
      // Ids that would run into one another if the fields were only strung together.
      ...['|', ',', '","'].flatMap((mark): [ContentLanguage, ContentQuery][] => [
        ['Ar', { ...query, PostId: ['a', '1', 'News', 'b'].join(mark), ParentId: 'c' }],
        ['Ar', { ...query, PostId: 'a', ParentId: ['b', '1', 'News', 'c'].join(mark) }],
      ]),
    ]
    const ask = ([lang, wanted]: (typeof asked)[number]) => forRequest(lang)(wanted, 'card')
    const expected = asked.map(([Lang, { check, type: Type, PostId, ParentId, Pno }]) =>
      JSON.stringify(
        Object.entries({ check, Lang, PostId, FbrnId: '1', Type, ParentId, PostName: '', Pno }),
      ),
    )
    for (let round = 0; round < 2; round += 1) {
      const answers = await Promise.all(asked.map(ask))
      expect(answers.map((answer) => answer[0]?.postTitle)).toEqual(expected)
    }
    expect(api.requests).toHaveLength(asked.length)
  })

  test('two companies of one API are never mixed', async () => {
    const api = await startRecordingApi(echo)
    const first = openContent(api.url, { CONTENT_FBRN_ID: '1' }).viewPage()
    const second = openContent(api.url, { CONTENT_FBRN_ID: '2' }).viewPage()
    expect((await first.listNews())[0]?.postTitle).toContain('["FbrnId","1"]')
    expect((await second.listNews())[0]?.postTitle).toContain('["FbrnId","2"]')
  })
})

describe('one page view', () => {
  test('makes each distinct call once, even where nothing is kept', async () => {
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

  test('asks once for what there is not', async () => {
    const api = await startRecordingApi(sendJson([]))
    const calls = openContent(api.url).viewPage()
    expect([await calls.listNews(), await calls.listNews()]).toEqual([[], []])
    expect(api.requests).toHaveLength(1)
  })

  test('does not repeat a call that failed; the next page view does', async () => {
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

  test('is given up at its deadline, long before the limits of its calls', async () => {
    const api = await startRecordingApi(hang)
    const calls = openContent(api.url).viewPage('Ar', 50)
    const failures = await Promise.allSettled([calls.listNews(), calls.findContact()])
    for (const failure of failures) {
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: {
          name: 'ContentUnavailable',
          fault: 'timeout',
          message: 'The page ran out of time',
        },
      })
    }
  })

  test('the deadline counts from its beginning, not from each call', async () => {
    const api = await startRecordingApi(hang)
    const calls = openContent(api.url).viewPage('Ar', 50)
    await expect(calls.listNews()).rejects.toMatchObject({ fault: 'timeout' })
    const fault = calls.listBlog().catch((error: unknown) => error)
    const first = await Promise.race([fault, nextTurn('still waiting')])
    expect(first).toMatchObject({ fault: 'timeout' })
  })

  test('an answer that comes after the deadline serves the next page view', async () => {
    const release: (() => void)[] = []
    const api = await startRecordingApi((response, request) => {
      const answer = sendJson([{ postID: '1', postTitle: 'Late news' }])
      release.push(() => answer(response, request))
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
