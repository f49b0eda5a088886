import { expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import type { SearchKind } from '../types.ts'
import type { FoundType, LoadedContent, LoadedPost } from './content.ts'
import { Crawler } from './crawler.ts'

const news: FoundType = {
  type: 'News',
  kind: 'news',
  list: 'newsCard',
  details: 'news',
  parent: null,
  screen: null,
}

const fair: LoadedPost = {
  postID: 'fair',
  postTitle: 'The fair',
  postSubTitle: '',
  postImage: '',
  parentID: '',
  postDate: '',
}

/** A crawl of one news item whose details are due until they are written, and again once they are expired. */
function makeCrawl(add: (loaded: LoadedContent) => Promise<void>) {
  const stopping = new AbortController()
  const due = { Ar: new Set(['fair']), En: new Set<string>() }
  const expired: SearchKind[][] = []
  const crawler = new Crawler({
    content: {
      types: [news],
      read: () => Promise.resolve([fair]),
      breakers: () => ({}),
      Unavailable: class extends Error {
        fault = 'timeout'
        retryAfterS = undefined
      },
    },
    index: {
      listDue: (_, language) => Promise.resolve([...due[language]]),
      expire(kinds) {
        expired.push(kinds)
        due.Ar.add('fair')
        return Promise.resolve()
      },
      readState: () => Promise.resolve(undefined),
      writeState: () => Promise.resolve(),
      textChanges: () => Promise.resolve(0),
      endBaseline: () => Promise.resolve(),
      count: () => Promise.resolve({ news: 1 }),
    },
    ingest: {
      async add(loaded) {
        await add(loaded)
        if (loaded.query.check === 'getPostDetails') due.Ar.clear()
      },
      isCategory: () => false,
      idsOf: () => [],
    },
    detailsPerS: Infinity,
    signal: stopping.signal,
  })
  return { crawler, expired, stop: () => stopping.abort() }
}

test('details that are purged while they are written are read again', async () => {
  const writes: (() => void)[] = []
  const { crawler, stop } = makeCrawl(async ({ query }) => {
    if (query.check === 'getPostDetails') await new Promise<void>((resolve) => writes.push(resolve))
  })
  crawler.start()
  await eventually(() => expect(writes).toHaveLength(1))
  crawler.expire(['News'])
  // The index was told first, so that the outdated details count as current once they are written.
  writes[0]?.()
  await eventually(() => expect(writes).toHaveLength(2))
  writes[1]?.()
  await crawler.whenFilled(5_000)
  expect(writes).toHaveLength(2)
  stop()
})

test('what a visitor loaded before a purge is read again, and what was loaded later is not', () => {
  const { crawler, expired } = makeCrawl(() => Promise.resolve())
  const before = Date.now()
  crawler.expireOutdated('News', before)
  expect(expired).toEqual([])
  crawler.expire(['News'])
  crawler.expireOutdated('News', before)
  crawler.expireOutdated('News', Date.now() + 1)
  expect(expired).toEqual([['news'], ['news']])
})
