import { beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { log } from '@site/runtime/log'
import { registry } from '../../observe/metrics.ts'
import { startEditableApi, type EditablePost } from '../../../tests/support/editable-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openContent } from '../../../tests/support/open-content.ts'
import { sendJson } from '../../../tests/support/recording-api.ts'

const minute = 60_000
const alarm = 'empty-result guard active'

let alarms: MockInstance<typeof log.error>

beforeAll(() => {
  // Refreshes may fail after a test has ended.
  log.level = 'silent'
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  alarms = vi.spyOn(log, 'error').mockReturnValue()
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

function wait(ms: number) {
  vi.setSystemTime(Date.now() + ms)
}

function post(postID: string, parentID?: string): EditablePost {
  return { postID, postTitle: `Post ${postID}`, ...(parentID && { parentID }) }
}

/** A process in which every read is one call, unless a test configures caching. */
async function start(variables = { CONTENT_CACHE_TTL_S: '0' }, folder: string | null = null) {
  const api = await startEditableApi({
    News: [post('1'), post('2')],
    Blog: [post('b')],
    Products: [post('p1', 't1'), post('p2', 't2')],
  })
  const content = openContent(api.url, variables, folder)
  const read = {
    news: async () => (await content.viewPage().listNews()).length,
    blog: async () => (await content.viewPage().listBlog()).length,
    products: async () => (await content.viewPage().listProductsOf('t1')).length,
    one: async () => (await content.viewPage().getNews('1')).postTitle,
  }
  return {
    api,
    content,
    read,
    readAfterMinute: (name: keyof typeof read) => {
      wait(minute)
      return read[name]()
    },
  }
}

async function emptyResultsOf(type: string) {
  const lines = (await registry.metrics()).split('\n')
  return lines
    .find((line) => line.startsWith(`content_empty_result_guard_active{type="${type}"}`))
    ?.at(-1)
}

describe('F42: an empty list in place of a full one', () => {
  test('is rejected, logged once, and shown to operators', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.news()
    api.state.posts = {}
    for (let minutes = 0; minutes < 5; minutes += 1) {
      expect(await readAfterMinute('news')).toBe(2)
    }
    expect(alarms.mock.calls).toEqual([[{ type: 'News' }, alarm]])
    expect(content.cacheReport().emptyResultGuard).toEqual(['News'])
    expect(await emptyResultsOf('News')).toBe('1')
  })

  test('is rejected in the background, and requested again once a minute', async () => {
    const { api, content, read } = await start({ CONTENT_CACHE_TTL_S: '60' })
    await read.news()
    api.state.posts = {}
    wait(minute)
    expect(await read.news()).toBe(2)
    await eventually(() => expect(content.cacheReport().emptyResultGuard).toEqual(['News']))
    expect(content.cacheReport().oldestServedStale).toBe(60)

    const newsAsked = () => api.calls.filter((call) => call === 'getPost News').length
    for (const other of ['blog', 'products', 'one'] as const) {
      expect(await read.news()).toBe(2)
      // Another call goes to the API and back: a call for news would have arrived by then.
      await read[other]().catch(() => null)
    }
    expect(newsAsked()).toBe(2)
    wait(minute)
    expect(await read.news()).toBe(2)
    await eventually(() => expect(newsAsked()).toBe(3))
  })

  test('is accepted after the API has returned it for 15 minutes', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.news()
    api.state.posts = {}
    for (let minutes = 0; minutes < 15; minutes += 1) {
      expect(await readAfterMinute('news')).toBe(2)
    }
    expect(await readAfterMinute('news')).toBe(0)
    expect(content.cacheReport().emptyResultGuard).toEqual([])
    expect(await emptyResultsOf('News')).toBe('0')
  })

  test('is not accepted after only two responses far apart', async () => {
    const { api, read, readAfterMinute } = await start()
    await read.news()
    api.state.posts = {}
    await readAfterMinute('news')
    wait(60 * minute)
    expect(await readAfterMinute('news')).toBe(2)
    expect(await readAfterMinute('news')).toBe(0)
  })

  test('starts over when the list was full in between', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.news()
    const { posts } = api.state
    api.state.posts = {}
    for (let minutes = 0; minutes < 10; minutes += 1) await readAfterMinute('news')
    api.state.posts = posts
    await readAfterMinute('news')
    expect(content.cacheReport().emptyResultGuard).toEqual([])
    api.state.posts = {}
    for (let minutes = 0; minutes < 10; minutes += 1) {
      expect(await readAfterMinute('news')).toBe(2)
    }
    expect(alarms).toHaveBeenCalledTimes(2)
  })

  test('is accepted at once after a purge', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.news()
    await read.one()
    api.state.posts = {}
    await readAfterMinute('news')
    content.expire((key) => key.startsWith('["News"'), true)
    expect(await read.news()).toBe(0)
    expect(content.cacheReport().emptyResultGuard).toEqual([])
    await expect(read.one()).rejects.toMatchObject({ name: 'NotFound' })
  })

  test('does not affect other types, and is accepted if nothing was seen before', async () => {
    const { api, read, readAfterMinute } = await start()
    await read.news()
    api.state.posts = { Blog: [post('b'), post('c')] }
    await readAfterMinute('news')
    expect(await read.blog()).toBe(2)
    expect(await read.products()).toBe(0)
    expect(alarms).toHaveBeenCalledTimes(1)
  })
})

