import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { pageAddressOf } from '../../../../server/http/page-cache/page-address.ts'
import { pageAt, requestFor } from '../../../support/site-request.ts'
import type { Dependencies } from '../../../../server/content/content-calls.ts'
import { MemoryPageCache, type PageResult } from '../../../../server/http/page-cache/page-cache.ts'
import { log } from '@site/runtime/log'

beforeAll(() => {
  // Pages fail on purpose here; their log messages are not tested.
  log.level = 'silent'
})

interface Render {
  target: string
  dependencies: Dependencies
  respond: (body: string, options?: { status?: number; policy?: string }) => void
  fail: (error: Error) => void
}

const policy = 's-maxage=60, stale-while-revalidate=60, stale-if-error=3600'

function addressOf(target: string, cookie?: string) {
  const matchRoute = (path: string) =>
    pageAt(path, path === '/News' ? { handle: { paged: true } } : {})
  const address = pageAddressOf(requestFor(target, cookie, matchRoute))
  if (!address) throw new Error(`${target} is no page`)
  return address
}

/** A cache on a fake clock, whose renders the test completes. */
function createTestCache({ maxBytes = 8_000_000, isShared = true } = {}) {
  const clock = { now: 1_000_000 }
  const renders: Render[] = []
  const cache = new MemoryPageCache({
    maxBytes,
    isShared,
    now: () => clock.now,
    render: ({ target }, dependencies) =>
      new Promise((resolve, reject) => {
        function respond(body: string, { status = 200, policy: cacheControl = policy } = {}) {
          const headers = { 'content-type': 'text/html', 'cache-control': cacheControl }
          resolve(new Response(body, { status, headers }))
        }
        renders.push({ target, dependencies, respond, fail: reject })
      }),
  })

  /** Waits until that many renders have started. */
  async function started(count: number) {
    while (renders.length < count) await nextTurn()
  }

  return {
    cache,
    clock,
    renders,
    started,
    find: (target = '/') => textOf(cache.find(addressOf(target))),
    /** Renders a page into the cache. */
    store: async (body: string, target = '/', keys: string[] = []) => {
      const delivery = cache.get(addressOf(target))
      await started(renders.length + 1)
      const render = renders.at(-1)
      keys.forEach((key) => render?.dependencies.keys.add(key))
      render?.respond(body)
      return textOf(await delivery)
    },
    /** Waits until this is cached at an address. */
    shows: async (body: string, target = '/') => {
      while (textOf(cache.find(addressOf(target))) !== body) await nextTurn()
    },
  }
}

/** A cached page that has become stale, and whose refresh has started. */
async function createStalePage(body: string) {
  const created = createTestCache()
  const { store, clock, find, started, renders } = created
  await store(body)
  clock.now += 100_000
  find()
  await started(2)
  const refresh = renders[1]
  if (!refresh) throw new Error('No refresh has started')
  return { ...created, refresh }
}

function textOf(delivery: Pick<PageResult, 'response'> | undefined) {
  return delivery?.response.bodies.get('identity')?.toString()
}

describe('a page that was made from the search index', () => {
  test('is refreshed when it is requested after the index has changed, and others are not', async () => {
    const { cache, store, find, started, renders, shows } = createTestCache()
    await store('old', '/', ['search index'])
    await store('other', '/News', ['x'])
    cache.expire('search index')
    expect(renders).toHaveLength(2)
    expect([find('/'), find('/News')]).toEqual(['old', 'other'])
    await started(3)
    renders[2]?.respond('new')
    await shows('new')
    expect(renders).toHaveLength(3)
  })

  test('is not shown again if something was missing in it', async () => {
    const { cache, find, started, renders } = createTestCache()
    const delivery = cache.get(addressOf('/'))
    await started(1)
    const [render] = renders
    if (!render) throw new Error('No render has started')
    render.dependencies.keys.add('search index')
    render.dependencies.isPartial = true
    render.respond('without its other language')
    await delivery
    expect(find()).toBe('without its other language')
    cache.expire('search index')
    expect(find()).toBeUndefined()
  })

  test('is not cached if the index changes while it is made', async () => {
    const { cache, find, started, renders } = createTestCache()
    const delivery = cache.get(addressOf('/'))
    await started(1)
    renders[0]?.dependencies.keys.add('search index')
    cache.expire('search index')
    renders[0]?.respond('old')
    expect(textOf(await delivery)).toBe('old')
    expect(find()).toBeUndefined()
  })
})

