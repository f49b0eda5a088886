import { EventEmitter } from 'node:events'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { ContentCache } from './content-cache.ts'
import { DiskCache } from './disk-cache.ts'
import { log } from '@site/runtime/log'
import { startEditableApi } from '../../../tests/support/editable-api.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { findDeadAddress } from '../../../tests/support/loopback.ts'
import { detailsCall, openContent } from '../../../tests/support/open-content.ts'
import { hang, reset, sendJson } from '../../../tests/support/recording-api.ts'
import { makeFolder } from '../../../tests/support/small-sample.ts'

const minute = 60_000
const hour = 60 * minute

let warn: MockInstance<typeof log.warn>

beforeAll(() => {
  // Refreshes may fail after a test has ended.
  log.level = 'silent'
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  warn = vi.spyOn(log, 'warn').mockReturnValue()
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})

function wait(ms: number) {
  vi.setSystemTime(Date.now() + ms)
}

function news(...ids: string[]) {
  return { News: ids.map((postID) => ({ postID, postTitle: `News ${postID}` })) }
}

async function start(posts = news('1', '2')) {
  const folder = makeFolder()
  const api = await startEditableApi(posts)
  return {
    api,
    folder,
    /** A separate process on the same data. */
    open: (variables: Record<string, string> = {}) => openContent(api.url, variables, folder),
  }
}

/** Simulates a process that has read the news list and one article, and exited. */
async function startSeen() {
  const started = await start()
  const content = started.open()
  await content.viewPage().listNews()
  await content.viewPage().getNews('1')
  await content.close()
  started.api.calls.length = 0
  return started
}

/** A file's metadata: the line before the body. */
function headOf(folder: string, file: string): unknown {
  const bytes = readFileSync(path.join(folder, file))
  return JSON.parse(bytes.subarray(32, bytes.indexOf(0x0a, 32)).toString('utf8'))
}

function titles(posts: { postTitle: string }[]) {
  return posts.map(({ postTitle }) => postTitle)
}

