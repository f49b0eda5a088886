import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { openSearchIndex } from '../index/search-index.ts'
import { removeDatabase } from '@site/runtime/sqlite'
import { log } from '@site/runtime/log'
import {
  makeSmallCatalogue,
  startEditableApi,
  type EditablePost,
} from '../../../tests/support/editable-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { makeIndexFile, openSearch } from '../../../tests/support/open-search.ts'
import { entryOf } from '../../../tests/support/search-entry.ts'
import {
  fieldsOf,
  sendBytes,
  sendJson,
  startRecordingApi,
} from '../../../tests/support/recording-api.ts'
import { isWholeRun } from '../../../tests/support/test-size.ts'

/** An index that has been filled once. */
async function openFilled(url: string, file = makeIndexFile()) {
  const search = openSearch(url, { file })
  search.start()
  await search.whenFilled()
  return search
}

test('everything that the content API has is found after the start, follows what visitors read, and is read again after a purge', async () => {
  const api = await startEditableApi(makeSmallCatalogue())
  const search = await openFilled(api.url)
  expect(await search.find('marlin')).toEqual(['product:one'])
  expect(await search.find('breakers')).toContain('type:breakers')
  expect(await search.find('protection')).toContain('type:protection')
  expect(await search.find('osprey')).toEqual(['news:fair'])
  const details = api.calls.filter((call) => call.startsWith('getPostDetails'))
  const posts = [
    'News fair',
    'Products one',
    'Products two',
    'ProductsCategory protection',
    'ProductsTypes breakers',
  ]
  // In both languages, once each.
  expect(details.sort()).toEqual(
    posts.flatMap((post) => Array.from({ length: 2 }, () => `getPostDetails ${post}`)),
  )

  api.state.posts['Products'] = [
    { postID: 'one', postTitle: 'Marlin isolator', parentID: 'breakers' },
    { postID: 'three', postTitle: 'Gannet switch', parentID: 'breakers' },
  ]
  await search.visit('Ar').listProductsOf('breakers')
  await search.visit('En').listProductsOf('breakers')
  await eventually(async () => {
    expect(await search.find('gannet')).toEqual(['product:three'])
    expect(await search.find('isolator')).toEqual(['product:one'])
    expect(await search.find('heron')).toEqual([])
  })

  const read = () => api.calls.filter((call) => call === 'getPostDetails News fair').length
  search.expire(['News'])
  await eventually(() => expect(read()).toBe(4))
})

test('makes at most two calls at once, and as many details a second as allowed', async () => {
  const perSecond = 16
  const posts: Record<string, EditablePost[]> = makeSmallCatalogue()
  posts['News'] = Array.from({ length: 12 }, (_, at) => ({
    postID: `news-${at}`,
    postTitle: `News ${at}`,
  }))
  let underWay = 0
  let most = 0
  let lastListAt = 0
  const detailsAt: number[] = []
  const api = await startRecordingApi((response, request) => {
    underWay += 1
    most = Math.max(most, underWay)
    void fieldsOf(request).then((fields) => {
      const { check, Type = '', PostId } = Object.fromEntries(fields)
      if (check === 'getPostDetails') detailsAt.push(performance.now())
      else lastListAt = performance.now()
      const all = posts[Type] ?? []
      const items = PostId === '' ? all : all.filter(({ postID }) => postID === PostId)
      setImmediate(() => {
        underWay -= 1
        sendJson(items)(response, request)
      })
    })
  })
  const search = openSearch(api.url, { detailsPerS: perSecond })
  search.start()
  await search.whenFilled()
  expect(most).toBeLessThanOrEqual(2)
  expect(detailsAt.length).toBe(32)
  // Any call may arrive late on a busy machine, so the time counts from before the first of them was due.
  expect((detailsAt[perSecond] ?? 0) - lastListAt).toBeGreaterThan(990)
})

