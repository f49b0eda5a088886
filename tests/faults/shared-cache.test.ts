import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { createSharedPurges } from '../../server/shared-cache/shared-purges.ts'
import { isKeyOf } from '../../server/content/content-types.ts'
import type { ContentType } from '../../server/config.ts'
import { fingerprintOf } from '../../server/content/api/response-body.ts'
import { createSharedForms } from '../../server/enquiries/enquiries.ts'
import { startEditableApi } from '../support/editable-api.ts'
import { eventually } from '../support/eventually.ts'
import { listenInTest } from '../support/listen-in-test.ts'
import { collectLog } from '../support/logged.ts'
import { getFreePort } from '../support/loopback.ts'
import { openContent } from '../support/open-content.ts'
import { hasRedis, joinCache, startRedis } from '../support/redis-server.ts'
import { onThisMachine } from '../support/busy-machine.ts'

const news = (...titles: string[]) => ({
  News: titles.map((postTitle, at) => ({ postID: `n${at}`, postTitle })),
})

/** Two processes of the site on one content API and one Redis. */
async function startTwo(posts = news('First'), variables: Record<string, string> = {}) {
  const redis = await startRedis()
  const api = await startEditableApi(posts)
  const open = async () => {
    const cache = await joinCache(redis.url)
    const content = openContent(api.url, variables, null, cache)
    const followed: ContentType[][] = []
    const purges = createSharedPurges(cache, {
      recentMs: 60_000,
      onPurge: (types) => {
        followed.push(types)
        content.expire(isKeyOf(types), types.length > 0)
      },
    })
    return {
      ...content,
      cache,
      purges,
      followed,
      /** As the admin server does. */
      purge: async (...types: ContentType[]) => {
        await purges.announce(types)
        content.expire(isKeyOf(types), types.length > 0)
      },
      titles: async () => (await content.viewPage().listNews()).map((post) => post.postTitle),
    }
  }
  const [one, other] = [await open(), await open()]
  await one.ready()
  return { redis, api, open, one, other }
}

describe.skipIf(!hasRedis)('content that several processes share', () => {
  test('serves the search index of each process', async () => {
    const { api, one, other } = await startTwo()
    await one.readForIndex().listNews()
    await other.readForIndex().listNews()
    await other.titles()
    expect(api.calls).toEqual(['getPost News'])
  })

  test('is not replaced by the empty list that the search index reads of an API without its data', async () => {
    const { api, redis, one, open } = await startTwo()
    await one.titles()
    await redis.contentKey()
    api.state.posts = { News: [] }
    await one.purges.announce([])
    await (await open()).readForIndex().listNews()
    expect(await (await open()).titles()).toEqual(['First'])
  })

  test('outlives every process: a new one shows it while the API is dead', async () => {
    const { api, redis, one, open } = await startTwo()
    await one.titles()
    await redis.contentKey()
    await one.purges.announce([])
    await one.close()
    api.state.fault = (response) => response.destroy()
    const late = await open()
    expect(await late.titles()).toEqual(['First'])
    expect(api.calls.length).toBeGreaterThan(1)
  })

  test('is loaded again by a process whose neighbour died during its call', async () => {
    const { api, redis, one } = await startTwo()
    // As the neighbour left it: the lock of the only key, for as long as a call may take.
    await one.titles()
    const name = await redis.contentKey()
    await redis.client.set(name.replace('content:', 'lock:'), 'neighbour', 'PX', 5_000)
    await redis.client.del(name)
    one.expire(() => true)
    const start = performance.now()
    expect(await one.titles()).toEqual(['First'])
    expect(performance.now() - start).toBeLessThan(onThisMachine(4_900, 0))
    expect(api.calls).toHaveLength(2)
  })

  test('is never older than a purge, not even from a call that was under way', async () => {
    const { api, one, other } = await startTwo()
    let respond: () => void = () => undefined
    api.state.fault = (response) => {
      respond = () => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify([{ postID: 'n0', postTitle: 'Before the purge' }]))
      }
    }
    const early = one.titles()
    await eventually(() => expect(api.calls).toHaveLength(1))
    api.state.fault = null
    await other.purges.announce(['News'])
    respond()
    expect(await early).toEqual(['Before the purge'])
    expect(await other.titles()).toEqual(['First'])
  })

  test('follows a purge that was made while it was away', async () => {
    const { api, redis, one, open } = await startTwo()
    await one.titles()
    redis.freeze()
    await eventually(() => expect(one.cache.isJoined()).toBe(false))
    redis.thaw()
    api.state.posts = news('Changed')
    const late = await open()
    await late.purges.announce([])
    await eventually(async () => expect(await one.titles()).toEqual(['Changed']))
  })
})

