import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { pageAddressOf } from '../../../../server/http/page-cache/page-address.ts'
import type { Dependencies } from '../../../../server/content/request-scope.ts'
import { createPageCache, type Delivery } from '../../../../server/http/page-cache/page-cache.ts'
import { log } from '../../../../server/log.ts'

beforeAll(() => {
  // Pages fail on purpose here; what the log says of them is not looked at.
  log.level = 'silent'
})

interface Making {
  target: string
  dependencies: Dependencies
  answer: (body: string, options?: { status?: number; policy?: string }) => void
  fail: (error: Error) => void
}

const policy = 's-maxage=60, stale-while-revalidate=60, stale-if-error=3600'

function addressOf(target: string, cookie?: string) {
  const address = pageAddressOf(target, cookie, (path) => ({
    kind: 'page',
    handle: path === '/News' ? { paged: true } : {},
  }))
  if (!address) throw new Error(`${target} is no page`)
  return address
}

/** A cache on a clock that only the test moves, whose pages the test makes. */
function createTestCache({ maximumBytes = 8_000_000, isShared = true } = {}) {
  const clock = { now: 1_000_000 }
  const makings: Making[] = []
  const cache = createPageCache({
    maximumBytes,
    isShared,
    now: () => clock.now,
    make: ({ target }, dependencies) =>
      new Promise((resolve, reject) => {
        function answer(body: string, { status = 200, policy: given = policy } = {}) {
          const headers = { 'content-type': 'text/html', 'cache-control': given }
          resolve(new Response(body, { status, headers }))
        }
        makings.push({ target, dependencies, answer, fail: reject })
      }),
  })

  /** Until that many pages have been begun. */
  async function begun(count: number) {
    while (makings.length < count) await nextTurn()
  }

  return {
    cache,
    clock,
    makings,
    begun,
    find: (target = '/') => textOf(cache.find(addressOf(target))),
    /** Has a page made and kept. */
    keep: async (body: string, target = '/', keys: string[] = []) => {
      const delivery = cache.get(addressOf(target))
      await begun(makings.length + 1)
      const making = makings.at(-1)
      keys.forEach((key) => making?.dependencies.keys.add(key))
      making?.answer(body)
      return textOf(await delivery)
    },
    /** Until what is kept at an address is this. */
    shows: async (body: string, target = '/') => {
      while (textOf(cache.find(addressOf(target))) !== body) await nextTurn()
    },
  }
}

function textOf(delivery: Pick<Delivery, 'answer'> | undefined) {
  return delivery?.answer.bodies.get('identity')?.toString()
}

describe('a page that is not there yet', () => {
  test('is made once for 1,000 visitors at the same time', async () => {
    const { cache, makings, begun } = createTestCache()
    const deliveries = Array.from({ length: 1_000 }, () => cache.get(addressOf('/')))
    await begun(1)
    makings[0]?.answer('home')
    const texts = new Set((await Promise.all(deliveries)).map(textOf))
    expect(texts).toEqual(new Set(['home']))
    expect(makings).toHaveLength(1)
  })

  test('is made once for each language and each set of parameters', async () => {
    const { cache, makings, begun } = createTestCache()
    void cache.get(addressOf('/News'))
    void cache.get(addressOf('/News', 'lang=En'))
    void cache.get(addressOf('/News?page=2'))
    void cache.get(addressOf('/News?_data=root'))
    await begun(4)
    await nextTurn()
    expect(makings).toHaveLength(4)
  })

  test('is kept in every coding, ready to be sent', async () => {
    const { cache, keep } = createTestCache()
    await keep('word '.repeat(1_000))
    expect([...(cache.find(addressOf('/'))?.answer.bodies.keys() ?? [])].sort()).toEqual([
      'br',
      'gzip',
      'identity',
    ])
  })

  test.each([
    [404, policy],
    [302, policy],
    [503, policy],
    [200, 'no-store'],
    [200, 'public, max-age=3600'],
  ])('is not kept when it answers %i with %j', async (status, given) => {
    const { cache, makings, begun, find } = createTestCache()
    const delivery = cache.get(addressOf('/x'))
    await begun(1)
    makings[0]?.answer('x', { status, policy: given })
    expect((await delivery).answer.status).toBe(status)
    expect(find('/x')).toBeUndefined()
  })

  test('that cannot be made tells all who wait, and is tried again for the next', async () => {
    const { cache, makings, begun } = createTestCache()
    const deliveries = [cache.get(addressOf('/')), cache.get(addressOf('/'))]
    await begun(1)
    makings[0]?.fail(new Error('broken'))
    for (const delivery of deliveries) await expect(delivery).rejects.toThrow('broken')
    void cache.get(addressOf('/'))
    await begun(2)
  })
})

