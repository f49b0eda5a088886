import { readFileSync } from 'node:fs'
import { createServer, request as forward, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { contentTypeNames } from '../../server/config.ts'
import { authorityFile, startContentApi, type ContentApiOptions } from '../support/content-api.ts'
import { findDeadAddress, getFreePort, listenOnLoopback } from '../support/loopback.ts'
import { startMailServer } from '../support/mail-server.ts'
import { hasRedis, startRedis } from '../support/redis-server.ts'
import { runDoctor } from '../support/run-doctor.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { isWholeRun } from '../support/test-size.ts'

// Each test starts real processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const service = { url: inject('contentUrl') }

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
  }

  const proxy: RequestListener = (request, response) => {
    const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.7', ...proxyHeaders.request }
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value))
    const { url = '', method } = request
    const passed = forward(site.url + url, { method, headers: sent }, (answer) => {
      const kept = Object.entries(answer.headers).filter(
        ([name]) => !proxyHeaders.removed.includes(name),
      )
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
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
  })
  afterAll(async () => {
    await site.stop()
    await closeProxy()
  })

  test.runIf(isWholeRun)(
    'finds nothing wrong, sends nothing, and calls the content API two at a time',
    async () => {
      proxyHeaders = { request: {}, removed: [] }
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

      // The folder of this machine may be in memory, a busy machine slow, and Node 20 past its end.
      const usual = /^ {2}warning +(?:File system|Node|Space|Writing) /
      expect(run.complaints.filter((line) => !usual.test(line))).toEqual([])
      expect(run.output).not.toMatch(anySecret)
      expect(run.stderr).toBe('')
      expect(run.code).toBe(0)

      expect(run.linesOf('News')[0]).toMatch(
        /^ok: Ar 24 posts in \d+ ms, En 24 posts in .*postDate/,
      )
      expect(run.linesOf('Branches')[0]).toContain('latitude, longitude, openingHours')
      expect(run.linesOf('Products details')[0]).toMatch(/^ok: Ar 1 post .*postSpecs/)
      expect(run.linesOf('image')[0]).toMatch(/^ok: .*image\/webp, \d+ KB in \d+ ms/)
      expect(run.linesOf('site')).toEqual(['ok: It is ready for visitors.'])
      expect(run.linesOf('HSTS')).toEqual(['ok: It arrives.'])
      expect(run.linesOf('Compression')[0]).toContain('ok: Pages arrive with br')
      expect(run.linesOf('Language')).toEqual(['ok: Each visitor gets their own.'])
      expect(run.linesOf('smtp')[0]).toMatch(
        /^ok: smtp:\/\/127.0.0.1:\d+ answers and accepts the login/,
      )
      if (redis) {
        expect(run.linesOf('Memory')).toEqual(['ok: maxmemory 64 MB, allkeys-lru.'])
        expect(run.linesOf('Writing')[0]).toMatch(/Allowed, in \d+ ms: the limit is 50 ms|Slow/)
        expect(await redis.client.keys('*')).toEqual([])
      }

      expect(mail.mails).toEqual([])
      // The request for the clock of its server is no call.
      const calls = api.calls.filter(({ type }) => type !== '')
      expect(new Set(calls.map(({ check }) => check))).toEqual(
        new Set(['getPost', 'getPostDetails']),
      )
      expect([...new Set(calls.map(({ type }) => type))].sort()).toEqual(
        [...contentTypeNames].sort(),
      )
      expect(new Set(calls.map(({ lang }) => lang))).toEqual(new Set(['Ar', 'En']))
      expect(api.takeMaxConcurrency()).toBeLessThanOrEqual(2)
    },
  )

  test.runIf(isWholeRun)(
    'a proxy that drops cookies, encodings and HSTS, or sends its own Host, is named',
    async () => {
      const request = { cookie: undefined, 'accept-encoding': undefined }
      proxyHeaders = { request, removed: ['strict-transport-security'] }
      const dropping = await runDoctor({ ...settings, OPS_TOKEN: 'another-token-of-operators' })
      expect(dropping.linesOf('Language')[0]).toContain(
        'error: Visitors with the cookie lang=En get',
      )
      expect(dropping.linesOf('Compression')[0]).toContain('warning: Pages arrive uncompressed')
      expect(dropping.linesOf('HSTS')[0]).toContain('Strict-Transport-Security does not arrive')
      expect(dropping.linesOf('OPS_TOKEN')[0]).toContain('warning: The site that runs has another')
      expect(dropping.code).toBe(1)

      proxyHeaders = { request: { host: 'site.internal' }, removed: [] }
      const renaming = await runDoctor(settings)
      expect(renaming.linesOf('Host')[0]).toMatch(/^error: Status 421: .*proxy_set_header Host/)
    },
  )

  test.runIf(isWholeRun)(
    'a certificate that nobody trusts, and another server at PUBLIC_URL, are named',
    async () => {
      proxyHeaders = { request: {}, removed: [] }
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
    },
  )
})

test('the rules for content APIs decide the exit code, and nothing else is checked', async () => {
  const check = (url: string) => runDoctor(secrets, undefined, ['--content-api', url])
  const [good, dead] = [await check(service.url), await check(await findDeadAddress())]
  expect(good.output).toMatch(/^ {2}passed +ParentId /m)
  expect(good.output).not.toMatch(/^(?:Settings|Enquiries)$/m)
  expect(good.code).toBe(0)
  expect(dead.output).toMatch(/^ {2}failed +answer .*Request: POST http.*Answer: 0 : ECONNREFUSED/m)
  expect(dead.output).not.toMatch(anySecret)
  expect(dead.code).toBe(1)
})

test('an invalid setting is one line, and nothing else is checked', async () => {
  const run = await runDoctor({ OPS_PORT: 'many' })
  expect(run.stderr).toMatch(/^OPS_PORT must be a whole number.*\n$/)
  expect(run.output).toBe('')
  expect(run.code).toBe(1)
})