test('makes no call while a circuit breaker is open, and goes on when it has closed', async () => {
  const api = await startEditableApi(makeSmallCatalogue())
  api.state.fault = sendBytes('no', { status: 500 })
  const search = openSearch(api.url)
  const { listNews } = search.visit()
  await eventually(async () => {
    await search
      .visit()
      .listNews()
      .catch(() => undefined)
    expect(search.breakers()).toEqual({ News: 'open' })
  })
  await expect(listNews()).rejects.toThrow('circuit breaker')
  api.state.fault = null
  const before = api.calls.length
  search.start()
  // The visitor's probe, after the breaker's first open period, is the first call.
  await eventually(() => search.visit().listNews())
  expect(api.calls[before]).toBe('getPost News')
  await search.whenFilled()
  expect(await search.find('osprey')).toEqual(['news:fair'])
})

describe('the index lacks', () => {
  /** Watches what it lacks, and counts the new versions that it reports. */
  function watch(search: ReturnType<typeof openSearch>) {
    const seen = { versions: 0 }
    search.onNewVersion(() => (seen.versions += 1))
    return {
      seen,
      lacks: async () => [await search.lacks('lists'), await search.lacks('filled')],
    }
  }

  test('lists and details until they have been read, and nothing after a restart with a dead content API', async () => {
    const api = await startEditableApi(makeSmallCatalogue())
    const file = makeIndexFile()
    const first = openSearch(api.url, { file })
    const { seen, lacks } = watch(first)
    expect(await lacks()).toEqual([true, true])
    first.start()
    await first.whenFilled()
    expect(await lacks()).toEqual([false, false])
    // After the lists, and after the details.
    await eventually(() => expect(seen.versions).toBe(2))
    await first.close()

    api.state.fault = sendBytes('no', { status: 500 })
    const second = openSearch(api.url, { file })
    second.start()
    // The thread starts slowly on a busy machine.
    await second.count()
    expect(await watch(second).lacks()).toEqual([false, false])
    expect(await second.find('marlin')).toEqual(['product:one'])
  })

  test('nothing without a crawl, which would never fill it: it takes what visitors read', async () => {
    const api = await startEditableApi(makeSmallCatalogue())
    const search = openSearch(api.url, { detailsPerS: 0 })
    search.start()
    expect(await watch(search).lacks()).toEqual([false, false])
    await search.visit().listNews()
    await search.whenFilled()
    await eventually(async () => expect(await search.find('osprey')).toEqual(['news:fair']))
    expect(await search.find('marlin')).toEqual([])
    expect(api.calls).toEqual(['getPost News'])
  })

  test.runIf(isWholeRun)(
    'nothing when a type stays unavailable, and everything while all are',
    async () => {
      const small: Record<string, EditablePost[]> = makeSmallCatalogue()
      let fails = (_type: string) => true
      const api = await startRecordingApi((response, request) => {
        void fieldsOf(request).then((fields) => {
          const { Type = '', PostId } = Object.fromEntries(fields)
          const all = small[Type] ?? []
          const items = PostId === '' ? all : all.filter(({ postID }) => postID === PostId)
          const send = fails(Type) ? sendBytes('no', { status: 500 }) : sendJson(items)
          send(response, request)
        })
      })
      const dead = openSearch(api.url)
      dead.start()
      await eventually(() => expect(api.requests.length).toBeGreaterThan(3))
      expect(await watch(dead).lacks()).toEqual([true, true])
      await dead.close()

      fails = (type) => type === 'Services'
      const search = openSearch(api.url)
      search.start()
      await search.whenFilled()
      expect(await watch(search).lacks()).toEqual([false, false])
      expect(await search.find('marlin')).toEqual(['product:one'])
    },
  )

  test.runIf(isWholeRun)('a round that finds nothing new is no new version', async () => {
    const api = await startEditableApi(makeSmallCatalogue())
    const search = openSearch(api.url)
    const { seen } = watch(search)
    search.start()
    await eventually(() => expect(seen.versions).toBe(2))
    const read = () => api.calls.filter((call) => call === 'getPostDetails News fair').length
    // Rounds follow each other, so the first has ended when a later one reads.
    for (let round = 1; round <= 3; round += 1) {
      const before = read()
      search.expire(['News'])
      await eventually(() => expect(read()).toBeGreaterThanOrEqual(before + 2))
    }
    expect(seen.versions).toBe(2)
  })
})