type ChangeRedis = (redis: Awaited<ReturnType<typeof startRedis>>) => unknown

interface Fault {
  name: string
  inject: ChangeRedis
  /** Until then the shared cache is away; without it, it replies all the time. */
  end?: ChangeRedis
}

const faults: Fault[] = [
  { name: 'is killed', inject: ({ kill }) => kill(), end: ({ restart }) => restart() },
  { name: 'replies nothing', inject: ({ freeze }) => freeze(), end: ({ thaw }) => thaw() },
  {
    name: 'is slow',
    inject: ({ client }) => client.client('PAUSE', 4_000, 'ALL'),
    end: () => undefined,
  },
  {
    name: 'is full',
    inject: ({ client }) => client.config('SET', 'maxmemory', '1'),
    end: ({ client }) => client.config('SET', 'maxmemory', '0'),
  },
  {
    name: 'has become a replica that nobody may write to',
    inject: async ({ client }) => client.replicaof('127.0.0.1', await getFreePort()),
    end: ({ client }) => client.replicaof('NO', 'ONE'),
  },
  {
    name: 'restarts empty',
    inject: async ({ kill, restart }) => {
      await kill()
      await restart()
    },
    end: () => undefined,
  },
  {
    name: 'has something else under the keys',
    inject: async ({ client }) => {
      for (const key of await client.keys('*')) await client.set(key, 'not what it was')
    },
  },
  {
    name: 'has keys of other types',
    inject: async ({ client }) => {
      for (const key of await client.keys('*')) {
        // In one step: a process may write the key again in between.
        await client.multi().del(key).sadd(key, 'a member').exec()
      }
    },
  },
]

