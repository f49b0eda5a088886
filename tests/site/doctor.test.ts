import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer, request as forward, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { contentTypeNames } from '../../server/config.ts'
import {
  authorityFile,
  startContentApi,
  type ApiFault,
  type ContentApiOptions,
} from '../support/content-api.ts'
import { useContentService } from '../support/content-service.ts'
import { findDeadAddress, getFreePort, listenOnLoopback } from '../support/loopback.ts'
import { startMailServer } from '../support/mail-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

// Each test starts real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const service = useContentService()

/** None of them may be printed. */
const secrets = {
  SECRET: 'top-secret-of-the-site',
  OPS_TOKEN: 'top-secret-of-operators',
  POST_EMAIL_PASSWORD: 'top-secret-of-the-mailbox',
  ANALYTICS_SECRET: 'top-secret-of-analytics',
  CONTENT_WEBHOOK_SECRET: 'top-secret-of-the-webhook',
}
const anySecret = /top-secret/

async function startApi(options: ContentApiOptions = {}) {
  const api = await startContentApi(service.url, options)
  onTestFinished(api.close)
  return api
}

/** Settings for the API, whose pictures are those of the good one. */
function settingsFor(api: { url: string }) {
  return { CONTENT_API_URL: api.url, CONTENT_IMAGES_URL: `${service.url}/images/post` }
}

function mailSettings(url: string) {
  return {
    ENQUIRY_DELIVERY: 'smtp',
    ENQUIRY_TO: 'sales@example.com',
    ENQUIRY_FROM: 'site@example.com',
    SMTP_URL: url,
  }
}

