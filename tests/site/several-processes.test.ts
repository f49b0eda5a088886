import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { contentScopeOf } from '../../server/content/content.ts'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { assetName } from '../../server/http/files/earlier-assets.ts'
import { keyPrefixOf } from '../../server/shared-cache/shared-cache.ts'
import { findDifferences } from '../../server/shared-cache/shared-checks.ts'
import { signBody, signBytes } from '../../server/signatures.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { makeSmallCatalogue, type EditablePost } from '../support/editable-api.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort, listenOnLoopback } from '../support/loopback.ts'
import { startRawServer } from '../support/raw-server.ts'
import { hasRedis, openRedis, startRedis } from '../support/redis-server.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'
import { onThisMachine } from '../support/busy-machine.ts'

const secret = 'only-for-the-tests'
const hookSecret = 'a secret of the content system'
const now = () => Math.floor(Date.now() / 1000)

interface HookRequest {
  body?: string
  signature?: string
  headers?: Record<string, string>
}

function callHook(
  url: string,
  {
    body = '{"types":["News"]}',
    signature = signBody(body, hookSecret, now()),
    headers = {},
  }: HookRequest = {},
) {
  return fetch(`${url}/hooks/content`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-signature': signature, ...headers },
    body,
  })
}

describe.skipIf(!hasRedis)('several processes of the site', () => {
  let redis: Awaited<ReturnType<typeof openRedis>>
  let api: ContentApi
  let sites: SiteProcess[]
  const posts: Record<string, EditablePost[]> = makeSmallCatalogue()
  const enquiries: unknown[] = []
  const receiver = createServer((request, response) => {
    void json(request).then((enquiry) => {
      enquiries.push(enquiry)
      response.end()
    })
  })

  /** With a data folder each, on one content API and one Redis. */
  beforeAll(async () => {
    redis = await openRedis()
    api = await startContentApi(({ check, type, postId, parentId }) =>
      (posts[type] ?? []).filter((post) =>
        check === 'getPostDetails'
          ? post.postID === postId
          : parentId === 'NTROOT0' || post.parentID === parentId,
      ),
    )
    const { url } = await listenOnLoopback(receiver)
    const starts = [1, 2].map(async () =>
      startSiteProcess({
        CONTENT_API_URL: api.url,
        SHARED_CACHE_URL: redis.url,
        SECRET: secret,
        CONTENT_CACHE_TTL_S: '600',
        CONTENT_WEBHOOK_SECRET: hookSecret,
        CONTENT_TYPES: '{"Blog":"BlogPosts"}',
        ENQUIRY_DELIVERY: 'webhook',
        ENQUIRY_WEBHOOK_URL: url,
        ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
        OPS_PORT: String(await getFreePort()),
      }),
    )
    sites = await Promise.all(starts)
  })
  afterAll(async () => {
    await Promise.all(sites.map((site) => site.stop()))
    await api.close()
    await redis.close()
    receiver.close()
  })

  const urls = () => sites.map(({ url }) => url)
  const newsOf = async (url: string) => (await fetch(`${url}/News?lang=En`)).text()

  test('call for each content once', async () => {
    const before = api.calls.length
    const paths = ['/', '/News', '/products/breakers', '/product-details/one', '/about']
    const addresses = paths.flatMap((path) => [`${path}?lang=Ar`, `${path}?lang=En`])
    await Promise.all(
      urls().flatMap((url) =>
        addresses.map(async (address) => (await fetch(url + address)).text()),
      ),
    )
    const calls = api.calls.slice(before).map((call) => JSON.stringify(call))
    const distinct = new Set(calls)
    // On a busy machine a command may exceed its time, and that call is made twice: without sharing all are.
    expect(calls.length - distinct.size).toBeLessThan(api.calls.length / 4)
  })

  test('show what has changed within 2 s of a webhook', async () => {
    for (const url of urls()) await newsOf(url)
    posts['News'] = [{ postID: 'fair', postTitle: 'Kestrel at the fair' }]
    const [first = '', second = ''] = urls()
    const signature = signBody('{"types":["News"]}', hookSecret, now())
    const purgedAt = performance.now()
    const response = await callHook(first, { signature })
    expect([response.status, await response.json()]).toEqual([
      200,
      { content: expect.any(Number), pages: expect.any(Number) },
    ])
    expect(await newsOf(first)).toContain('Kestrel')
    await eventually(async () => expect(await newsOf(second)).toContain('Kestrel'))
    expect(performance.now() - purgedAt).toBeLessThan(onThisMachine(2_000))
    expect((await callHook(second, { signature })).status, 'replayed elsewhere').toBe(409)
  })

  test('take a form that was sent to two of them as one enquiry', async () => {
    const form = issueFormToken(secret, Date.now() - 10_000)
    async function submit(url: string, message: string) {
      const body = new FormData()
      const fields = { name: 'Amal', email: 'amal@unlisted.example', message, form }
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      const sent = await fetch(`${url}/enquiry`, { method: 'POST', body, redirect: 'manual' })
      return sent.headers.get('location')
    }
    const [first = '', second = ''] = urls()
    const location = await submit(first, 'Two panels')
    expect(location).toMatch(/^\/enquiry\/\w{4}-\w{4}/)
    await eventually(() => expect(enquiries).toHaveLength(1))
    expect(await submit(second, 'Two panels')).toBe(location)
    // What is changed is a revision of the same enquiry, wherever it is sent.
    expect(await submit(second, 'Three panels')).toBe(location)
    await eventually(() => expect(enquiries).toHaveLength(2))
    expect(enquiries[1]).toMatchObject({ revision: 2, message: 'Three panels' })
  })

  test('F61: serve an asset of the shared cache only if one with their SECRET has put it there', async () => {
    const prefix = keyPrefixOf(contentScopeOf(parseConfig({ CONTENT_API_URL: api.url }).content))
    const keyOf = (name: string) => `asset:${name}-a1b2c3d4.js`
    const signed = (name: string) => signBytes(Buffer.from('bytes'), keyOf(name), secret)
    for (const [name, value] of [
      ['plain', Buffer.from('alert(1)')],
      ['tampered', Buffer.concat([signed('tampered'), Buffer.from('alert(1)')])],
      ['signed', signed('signed')],
    ] as const) {
      await redis.client.set(prefix + keyOf(name), value)
    }
    const get = (name: string) => fetch(`${urls()[0]}/assets/${name}-a1b2c3d4.js`)
    for (const name of ['plain', 'tampered']) expect((await get(name)).status).toBe(404)
    // On a busy machine a command may exceed its time.
    await eventually(async () => expect(await (await get('signed')).text()).toBe('bytes'))
  })

  test('serve on without the shared cache, and join it again', async () => {
    const isJoined = (site: SiteProcess, expected: number) =>
      eventually(async () => {
        const scraped = await (await fetch(`${site.adminUrl}/metrics`)).text()
        expect(scraped).toMatch(new RegExp(`^shared_cache_up ${expected}$`, 'm'))
      })
    await redis.kill()
    for (const url of urls()) expect(await newsOf(url)).toContain('</html>')
    for (const site of sites) await isJoined(site, 0)
    await redis.restart()
    for (const site of sites) await isJoined(site, 1)
  })

  test.each<[string, HookRequest, number]>([
    ['one type', {}, 200],
    ['a type by its name on the wire', { body: '{"types":["BlogPosts"]}' }, 200],
    ['all types', { body: '{"types":[]}' }, 200],
    ['no signature', { signature: '' }, 401],
    ['a signature of another body', { signature: signBody('{}', hookSecret, now()) }, 401],
    ['another secret', { signature: signBody('{"types":["News"]}', 'another secret', now()) }, 401],
    [
      'an old signature',
      { signature: signBody('{"types":["News"]}', hookSecret, now() - 320) },
      401,
    ],
    ['an unknown type', { body: '{"types":["Secrets"]}' }, 400],
    ['no JSON', { body: 'types=News' }, 400],
    ['another shape', { body: '["News"]' }, 400],
    ['another media type', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a large body', { body: JSON.stringify({ types: ['x'.repeat(5_000)] }) }, 413],
    ['a page of another site', { headers: { origin: 'https://evil.example' } }, 403],
  ])('answer a webhook with %s: %#', async (_name, request, status) => {
    const response = await callHook(urls()[0] ?? '', request)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

test('processes leave every file of their build that has a hash in its name to other processes', () => {
  const files = readdirSync('build/client/assets', { withFileTypes: true })
  for (const { name } of files.filter((each) => each.isFile())) {
    expect(name.replace(/\.(?:br|gz)$/, '')).toMatch(assetName)
  }
})

test.runIf(hasRedis && isWholeRun)(
  'a process says that another one has another SECRET, as does the doctor of each',
  async () => {
    const { client, url } = await startRedis()
    const settings = { CONTENT_API_URL: inject('contentUrl'), SHARED_CACHE_URL: url }
    const own = { ...settings, SECRET: 'one that nobody shares' }
    const scope = contentScopeOf(parseConfig({ CONTENT_API_URL: settings.CONTENT_API_URL }).content)
    const other = client.duplicate({ keyPrefix: keyPrefixOf(scope) })
    onTestFinished(() => other.disconnect())
    // It leaves its mark.
    await findDifferences(other, secret, true)
    const site = await startSiteProcess(own)
    onTestFinished(() => site.stop())
    const difference = 'another process has another SECRET'
    await eventually(() => expect(site.output()).toContain(difference))
    for (const variables of [own, { ...settings, SECRET: secret }]) {
      const doctor = await runDoctor(variables)
      expect(doctor.linesOf('SECRET')).toEqual([expect.stringMatching(`^error: ${difference}`)])
    }
  },
)

test.each([
  [3, []],
  [-20, ['the clock is 20 s behind that of the shared cache']],
  [900, ['the clock is 900 s ahead of that of the shared cache']],
])('a clock that is %i s ahead: %j', async (aheadS, expected) => {
  const client = {
    hgetall: async () => ({}),
    time: async () => [Math.round(Date.now() / 1_000) - aheadS, 0],
  }
  const found = await findDifferences(client as never, secret, false)
  expect(found.map(({ text }) => text)).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  )
})

test('without its secret there is no address for webhooks', async () => {
  expect((await callHook(inject('siteUrl'))).status).toBe(405)
})

test.runIf(isWholeRun)(
  'F57: the site starts and serves with a hostile shared cache, and while something throws',
  async () => {
    const hostile = await startRawServer((socket) => {
      socket.on('data', () => void socket.write('*1\r\n'.repeat(60_000)))
    })
    // At the first outgoing connection: before the site listens.
    const thrower = `import channel from 'node:diagnostics_channel'
    const first = () => {
      channel.unsubscribe('net.client.socket', first)
      setImmediate(() => { throw new Error('thrown at the start') })
    }
    channel.subscribe('net.client.socket', first)`
    const site = await startSiteProcess(
      { SHARED_CACHE_URL: hostile.url.replace('http', 'redis'), SECRET: secret },
      {
        run: [
          '--import',
          `data:text/javascript,${encodeURIComponent(thrower)}`,
          'build/server/main.js',
        ],
        readyLine: /The site answers at/,
      },
    )
    onTestFinished(() => site.stop())
    expect((await fetch(`${site.url}/robots.txt`)).status).toBe(200)
    expect(site.output().match(/uncaught exception"/g)).toHaveLength(1)
    expect(site.output()).toContain('thrown at the start')
    await eventually(() => expect(site.output()).toContain('a reply exceeded its limits'))
  },
)