describe('F41: after a restart', () => {
  test('cached content can be read without a call, and is the same object each time', async () => {
    const { api, open } = await startSeen()
    wait(10 * 24 * hour)
    const content = open()
    const cached = await content.readCached().listNews()
    expect(titles(cached)).toEqual(['News 1', 'News 2'])
    expect((await content.readCached().listNews())[0]).toBe(cached[0])
    expect(await content.readCached('En').listNews()).toEqual([])
    expect(await content.readCached().findContact()).toBeNull()
    expect(api.calls).toEqual([])
  })

  test('CONTENT_STALE_S counts from the response, not from the restart', async () => {
    const { api, open } = await startSeen()
    api.state.fault = sendJson({}, { status: 500 })
    wait(40 * minute)
    const second = open({ CONTENT_STALE_S: '3600' })
    expect(await second.viewPage().listNews()).toHaveLength(2)
    await second.close()
    wait(22 * minute)
    const third = open({ CONTENT_STALE_S: '3600' })
    await expect(third.viewPage().listNews()).rejects.toMatchObject({ fault: 'status' })
  })

  test('another API, path or company has separate content', async () => {
    const { api, folder, open } = await startSeen()
    api.state.fault = sendJson({}, { status: 500 })
    const others = [
      openContent(await findDeadAddress(), {}, folder),
      open({ CONTENT_GET_POST_PATH: '/other' }),
      open({ CONTENT_FBRN_ID: '2' }),
    ]
    for (const other of others) {
      await expect(other.viewPage().listNews()).rejects.toThrow()
      expect(other.cacheReport().ages).toEqual({})
    }
  })

  test('another version parses the stored response its own way', async () => {
    const { api, open } = await start()
    const query = {
      check: 'getPost',
      type: 'News',
      PostId: '',
      ParentId: 'NTROOT0',
      Pno: '-1',
    } as const
    const post = { postID: '1', postTitle: 'News', postDetails: '<p>Whole</p>' }
    api.state.posts = { News: [post] }
    const before = open()
    expect((await before.forRequest()(query, 'card'))[0]).not.toHaveProperty('postDetails')
    await before.close()
    api.state.fault = hang
    const [read] = await open().forRequest()(query, 'post')
    expect(read).toMatchObject({ postDetails: '<p>Whole</p>' })
  })

  test('a corrupt file is logged and not used; the others are', async () => {
    const { api, folder, open } = await startSeen()
    api.state.fault = sendJson({}, { status: 500 })
    for (const file of readdirSync(folder)) {
      if (!JSON.stringify(headOf(folder, file)).includes('getPostDetails')) continue
      const bytes = readFileSync(path.join(folder, file))
      bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9)
      writeFileSync(path.join(folder, file), bytes)
    }
    const calls = open().viewPage()
    await expect(calls.getNews('1')).rejects.toMatchObject({ fault: 'status' })
    expect(await calls.listNews()).toHaveLength(2)
    const logged = warn.mock.calls.map(([, message]) => message)
    expect(
      logged.filter((message) => message === 'corrupt content cache file removed'),
    ).toHaveLength(1)
  })

  test('a file of another format version is not used', async () => {
    const { api, folder, open } = await startSeen()
    api.state.fault = sendJson({}, { status: 500 })
    for (const file of readdirSync(folder)) {
      const bytes = readFileSync(path.join(folder, file)).subarray(32)
      const other = Buffer.from(
        bytes.toString('latin1').replace('"format":1', '"format":2'),
        'latin1',
      )
      const digest = createHash('sha256').update(other).digest()
      writeFileSync(path.join(folder, file), Buffer.concat([digest, other]))
    }
    await expect(open().viewPage().listNews()).rejects.toMatchObject({ fault: 'status' })
  })

  test('operators see the number of stored responses and their ages', async () => {
    const { api, open } = await startSeen()
    api.state.fault = hang
    wait(hour)
    const content = open()
    await content.viewPage().listNews()
    await eventually(() => expect(content.cacheReport().entries).toBe(2))
    const { ages, oldestServedStale: oldestServedStale, emptyResultGuard } = content.cacheReport()
    expect(ages['News']).toBeGreaterThanOrEqual(3_590)
    expect(ages['News']).toBeLessThanOrEqual(3_660)
    expect(oldestServedStale).toBe(3_600)
    expect(emptyResultGuard).toEqual([])
  })
})

