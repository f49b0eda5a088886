import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/config.ts'
import { contentScopeOf } from '../../server/content/content.ts'
import { issueFormToken } from '../../server/enquiries/enquiry.ts'
import { assetName } from '../../server/http/files/earlier-assets.ts'
import { keyPrefixOf } from '../../server/shared-cache/shared-cache.ts'
import { findDifferences } from '../../server/shared-cache/shared-checks.ts'
import { signBody, signBytes } from '../../server/signatures.ts'
import { makeSmallCatalogue, startEditableApi } from '../support/editable-api.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { startRecordingApi } from '../support/recording-api.ts'
import { startRawServer } from '../support/raw-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
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
  { url }: { url: string },
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

async function headingsOf({ url }: SiteProcess, path = '/News?lang=En') {
  return (await fetch(url + path)).text()
}

/** Processes with a data folder each, on one content API and one Redis. */
async function startFleet(size: number, settings: Record<string, string> = {}) {
  const redis = await startRedis()
  const api = await startEditableApi(makeSmallCatalogue())
  const sites = await Promise.all(
    Array.from({ length: size }, async () =>
      startSiteProcess({
        CONTENT_API_URL: api.url,
        CONTENT_CACHE_TTL_S: '600',
        SHARED_CACHE_URL: redis.url,
        SECRET: secret,
        CONTENT_WEBHOOK_SECRET: hookSecret,
        OPS_PORT: String(await getFreePort()),
        ...settings,
      }),
    ),
  )
  onTestFinished(async () => {
    await Promise.all(sites.map((site) => site.stop()))
  })
  return { redis, api, sites }
}

describe.skipIf(!hasRedis)('several processes of the site', () => {
  test('call for each content once, and show what has changed within 2 s of a webhook', async () => {
    const { redis, api, sites } = await startFleet(3)
    const paths = ['/', '/News', '/products/breakers', '/product-details/one', '/about']
    const addresses = paths.flatMap((path) => [`${path}?lang=Ar`, `${path}?lang=En`])
    await Promise.all(
      sites.flatMap((site) => addresses.map((address) => headingsOf(site, address))),
    )
    const calls = api.requests()
    const distinct = new Set(calls)
    expect(distinct.size).toBeGreaterThanOrEqual(20)
    // On a busy machine a command may exceed its time, and that call is made twice: without sharing all are.
    expect(calls.length - distinct.size).toBeLessThan(distinct.size / 4)

    api.state.posts['News'] = [{ postID: 'fair', postTitle: 'Kestrel at the fair' }]
    const [first, second, third] = sites
    if (!first || !second || !third) throw new Error('Three sites were to start.')
    const signature = signBody('{"types":["News"]}', hookSecret, now())
    const purgedAt = performance.now()
    const response = await callHook(first, { signature })
    expect([response.status, await response.json()]).toEqual([
      200,
      { content: expect.any(Number), pages: expect.any(Number) },
    ])
    expect(await headingsOf(first)).toContain('Kestrel')
    for (const site of [second, third]) {
      await eventually(async () => expect(await headingsOf(site)).toContain('Kestrel'))
    }
    expect(performance.now() - purgedAt).toBeLessThan(onThisMachine(2_000))
    expect((await callHook(second, { signature })).status, 'replayed elsewhere').toBe(409)

    // Without the shared cache each process serves on.
    await redis.kill()
    for (const site of sites) expect(await headingsOf(site)).toContain('Kestrel')
    for (const site of sites) {
      await eventually(async () => {
        const scraped = await (await fetch(`${site.adminUrl}/metrics`)).text()
        expect(scraped).toMatch(/^shared_cache_up 0$/m)
      })
    }
  })

  test('take a form that was sent to two of them as one enquiry', async () => {
    const receiver = await startRecordingApi((response) => response.writeHead(200).end())
    const { sites } = await startFleet(2, {
      ENQUIRY_DELIVERY: 'webhook',
      ENQUIRY_WEBHOOK_URL: receiver.url,
      ENQUIRY_WEBHOOK_SECRET: 'a secret of the webhook',
    })
    const form = issueFormToken(secret, Date.now() - 10_000)
    async function submit(site: SiteProcess | undefined, message: string) {
      const body = new FormData()
      const fields = { name: 'Amal', email: 'amal@unlisted.example', message, form }
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      const sent = await fetch(`${site?.url}/enquiry`, { method: 'POST', body, redirect: 'manual' })
      return sent.headers.get('location')
    }
    const [first, second] = sites
    const location = await submit(first, 'Two panels')
    expect(location).toMatch(/^\/enquiry\/\w{4}-\w{4}/)
    await receiver.arrived(1)
    expect(await submit(second, 'Two panels')).toBe(location)
    // What is changed is a revision of the same enquiry, wherever it is sent.
    expect(await submit(second, 'Three panels')).toBe(location)
    const [, revised] = await receiver.arrived(2)
    expect(JSON.parse(String(revised?.body))).toMatchObject({
      revision: 2,
      message: 'Three panels',
    })
    expect(receiver.requests).toHaveLength(2)
  })
})

test.skipIf(!hasRedis)(
  'F61: serve an asset of the shared cache only if one with their SECRET has put it there',
  async () => {
    const { redis, api, sites } = await startFleet(1)
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
    const get = (name: string) => fetch(`${sites[0]?.url}/assets/${name}-a1b2c3d4.js`)
    for (const name of ['plain', 'tampered']) expect((await get(name)).status).toBe(404)
    // On a busy machine a command may exceed its time.
    await eventually(async () => expect(await (await get('signed')).text()).toBe('bytes'))
  },
)

test('leave every file of their build that has a hash in its name to other processes', () => {
  const files = readdirSync('build/client/assets', { withFileTypes: true })
  for (const { name } of files.filter((each) => each.isFile())) {
    expect(name.replace(/\.(?:br|gz)$/, '')).toMatch(assetName)
  }
})

test.skipIf(!hasRedis)(
  'say that another process has another SECRET, as does the doctor of each',
  async () => {
    const { redis, api } = await startFleet(1)
    const settings = { CONTENT_API_URL: api.url, SHARED_CACHE_URL: redis.url }
    const own = { ...settings, SECRET: 'one that nobody shares' }
    const other = await startSiteProcess(own)
    onTestFinished(() => other.stop())
    const difference = 'another process has another SECRET'
    await eventually(async () => expect(other.output()).toContain(difference))
    for (const SECRET of [secret, own.SECRET]) {
      const doctor = await runDoctor({ ...settings, SECRET })
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

describe('the webhook of the content system', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await startSiteProcess({
      CONTENT_WEBHOOK_SECRET: hookSecret,
      CONTENT_TYPES: '{"Blog":"BlogPosts"}',
    })
  })
  afterAll(() => site.stop())

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
  ])('%s: %#', async (_name, request, status) => {
    const response = await callHook(site, request)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('takes each signature once', async () => {
    const request = { signature: signBody('{"types":["News"]}', hookSecret, now() - 10) }
    expect((await callHook(site, request)).status).toBe(200)
    expect((await callHook(site, request)).status).toBe(409)
  })
})

test('without its secret there is no such address', async () => {
  expect((await callHook({ url: inject('siteUrl') })).status).toBe(405)
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