describe('a kept page', () => {
  test('is sent without being made again, for as long as it is fresh', async () => {
    const { keep, find, makings, clock } = createTestCache()
    await keep('home')
    clock.now += 60_000 * 0.85 - 1
    expect(find()).toBe('home')
    await nextTurn()
    expect(makings).toHaveLength(1)
  })

  test('is then sent once more while one new page is made behind', async () => {
    const { cache, keep, find, makings, begun, shows, clock } = createTestCache()
    await keep('old')
    clock.now += 60_000 * 1.15 + 1
    expect([find(), find(), find()]).toEqual(['old', 'old', 'old'])
    await begun(2)
    expect(find()).toBe('old')
    makings[1]?.answer('new')
    await shows('new')
    expect(makings).toHaveLength(2)
    const page = cache.find(addressOf('/'))
    expect(page && cache.isFresh(page)).toBe(true)
  })

  test('pages made together do not end together', async () => {
    const { cache, keep, clock } = createTestCache({ maximumBytes: 64_000_000 })
    const targets = Array.from({ length: 200 }, (_, at) => `/products/${at}`)
    for (const target of targets) await keep('page', target)
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

  test('no more than eight are made anew at once, and all of them in the end', async () => {
    const { keep, find, makings, begun, shows, clock } = createTestCache()
    const targets = Array.from({ length: 20 }, (_, at) => `/products/${at}`)
    for (const target of targets) await keep('old', target)
    clock.now += 100_000
    for (const target of targets) expect(find(target)).toBe('old')
    await begun(28)
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(makings).toHaveLength(28)
    for (let at = 20; at < 40; at += 1) {
      await begun(at + 1)
      makings[at]?.answer('new')
    }
    for (const target of targets) await shows('new', target)
    expect(makings).toHaveLength(40)
  })

  test.each(['an error answer', 'a page that breaks'])('is not replaced by %s', async (kind) => {
    const { keep, find, makings, begun, clock } = createTestCache()
    await keep('good')
    clock.now += 100_000
    find()
    await begun(2)
    if (kind === 'an error answer') makings[1]?.answer('sorry', { status: 503, policy: 'no-store' })
    else makings[1]?.fail(new Error('broken'))
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(find()).toBe('good')
  })

  test('an API that is down is not asked again for each visitor', async () => {
    const { keep, find, makings, begun, clock } = createTestCache()
    await keep('good')
    clock.now += 100_000
    find()
    await begun(2)
    makings[1]?.answer('sorry', { status: 503 })
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    for (let visitor = 0; visitor < 100; visitor += 1) expect(find()).toBe('good')
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(makings).toHaveLength(2)
    clock.now += 5_000
    find()
    await begun(3)
  })

  test('is not replaced by one from which something is missing', async () => {
    const { keep, find, makings, begun, clock } = createTestCache()
    await keep('whole')
    clock.now += 100_000
    find()
    await begun(2)
    const making = makings[1]
    if (making) making.dependencies.isPartial = true
    making?.answer('without its menu', { policy: 's-maxage=10' })
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    expect(find()).toBe('whole')
  })

  test('from which something is missing goes after ten seconds at the most', async () => {
    const { cache, makings, begun, find, clock } = createTestCache()
    const delivery = cache.get(addressOf('/'))
    await begun(1)
    if (makings[0]) makings[0].dependencies.isPartial = true
    makings[0]?.answer('without its menu', { policy: 's-maxage=10' })
    await delivery
    clock.now += 9_999
    expect(find()).toBe('without its menu')
    clock.now += 1
    expect(find()).toBeUndefined()
  })

  test('whose post is gone is gone too', async () => {
    const { keep, find, makings, begun, clock } = createTestCache()
    await keep('a post')
    clock.now += 100_000
    find()
    await begun(2)
    makings[1]?.answer('no such post', { status: 404, policy: 'no-store' })
    while (find() !== undefined) await nextTurn()
  })

  test('stands in as long as the policy says, and no longer', async () => {
    const { cache, keep, begun, find, makings, clock } = createTestCache()
    await keep('good')
    clock.now += 60_000 + 3_600_000 - 1
    expect(find()).toBe('good')
    clock.now += 1
    expect(find()).toBeUndefined()
    const delivery = cache.get(addressOf('/'))
    await begun(2)
    makings.at(-1)?.answer('sorry', { status: 503 })
    expect((await delivery).answer.status).toBe(503)
  })
})

describe('a content change', () => {
  test('has the pages of that content made anew without waiting for a visitor', async () => {
    const { cache, keep, makings, begun, shows, find } = createTestCache()
    await keep('old news', '/News', ['news'])
    await keep('blog', '/blog', ['blog'])
    cache.contentChanged('news')
    await begun(3)
    expect(makings[2]?.target).toBe('/News')
    expect(find('/News')).toBe('old news')
    makings[2]?.answer('new news')
    await shows('new news', '/News')
    expect(makings).toHaveLength(3)
  })

  test('while a page is made of it does not leave the old page behind', async () => {
    const { cache, makings, begun, find } = createTestCache()
    const delivery = cache.get(addressOf('/News'))
    await begun(1)
    makings[0]?.dependencies.keys.add('news')
    cache.contentChanged('news')
    makings[0]?.answer('old news')
    expect(textOf(await delivery)).toBe('old news')
    expect(find('/News')).toBeUndefined()
  })
})

describe('a purge', () => {
  test('keeps a page back until it has been made anew', async () => {
    const { cache, keep, makings, begun, find } = createTestCache()
    await keep('old', '/', ['news'])
    expect(cache.purge(() => true)).toBe(1)
    expect(find()).toBeUndefined()
    const delivery = cache.get(addressOf('/'))
    await begun(2)
    makings[1]?.answer('new')
    expect(textOf(await delivery)).toBe('new')
    expect(find()).toBe('new')
    expect(makings).toHaveLength(2)
  })

  test('concerns only the pages of the content that is meant', async () => {
    const { cache, keep, find } = createTestCache()
    await keep('news', '/News', ['news'])
    await keep('blog', '/blog', ['blog'])
    expect(cache.purge((keys) => keys.has('news'))).toBe(1)
    expect(find('/News')).toBeUndefined()
    expect(find('/blog')).toBe('blog')
  })

  test('while the API is down costs no page', async () => {
    const { cache, keep, makings, begun, find } = createTestCache()
    await keep('good')
    cache.purge(() => true)
    const delivery = cache.get(addressOf('/'))
    await begun(2)
    makings[1]?.answer('sorry', { status: 503 })
    expect(textOf(await delivery)).toBe('good')
    expect(find()).toBe('good')
  })

  test('is not undone by a page that was begun before it', async () => {
    const { cache, makings, begun, find } = createTestCache()
    const early = cache.get(addressOf('/'))
    await begun(1)
    cache.purge(() => true)
    const late = cache.get(addressOf('/'))
    await begun(2)
    makings[0]?.answer('old')
    makings[1]?.answer('new')
    expect(textOf(await early)).toBe('old')
    expect(textOf(await late)).toBe('new')
    expect(find()).toBe('new')
  })
})

test('with PAGE_CACHE_MB=0 nothing is kept, and visitors at the same time still share a page', async () => {
  const { cache, keep, makings, begun, find } = createTestCache({ maximumBytes: 0 })
  await keep('home')
  expect(find()).toBeUndefined()
  const deliveries = [cache.get(addressOf('/')), cache.get(addressOf('/'))]
  await begun(2)
  makings[1]?.answer('again')
  expect((await Promise.all(deliveries)).map(textOf)).toEqual(['again', 'again'])
  expect(makings).toHaveLength(2)
})

test('with CONTENT_CACHE_TTL_S=0 every visitor gets a page of his own', async () => {
  const { cache, makings, begun } = createTestCache({ isShared: false })
  const deliveries = [cache.get(addressOf('/')), cache.get(addressOf('/'))]
  await begun(2)
  makings.forEach(({ answer }, at) => answer(`page ${at}`, { policy: 'must-revalidate' }))
  expect((await Promise.all(deliveries)).map(textOf)).toEqual(['page 0', 'page 1'])
})