describe('a page that is not cached yet', () => {
  test.each([
    [404, policy],
    [302, policy],
    [503, policy],
    [200, 'no-store'],
    [200, 'public, max-age=3600'],
  ])('is not cached when its response is %i with %j', async (status, cacheControl) => {
    const { cache, renders, started, find } = createTestCache()
    const delivery = cache.get(addressOf('/x'))
    await started(1)
    renders[0]?.respond('x', { status, policy: cacheControl })
    expect((await delivery).response.status).toBe(status)
    expect(find('/x')).toBeUndefined()
  })

  test('that fails to render rejects for all waiters, and is retried for the next visitor', async () => {
    const { cache, renders, started } = createTestCache()
    const deliveries = [cache.get(addressOf('/')), cache.get(addressOf('/'))]
    await started(1)
    renders[0]?.fail(new Error('broken'))
    for (const delivery of deliveries) await expect(delivery).rejects.toThrow('broken')
    void cache.get(addressOf('/'))
    await started(2)
  })
})

describe('a cached page', () => {
  test('is served without another render while it is fresh', async () => {
    const { store, find, renders, clock } = createTestCache()
    await store('home')
    clock.now += 60_000 * 0.85 - 1
    expect(find()).toBe('home')
    await nextTurn()
    expect(renders).toHaveLength(1)
  })

  test('is then served stale while one refresh runs in the background', async () => {
    const { cache, store, find, renders, started, shows, clock } = createTestCache()
    await store('old')
    clock.now += 60_000 * 1.15 + 1
    expect([find(), find(), find()]).toEqual(['old', 'old', 'old'])
    await started(2)
    expect(find()).toBe('old')
    renders[1]?.respond('new')
    await shows('new')
    expect(renders).toHaveLength(2)
    const page = cache.find(addressOf('/'))
    expect(page && cache.isFresh(page)).toBe(true)
  })

  test('does not expire at the same time as others rendered together', async () => {
    const { cache, store, clock } = createTestCache({ maxBytes: 64_000_000 })
    const targets = Array.from({ length: 200 }, (_, at) => `/products/${at}`)
    for (const target of targets) await store('page', target)
    const freshAt = (share: number) => {
      clock.now = 1_000_000 + 60_000 * share
      return targets.filter((target) => {
        const page = cache.find(addressOf(target))
        return page && cache.isFresh(page)
      }).length
    }
    expect(freshAt(0.85 - 0.001)).toBe(200)
    expect(freshAt(1)).toBeGreaterThan(50)
    expect(freshAt(1)).toBeLessThan(150)
    expect(freshAt(1.15 + 0.001)).toBe(0)
  })

  test('is one of at most eight that are refreshed at once; all are in the end', async () => {
    const { store, find, renders, started, shows, clock } = createTestCache()
    const targets = Array.from({ length: 20 }, (_, at) => `/products/${at}`)
    for (const target of targets) await store('old', target)
    clock.now += 100_000
    for (const target of targets) expect(find(target)).toBe('old')
    await started(28)
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(renders).toHaveLength(28)
    for (let at = 20; at < 40; at += 1) {
      await started(at + 1)
      renders[at]?.respond('new')
    }
    for (const target of targets) await shows('new', target)
    expect(renders).toHaveLength(40)
  })

  test.each(['an error response', 'a failed render'])('is not replaced by %s', async (kind) => {
    const { find, refresh } = await createStalePage('good')
    if (kind === 'an error response') {
      refresh.respond('error', { status: 503, policy: 'no-store' })
    } else refresh.fail(new Error('broken'))
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(find()).toBe('good')
  })

  test('is not refreshed for each visitor while the API is down', async () => {
    const { find, refresh, renders, started, clock } = await createStalePage('good')
    refresh.respond('error', { status: 503 })
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    for (let visitor = 0; visitor < 100; visitor += 1) expect(find()).toBe('good')
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(renders).toHaveLength(2)
    clock.now += 5_000
    find()
    await started(3)
  })

  test('is not replaced by a partial one', async () => {
    const { find, refresh } = await createStalePage('whole')
    refresh.dependencies.isPartial = true
    refresh.respond('without its menu', { policy: 's-maxage=10' })
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(find()).toBe('whole')
  })

  test('that is partial expires after ten seconds', async () => {
    const { cache, renders, started, find, clock } = createTestCache()
    const delivery = cache.get(addressOf('/'))
    await started(1)
    if (renders[0]) renders[0].dependencies.isPartial = true
    renders[0]?.respond('without its menu', { policy: 's-maxage=10' })
    await delivery
    clock.now += 9_999
    expect(find()).toBe('without its menu')
    clock.now += 1
    expect(find()).toBeUndefined()
  })

  test('is removed once its post no longer exists', async () => {
    const { find, refresh } = await createStalePage('a post')
    refresh.respond('no such post', { status: 404, policy: 'no-store' })
    while (find() !== undefined) await nextTurn()
  })

  test('is served stale for as long as its policy allows, and no longer', async () => {
    const { cache, store, started, find, renders, clock } = createTestCache()
    await store('good')
    clock.now += 60_000 + 3_600_000 - 1
    expect(find()).toBe('good')
    clock.now += 1
    expect(find()).toBeUndefined()
    const delivery = cache.get(addressOf('/'))
    await started(2)
    renders.at(-1)?.respond('error', { status: 503 })
    expect((await delivery).response.status).toBe(503)
  })
})