describe('the disk cache', () => {
  test('an unchanged list is not written again, except to update its date', async () => {
    const { folder, open } = await start()
    const first = open()
    await first.viewPage().listNews()
    await first.close()
    const [file = ''] = readdirSync(folder)
    const written = statSync(path.join(folder, file)).mtimeMs
    const head = headOf(folder, file)

    const second = open()
    await second.viewPage().listNews()
    for (let minutes = 0; minutes < 9; minutes += 1) {
      wait(minute)
      await second.viewPage().listNews()
      await eventually(() => expect(second.cacheReport().ages['News']).toBe(0))
    }
    await second.close()
    expect(statSync(path.join(folder, file)).mtimeMs).toBe(written)

    const third = open()
    wait(2 * minute)
    await third.viewPage().listNews()
    await eventually(() => expect(third.cacheReport().ages['News']).toBe(0))
    await third.close()
    expect(headOf(folder, file)).not.toEqual(head)
    expect(readdirSync(folder)).toEqual([file])
  })

  test('made-up posts leave no files', async () => {
    const { folder, open } = await start()
    const content = open()
    for (let id = 100; id < 150; id += 1) {
      await expect(content.viewPage().getNews(`${id}`)).rejects.toMatchObject({ name: 'NotFound' })
    }
    await content.close()
    expect(readdirSync(folder)).toEqual([])
  })

  test('F41: an empty child list is available after a restart', async () => {
    const { api, open } = await start()
    const first = open()
    expect(await first.viewPage().listProductsOf('empty')).toEqual([])
    await first.close()
    api.state.fault = reset
    expect(await open().viewPage().listProductsOf('empty')).toEqual([])
  })

  test('V18: at most a thousand empty lists with made-up IDs are stored', async () => {
    const { folder, open } = await start()
    const content = open()
    const { listProductsOf } = content.viewPage()
    await content.viewPage().listNews()
    for (let id = 0; id < 1_100; id += 1) await listProductsOf(`made-up-${id}`)
    await content.close()
    const files = readdirSync(folder)
    expect(files.filter((file) => file.includes('.News.'))).toHaveLength(1)
    expect(files).toHaveLength(1_001)
  })

  test('a deleted post is removed from it', async () => {
    const { api, folder, open } = await startSeen()
    api.state.posts = news('2')
    wait(2 * minute)
    const content = open()
    await content.viewPage().getNews('1')
    await eventually(() =>
      expect(content.viewPage().getNews('1')).rejects.toMatchObject({ name: 'NotFound' }),
    )
    await content.close()
    expect(readdirSync(folder)).toHaveLength(1)
    api.state.fault = sendJson({}, { status: 500 })
    await expect(open().viewPage().getNews('1')).rejects.toMatchObject({ fault: 'status' })
  })

  test('file names are hashes, whatever the ID', async () => {
    const { folder, open } = await start(news('../../مقال'))
    const content = open()
    await content.viewPage().getNews('../../مقال')
    await content.close()
    expect(readdirSync(folder)).toEqual([
      expect.stringMatching(/^[0-9a-f]{16}-[0-9a-f]{64}\.News\.content$/),
    ])
  })

  test('purged content is loaded again before it is used from disk', async () => {
    const { api, open } = await startSeen()
    const content = open()
    wait(minute)
    content.expire(() => true)
    api.state.posts = news('1', '2', '3')
    expect(await content.viewPage().listNews()).toHaveLength(3)
  })

  test('that cannot be written caches nothing, and is logged once', async () => {
    const folder = path.join(makeFolder(), 'taken')
    writeFileSync(folder, 'a file where the folder should be')
    const api = await startEditableApi(news('1', '2', '3'))
    const content = openContent(api.url, {}, folder)
    for (const id of ['1', '2', '3']) await content.viewPage().getNews(id)
    await content.close()
    const logged = warn.mock.calls.map(([, message]) => message)
    expect(logged.filter((message) => message === 'content cache write failed')).toHaveLength(1)
  })

  test('has entries evicted from memory', async () => {
    const disk = new DiskCache({ folder: makeFolder(), scope: 'test', lifetimeMs: hour })
    let loads = 0
    const load = async () => {
      loads += 1
      // Memory has room for only one.
      const body = Buffer.from(`["news ${loads}${' '.repeat(10 * 1024 * 1024)}"]`)
      const times = { calledAt: Date.now(), arrivedAt: Date.now() }
      return { items: [`news ${loads}`], body, isCut: false, fingerprint: `${loads}`, ...times }
    }
    const cache = new ContentCache(load, {
      ...{ freshMs: hour, staleMs: 0, disk },
      events: new EventEmitter(),
      parse: async (_call, { body, fingerprint }) => {
        const long: string[] = JSON.parse(Buffer.from(body).toString())
        const items = long.map((item) => item.trimEnd())
        return { items, body, fingerprint, isCut: false, droppedCount: 0, problem: undefined }
      },
    })
    await cache.read(detailsCall('first'))
    await cache.read(detailsCall('second'))
    const { items } = await cache.read(detailsCall('first'))
    expect(warn.mock.calls).toEqual([])
    expect(items).toEqual(['news 1'])
    await nextTurn()
    expect(loads).toBe(2)
    await disk.close()
  })

  test('holds no more than its limit; what came last stays', async () => {
    const folder = makeFolder()
    const options = { folder, scope: 'test', lifetimeMs: hour, maxBytes: 5 * 4_096 }
    const disk = new DiskCache(options)
    await disk.ready()
    for (let at = 0; at < 20; at += 1) {
      const facts = { fingerprint: `${at}`, isCut: false, arrivedAt: Date.now() }
      const response = { body: Buffer.from(`[${at}]`), ...facts }
      disk.save(`key ${at}`, 'News', response)
    }
    await disk.close()
    expect(readdirSync(folder)).toHaveLength(5)
    const after = new DiskCache(options)
    expect((await after.find('key 19', 'News'))?.fingerprint).toBe('19')
    expect(await after.find('key 0', 'News')).toBeNull()
    await after.close()
  })
})