test.runIf(isWholeRun)('content that is purged while it is being read is read again', async () => {
  let word = 'Osprey'
  let detailsCalls = 0
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const api = await startRecordingApi((response, request) => {
    void fieldsOf(request).then(async (fields) => {
      const { check, Type } = Object.fromEntries(fields)
      const post = { postID: 'fair', postTitle: 'The fair', postDetails: `<p>${word}</p>` }
      if (check === 'getPostDetails') {
        detailsCalls += 1
        await released
      }
      sendJson(Type === 'News' ? [post] : [])(response, request)
    })
  })
  const search = openSearch(api.url)
  search.start()
  // Both languages are read.
  await eventually(() => expect(detailsCalls).toBe(2))
  word = 'Falcon'
  search.expire(['News'])
  // The index has been told once it answers.
  expect(await search.find('falcon')).toEqual([])
  release()
  await search.whenFilled()
  expect(await search.find('osprey')).toEqual([])
  expect(await search.find('falcon')).toEqual(['news:fair'])
})

describe('the index', () => {
  test('that is damaged is built again, which is logged once, and one in its place is read anew', async () => {
    const warn = vi.spyOn(log, 'warn')
    const api = await startEditableApi(makeSmallCatalogue())
    const file = makeIndexFile()
    writeFileSync(file, 'not an index '.repeat(1_000))
    const search = await openFilled(api.url, file)
    expect(await search.find('marlin')).toEqual(['product:one'])
    const messages = warn.mock.calls.map(([, message]) => message)
    expect(messages.filter((message) => message === 'search index rebuilt')).toHaveLength(1)
    warn.mockRestore()

    const other = makeIndexFile()
    const successor = openSearchIndex(other)
    successor.writeState('source', api.url)
    successor.put([entryOf({ id: 'three', title: 'Gannet switch' })])
    successor.close()
    removeDatabase(file)
    for (const suffix of ['-wal', '']) renameSync(other + suffix, file + suffix)
    expect(await search.find('gannet')).toEqual(['product:three'])
  })

  test('whose folder cannot be made is in memory', async () => {
    const api = await startEditableApi(makeSmallCatalogue())
    const file = makeIndexFile()
    writeFileSync(file, '')
    const search = await openFilled(api.url, path.join(file, 'index.db'))
    expect(await search.find('marlin')).toEqual(['product:one'])
  })

  test.runIf(isWholeRun)('of another content API is not used', async () => {
    const file = makeIndexFile()
    const old = await startEditableApi(makeSmallCatalogue())
    const first = await openFilled(old.url, file)
    await first.close()
    const other = await startEditableApi({ News: [{ postID: 'new', postTitle: 'Pelican opens' }] })
    const second = await openFilled(other.url, file)
    expect(await second.find('marlin')).toEqual([])
    expect(await second.find('pelican')).toEqual(['news:new'])
  })

  test.runIf(isWholeRun)('takes no more than fits into memory while it is busy', async () => {
    const listOf = (name: string) =>
      Array.from({ length: 1_500 }, (_, at) => ({ postID: `${name}-${at}`, postTitle: name }))
    const api = await startEditableApi({
      News: listOf('osprey'),
      Blog: listOf('curlew'),
      Services: [{ postID: 'tern', postTitle: 'tern' }],
    })
    const search = openSearch(api.url, { detailsPerS: 0 })
    await search.visit().listNews()
    await search.visit().listBlog()
    await search.whenFilled()
    await eventually(async () => expect(await search.count()).toEqual({ news: 1_500 }))
    // Responses are indexed in turn: this one comes after all that waited.
    await search.visit().listServices()
    await eventually(async () => expect(await search.find('tern')).toEqual(['service:tern']))
    expect(await search.find('curlew')).toEqual([])
  })
})