describe('a content change', () => {
  test('refreshes the pages of that content without waiting for a visitor', async () => {
    const { cache, store, renders, started, shows, find } = createTestCache()
    await store('old news', '/News', ['news'])
    await store('blog', '/blog', ['blog'])
    cache.onContentChange('news')
    await started(3)
    expect(renders[2]?.target).toBe('/News')
    expect(find('/News')).toBe('old news')
    renders[2]?.respond('new news')
    await shows('new news', '/News')
    expect(renders).toHaveLength(3)
  })

  test('during a render prevents caching the old page', async () => {
    const { cache, renders, started, find } = createTestCache()
    const delivery = cache.get(addressOf('/News'))
    await started(1)
    renders[0]?.dependencies.keys.add('news')
    cache.onContentChange('news')
    renders[0]?.respond('old news')
    expect(textOf(await delivery)).toBe('old news')
    expect(find('/News')).toBeUndefined()
  })
})

describe('a purge', () => {
  test('while the API is down loses no page', async () => {
    const { cache, store, renders, started, find } = createTestCache()
    await store('good')
    cache.purge(() => true)
    const delivery = cache.get(addressOf('/'))
    await started(2)
    renders[1]?.respond('error', { status: 503 })
    expect(textOf(await delivery)).toBe('good')
    expect(find()).toBe('good')
  })

  test('is not undone by a render that started before it', async () => {
    const { cache, renders, started, find } = createTestCache()
    const early = cache.get(addressOf('/'))
    await started(1)
    cache.purge(() => true)
    const late = cache.get(addressOf('/'))
    await started(2)
    renders[0]?.respond('old')
    renders[1]?.respond('new')
    expect(textOf(await early)).toBe('old')
    expect(textOf(await late)).toBe('new')
    expect(find()).toBe('new')
  })
})

test('with CONTENT_CACHE_TTL_S=0 every visitor gets their own render', async () => {
  const { cache, renders, started } = createTestCache({ isShared: false })
  const deliveries = [cache.get(addressOf('/')), cache.get(addressOf('/'))]
  await started(2)
  renders.forEach(({ respond }, at) => respond(`page ${at}`, { policy: 'must-revalidate' }))
  expect((await Promise.all(deliveries)).map(textOf)).toEqual(['page 0', 'page 1'])
})