describe('with a site that runs behind a proxy with TLS', () => {
  let site: SiteProcess
  let settings: Record<string, string>
  let closeProxy: () => Promise<void>
  /** What the proxy does to the headers of a request, and of its response. */
  let proxyHeaders = {
    request: {} as Record<string, string | undefined>,
    removed: [] as string[],
    added: {} as Record<string, string>,
  }

  const proxy: RequestListener = (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.7', ...proxyHeaders.request }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value))
    const { url = '', method } = request
    const passed = forward(site.url + url, { method, headers: sent }, (answer) => {
      const kept = Object.entries(answer.headers).filter(
        ([name]) => !proxyHeaders.removed.includes(name),
      )
      response.writeHead(answer.statusCode ?? 502, {
        ...Object.fromEntries(kept),
        ...proxyHeaders.added,
      })
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  }

  beforeAll(async () => {
    const pem = readFileSync(path.resolve('tests/support/certificates/right.pem'))
    const listening = await listenOnLoopback(createTlsServer({ key: pem, cert: pem }, proxy))
    closeProxy = listening.close
    settings = {
      ...secrets,
      PUBLIC_URL: `https://localhost:${listening.port}`,
      TRUST_PROXY: '127.0.0.1',
      OPS_PORT: String(await getFreePort()),
      CONTENT_API_URL: service.url,
      NODE_EXTRA_CA_CERTS: authorityFile,
    }
    site = await startSiteProcess({ ...settings, PORT: String(await getFreePort()) })
  }, 60_000)
  afterAll(async () => {
    await site.stop()
    await closeProxy()
  })

  test('finds nothing wrong, sends nothing, and calls the content API two at a time', async () => {
    proxyHeaders = { request: {}, removed: [], added: { age: '7' } }
    const api = await startApi()
    const mail = await startMailServer({ login: 'site:top-secret-of-mail' })
    const redis = hasRedis ? await startRedis() : null
    await redis?.client.config('SET', 'maxmemory', '64mb')
    await redis?.client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    const run = await runDoctor({
      ...settings,
      ...settingsFor(api),
      ...mailSettings(mail.url),
      ...(redis && { SHARED_CACHE_URL: redis.url }),
    })

    // The folder of this machine may be in memory, and a busy machine slow.
    const usual = /^ {2}warning +(?:File system|Space|Round trip)|: Slow, /
    expect(run.complaints.filter((line) => !usual.test(line))).toEqual([])
    expect(run.output).not.toMatch(anySecret)
    expect(run.stderr).toBe('')
    expect(run.code).toBe(0)

    expect(run.linesOf('News')[0]).toMatch(/^ok: Ar 24 posts in \d+ ms, En 24 posts in .*postDate/)
    expect(run.linesOf('Branches')[0]).toContain('latitude, longitude, openingHours')
    expect(run.linesOf('Products details')[0]).toMatch(/^ok: Ar 1 post .*postSpecs/)
    expect(run.linesOf('image')[0]).toMatch(/^ok: .*image\/webp, \d+ KB in \d+ ms/)
    expect(run.linesOf('site')).toEqual(['ok: It is ready for visitors.'])
    expect(run.linesOf('process')[0]).toContain(`Node ${process.versions.node}, since 20`)
    expect(run.linesOf('HSTS')).toEqual(['ok: It arrives.'])
    expect(run.linesOf('Compression')[0]).toContain('ok: Pages arrive with br')
    expect(run.linesOf('Language')).toEqual(['ok: Each visitor gets their own.'])
    expect(run.linesOf('Proxy cache')[0]).toContain('got a page from a cache in front')
    expect(run.linesOf('TRUST_PROXY')[0]).toContain('info: The site that runs has it')
    expect(run.linesOf('smtp')[0]).toMatch(
      /^ok: smtp:\/\/127.0.0.1:\d+ answers and accepts the login/,
    )
    if (redis) {
      expect(run.linesOf('Memory')).toEqual(['ok: maxmemory 64 MB, allkeys-lru.'])
      expect(run.linesOf('Writing')).toEqual(['ok: Allowed.'])
      expect(run.linesOf('Round trip')[0]).toContain('the limit is 50 ms')
      expect(await redis.client.keys('*')).toEqual([])
    }

    expect(mail.mails).toEqual([])
    expect(new Set(api.calls.map(({ check }) => check))).toEqual(
      new Set(['getPost', 'getPostDetails']),
    )
    const types = new Set(api.calls.map(({ type }) => type).filter((type) => type !== ''))
    expect([...types].sort()).toEqual([...contentTypeNames].sort())
    expect(new Set(api.calls.map(({ lang }) => lang))).toEqual(new Set(['Ar', 'En']))
    expect(api.takeMaxConcurrency()).toBeLessThanOrEqual(2)
  })

  test('a proxy that sends its own Host is named', async () => {
    proxyHeaders = { request: { host: 'site.internal' }, removed: [], added: {} }
    const run = await runDoctor(settings)
    expect(run.linesOf('Host')[0]).toMatch(/^error: Status 421: .*proxy_set_header Host/)
    expect(run.code).toBe(1)
  })

  test('a proxy that drops cookies, encodings and HSTS is named', async () => {
    const request = { cookie: undefined, 'accept-encoding': undefined }
    const removed = ['strict-transport-security', 'surrogate-key', 'cache-tag']
    proxyHeaders = { request, removed, added: {} }
    const run = await runDoctor({ ...settings, OPS_TOKEN: 'another-token-of-operators' })
    expect(run.linesOf('Language')[0]).toContain('error: Visitors with the cookie lang=En get')
    expect(run.linesOf('Compression')[0]).toContain('warning: Pages arrive uncompressed')
    expect(run.linesOf('HSTS')[0]).toContain('warning: Strict-Transport-Security does not arrive')
    expect(run.linesOf('TRUST_PROXY')[0]).toContain('info: No Surrogate-Key arrives')
    expect(run.linesOf('OPS_TOKEN')[0]).toContain('warning: The site that runs has another one')
    expect(run.code).toBe(1)
  })

  test('a certificate that nobody trusts, and another server at PUBLIC_URL, are named', async () => {
    proxyHeaders = { request: {}, removed: [], added: {} }
    const other = await listenOnLoopback(createServer((_, response) => response.end('Welcome!')))
    onTestFinished(other.close)
    const [untrusted, welcome] = await Promise.all([
      runDoctor({ ...settings, NODE_EXTRA_CA_CERTS: '' }),
      runDoctor({ ...settings, PUBLIC_URL: other.url }),
    ])
    expect(untrusted.linesOf('PUBLIC_URL')[0]).toMatch(
      /^error: The certificate is not trusted.*CERT/,
    )
    expect(welcome.linesOf('PUBLIC_URL')).toContainEqual(
      expect.stringContaining('it is not this site'),
    )
  })
})

test('each fault of the content API and of other services is named, with what to do', async () => {
  const faults = new Map<string, ApiFault>([
    ['News', 'status 500'],
    ['Blog', 'hangs'],
    ['Services', 'html'],
    ['Projects', 'broken json'],
    ['Solutions', 'resets'],
    ['CompanyGoals', 'sets cookies'],
  ])
  const edits: Record<string, (post: Record<string, unknown>) => object> = {
    About: ({ postID, ...post }) => ({ ...post, postId: postID }),
    WorkFields: (post) => (post['postID'] === 'work-field-industry' ? {} : post),
    HomeSlider: (post) => ({ ...post, postImage: 'https://cdn.example.com/a.webp' }),
    Branches: (post) => ({ ...post, latitude: 'north' }),
    ContactData: (post) => ({ ...post, phone1: 'Call us', whatsapp: '050 123 4567' }),
  }
  const api = await startApi({
    faultFor: (type) => faults.get(type) ?? null,
    edit: (json, { type, check }) => {
      if (type === 'People' || (type === 'Products' && check === 'getPostDetails')) return '[]'
      const posts = JSON.parse(json) as Record<string, unknown>[]
      return JSON.stringify(posts.map(edits[type] ?? ((post) => post)))
    },
  })
  const mail = await startMailServer({ login: 'site:top-secret-of-mail' })
  const dead = await findDeadAddress()
  const run = await runDoctor({
    ...secrets,
    ...settingsFor(api),
    ...mailSettings(mail.url.replace('top-secret-of-mail', 'top-secret-but-wrong')),
    CONTENT_TYPES: '{"Sustainability":"People"}',
    CONTENT_IMAGES_URL: service.url,
    ANALYTICS: 'plausible',
    ANALYTICS_SITE: 'example.com',
    ANALYTICS_URL: dead,
    SHARED_CACHE_URL: dead.replace('http://', 'redis://user:top-secret-of-redis@'),
    PUBLIC_URL: dead,
    DATA_DIR: unwritableFolder(),
  })

  const [news, blog, services, projects, solutions] = [...faults.keys()].map((type) =>
    run.linesOf(type).join(),
  )
  expect(news).toBe('error: Ar, En: /get-post: The status is 500. To do: read the log of the API.')
  expect(blog).toContain('error: Ar, En: It accepts the connection, and answers too late')
  expect(services).toMatch(/^error: .*To do: let CONTENT_API_URL and CONTENT_GET_POST_PATH lead to/)
  expect(projects).toMatch(/^error: .*not valid JSON.* To do: let CONTENT_API_URL/)
  expect(solutions).toMatch(/^error: Ar, En: The connection broke off \((?:ECONNRESET|UND_)/)
  expect(run.linesOf('About')[0]).toMatch(/^error: Ar, En: 4 of 4 posts dropped: .*postID/)
  expect(run.linesOf('WorkFields').join()).toMatch(/ok: .*warning: Ar, En: 1 of 6 posts dropped/)
  expect(run.linesOf('HomeSlider')[1]).toMatch(
    /postImage of 5 posts cannot be read. To do: send the name/,
  )
  expect(run.linesOf('Branches')[1]).toContain('latitude of 7 posts cannot be read')
  expect(run.linesOf('ContactData').slice(1)).toEqual([
    expect.stringMatching(/phone1 of 1 post leads nowhere: "Call us". To do: send a phone number/),
    expect.stringMatching(/whatsapp of 1 post leads nowhere: .* set country in the brand/),
  ])
  expect(run.linesOf('Sustainability')[0]).toMatch(/^warning: Empty .*"People" in CONTENT_TYPES/)
  expect(run.linesOf('Products details')[0]).toContain('error: None, though the list has this post')
  expect(run.linesOf('ProductsTypes')[0]).toMatch(/^ok: /)
  expect(run.linesOf('anti-forgery')).toEqual(['ok: The API issues a token.'])
  expect(run.linesOf('image')[0]).toMatch(
    /^error: .* is not there. To do: check CONTENT_IMAGES_URL/,
  )

  expect(run.linesOf('DATA_DIR')[0]).toMatch(/^error: .* cannot write to /)
  expect(run.linesOf('PUBLIC_URL').at(-1)).toMatch(/^warning: No connection .*start the site/)
  expect(run.linesOf('SHARED_CACHE_URL')[0]).toMatch(/^error: .*ECONNREFUSED.* To do: check host/)
  expect(run.linesOf('smtp')[0]).toMatch(
    /^error: The login is refused .* To do: check user and password in SMTP_URL/,
  )
  expect(run.linesOf('plausible')[0]).toMatch(/^error: No connection .*ANALYTICS_URL/)
  expect(run.output).toMatch(/\n\d+ errors, \d+ warnings\.\n$/)
  expect(run.output).not.toMatch(anySecret)
  expect(run.stderr).toBe('')
  expect(run.code).toBe(1)
})

test('an API that cannot be called at all is one line, and is not called again', async () => {
  const down = await startApi({ faultFor: () => 'html 404' })
  const empty = await startApi({ edit: () => '[]' })
  const secure = await startApi({ isSecure: true })
  secure.present('self-signed')
  const [missing, withoutPosts, refused, untrusted] = await Promise.all(
    [down.url, empty.url, await findDeadAddress(), secure.url].map((url) =>
      runDoctor({ CONTENT_API_URL: url, SECRET: secrets.SECRET }),
    ),
  )
  expect(missing?.linesOf('every call')[0]).toMatch(/status is 404. .*CONTENT_GET_POST_PATH/)
  expect(down.calls).toHaveLength(2)
  expect(withoutPosts?.linesOf('every list')[0]).toMatch(/^error: It is empty.*CONTENT_FBRN_ID/)
  expect(refused?.linesOf('every call')[0]).toMatch(/^error: No connection \(ECONNREFUSED\)/)
  expect(untrusted?.linesOf('every call')[0]).toMatch(
    /certificate is not trusted.*NODE_EXTRA_CA_CERTS/,
  )
  for (const run of [missing, withoutPosts, refused, untrusted]) expect(run?.code).toBe(1)
})

test.skipIf(!hasRedis)(
  'a shared cache without limits, or with another password, is named',
  async () => {
    const redis = await startRedis()
    await redis.client.config('SET', 'min-replicas-to-write', '1')
    const unlimited = await runDoctor({ ...secrets, SHARED_CACHE_URL: redis.url })
    expect(unlimited.linesOf('Memory')[0]).toMatch(/^warning: .*allkeys-lru/)
    expect(unlimited.linesOf('Writing')[0]).toMatch(/^error: NOREPLICAS/)

    const acl = ['on', '>limited', '~site:*', '+@all', '-info']
    await redis.client.acl('SETUSER', 'site', ...acl)
    const limited = await runDoctor({
      ...secrets,
      SHARED_CACHE_URL: redis.url.replace('redis://', 'redis://site:limited@'),
    })
    expect(limited.linesOf('Version')[0]).toMatch(/^info: Unknown.*INFO/)

    await redis.client.config('SET', 'requirepass', 'right')
    const url = redis.url.replace('redis://', 'redis://:top-secret-of-redis@')
    const locked = await runDoctor({ ...secrets, SHARED_CACHE_URL: url })
    expect(locked.linesOf('SHARED_CACHE_URL')[0]).toMatch(/^error: .*user and password/)
    expect(locked.output).not.toMatch(anySecret)
  },
)

test('an invalid setting is one line, and nothing else is checked', async () => {
  const run = await runDoctor({ OPS_PORT: 'many' })
  expect(run.stderr).toMatch(/^OPS_PORT must be a whole number.*\n$/)
  expect(run.output).toBe('')
  expect(run.code).toBe(1)
})

/** A folder that exists and takes no files, not even from root. */
function unwritableFolder() {
  if (process.getuid?.() === 0) return '/proc'
  const folder = mkdtempSync(path.join(tmpdir(), 'read-only-'))
  chmodSync(folder, 0o555)
  return folder
}