describe.skipIf(!hasRedis)('a shared cache that fails', () => {
  test.each(faults)('$name: each process goes on, and says so once', async ({ inject, end }) => {
    const { factsOf, lines } = collectLog()
    const { api, redis, one, other } = await startTwo()
    await Promise.all([one.titles(), other.titles()])
    await inject(redis)
    api.state.posts = news('During the failure')
    for (const content of [one, other]) {
      const start = performance.now()
      await content.purge()
      expect(await content.titles()).toEqual(['During the failure'])
      // The time of a command for the purge and one for the content; without a limit it would be all of them.
      expect(performance.now() - start).toBeLessThan(onThisMachine(4_500, 0))
    }
    if (end) {
      await eventually(() => expect(factsOf('shared cache unavailable')).toHaveLength(2))
      await end(redis)
    }
    await eventually(() => {
      expect([one.cache.isJoined(), other.cache.isJoined()]).toEqual([true, true])
    })
    const told = lines.filter(({ message }) => /^shared cache (?:un|avail)/.test(message))
    expect(told.length).toBeLessThanOrEqual(4)
  })

  test('that fails over is joined at its new server', async () => {
    const { factsOf } = collectLog()
    const [before, after] = [await startRedis(), await startRedis()]
    let target = before.port
    // As a name or an address that leads to the primary.
    const primary = await listenInTest(
      createServer((socket) => {
        const server = connect(target, '127.0.0.1')
        for (const end of [socket, server]) end.on('error', () => undefined)
        pipeline(socket, server, socket, () => undefined)
      }),
    )
    const cache = await joinCache(primary.url.replace('http', 'redis'))
    target = after.port
    await before.kill()
    await eventually(() => expect(factsOf('shared cache unavailable')).toHaveLength(1))
    await eventually(() => expect(cache.isJoined()).toBe(true))
    expect(await cache.run((commands) => commands.set('key', 'value'))).toBe('OK')
    expect(await after.client.keys('*key')).toHaveLength(1)
  })

  test('that was never there delays the first page by a moment only', async () => {
    const { factsOf } = collectLog()
    const api = await startEditableApi(news('First'))
    const cache = await joinCache(`redis://127.0.0.1:${await getFreePort()}`, false)
    const content = openContent(api.url, {}, null, cache)
    expect(cache.isJoined()).toBe(false)
    expect(await content.viewPage().listNews()).toHaveLength(1)
    expect(factsOf('shared cache unavailable')).toHaveLength(1)
  })

  test('that refuses the login says so, however late, and once', async () => {
    const { factsOf } = collectLog()
    const redis = await startRedis()
    await redis.client.config('SET', 'requirepass', 'another')
    const cache = await joinCache(redis.url.replace('redis://', 'redis://:wrong@'), false)
    const causes = () => factsOf('shared cache unavailable').map(({ error }) => String(error))
    await eventually(() => expect(causes()).toContainEqual(expect.stringMatching(/WRONGPASS/)))
    expect(causes().filter((cause) => cause.includes('WRONGPASS'))).toHaveLength(1)
    expect(cache.isJoined()).toBe(false)
  })

  test('whose user may not ask for its state is joined without a word', async () => {
    const warn = vi.spyOn(console, 'warn')
    const redis = await startRedis()
    await redis.client.acl('SETUSER', 'site', 'on', '>word', '~site:*', '+@all', '-info')
    const cache = await joinCache(redis.url.replace('redis://', 'redis://site:word@'))
    expect(cache.isJoined()).toBe(true)
    expect(warn).not.toHaveBeenCalled()
  })

  test('cannot make the site show what the API would not be allowed to', async () => {
    const { redis, one, open, api } = await startTwo()
    await one.titles()
    const name = await redis.contentKey()
    const bytes = await redis.client.getBuffer(name)
    const end = bytes?.indexOf(0x0a) ?? 0
    // The metadata of one response with the body of another.
    const forged = gzipSync(JSON.stringify([{ postID: 'x', postTitle: 'Forged' }]))
    await redis.client.set(
      name,
      Buffer.concat([bytes?.subarray(0, end + 1) ?? Buffer.alloc(0), forged]),
    )
    expect(await (await open()).titles()).toEqual(['First'])
    expect(api.calls).toHaveLength(2)
  })

  test('F61: cannot make the site show a script as content', async () => {
    const { redis, one, open, api } = await startTwo()
    const read = (content: typeof one) => content.viewPage().getNews('n0')
    await read(one)
    const name = await redis.contentKey()
    const [head = ''] = (await redis.client.get(name))?.split('\n') ?? []
    const postDetails = '<p onclick="alert(1)">Read<script>alert(1)</script></p>'
    const body = Buffer.from(JSON.stringify([{ postID: 'n0', postTitle: 'Forged', postDetails }]))
    const intact = { ...JSON.parse(head), fingerprint: await fingerprintOf(body) }
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(intact)}\n`), gzipSync(body)])
    await redis.client.set(name, bytes)
    expect((await read(await open())).postDetails).toBe('<p>Read</p>')
    expect(api.calls).toHaveLength(1)
  })

  test.each([[5], ['text'], [[1, null]]])(
    'F57: that lists %j as forms accepts every form',
    async (reply) => {
      const forms = createSharedForms({ run: async () => reply as never })
      expect(await forms.digestsOf('a form')).toEqual([])
    },
  )
})