describe('F42: an empty list of one parent in place of a full one', () => {
  const lost = { Blog: [post('b')] }
  const emptied = { Products: [post('p2', 't2')] }

  test('is accepted at once when its type has other posts', async () => {
    const { api, content, read, readAfterMinute } = await start()
    expect(await read.products()).toBe(1)
    api.state.posts = emptied
    expect(await readAfterMinute('products')).toBe(0)
    expect(content.cacheReport().emptyResultGuard).toEqual([])
    expect(alarms).not.toHaveBeenCalled()
  })

  test('is rejected when its type is empty, and accepted after 15 minutes', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.products()
    api.state.posts = lost
    for (let minutes = 0; minutes < 15; minutes += 1) {
      expect(await readAfterMinute('products')).toBe(1)
    }
    expect(alarms.mock.calls).toEqual([[{ type: 'Products' }, alarm]])
    expect(content.cacheReport().emptyResultGuard).toEqual(['Products'])
    expect(await readAfterMinute('products')).toBe(0)
    expect(content.cacheReport().emptyResultGuard).toEqual([])
  })

  test('is accepted at once, and ends the alarm, when its type has posts again', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.products()
    api.state.posts = lost
    expect(await readAfterMinute('products')).toBe(1)
    api.state.posts = emptied
    expect(await readAfterMinute('products')).toBe(0)
    expect(content.cacheReport().emptyResultGuard).toEqual([])
    expect(await emptyResultsOf('Products')).toBe('0')
  })

  test('does not keep the alarm on once another parent has posts again', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.products()
    const { posts } = api.state
    api.state.posts = lost
    await readAfterMinute('products')
    api.state.posts = posts
    await content.viewPage().listProductsOf('t2')
    expect(content.cacheReport().emptyResultGuard).toEqual([])
  })

  test('is rejected while the rest of its type is unavailable', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.products()
    api.state.fault = (response, request) => {
      const isOfType = request.body.toString('utf8').includes('NTROOT0')
      sendJson([], { status: isOfType ? 500 : 200 })(response, request)
    }
    for (let minutes = 0; minutes < 20; minutes += 1) {
      expect(await readAfterMinute('products')).toBe(1)
    }
    expect(content.cacheReport().emptyResultGuard).toEqual([])
  })
})

describe('a list that only becomes shorter', () => {
  test('is accepted at once', async () => {
    const { api, read, readAfterMinute } = await start()
    await read.news()
    api.state.posts = { News: [post('2')] }
    expect(await readAfterMinute('news')).toBe(1)
    expect(alarms).not.toHaveBeenCalled()
  })
})

describe('F42: a post that no longer exists', () => {
  test('is gone at once when its type has other posts', async () => {
    const { api, read, readAfterMinute } = await start()
    await read.one()
    api.state.posts = { News: [post('2')] }
    await expect(readAfterMinute('one')).rejects.toMatchObject({ name: 'NotFound' })
    expect(alarms).not.toHaveBeenCalled()
  })

  test('is kept when its type is empty, whichever is read first', async () => {
    const { api, content, read, readAfterMinute } = await start()
    await read.one()
    api.state.posts = {}
    expect(await readAfterMinute('one')).toBe('Post 1')
    expect(content.cacheReport().emptyResultGuard).toEqual(['News'])
    expect(await readAfterMinute('one')).toBe('Post 1')
    expect(alarms).toHaveBeenCalledTimes(1)
  })

  test('is gone once the empty list is accepted', async () => {
    const { api, read, readAfterMinute } = await start()
    await read.news()
    await read.one()
    api.state.posts = {}
    for (let minutes = 0; minutes < 16; minutes += 1) await readAfterMinute('news')
    expect(await read.news()).toBe(0)
    await expect(readAfterMinute('one')).rejects.toMatchObject({ name: 'NotFound' })
    expect(alarms).toHaveBeenCalledTimes(1)
  })

  test('stays while the rest of its type is unavailable', async () => {
    const { api, read, readAfterMinute } = await start()
    await read.one()
    api.state.fault = (response, request) => {
      const isDetails = request.body.toString('utf8').includes('getPostDetails')
      sendJson([], { status: isDetails ? 200 : 500 })(response, request)
    }
    expect(await readAfterMinute('one')).toBe('Post 1')
    expect(api.calls.at(-1)).toBe('getPost News')
    api.state.fault = null
    expect(await readAfterMinute('one')).toBe('Post 1')
  })
})
