import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../server/limits/client-limits.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

/** More than the burst of one client, and than refills while the test runs. */
const tooManyPosts = limits.posts.burst + 30
const tooManyPages = limits.pages.burst * 5
const concurrency = 8

let behindProxy: SiteProcess
let alone: SiteProcess
beforeAll(async () => {
  const settings = { LOG_LEVEL: 'error', ANALYTICS: 'none' }
  const sites = [{ ...settings, TRUST_PROXY: '127.0.0.1' }, settings].map((it) =>
    startSiteProcess(it),
  )
  const [first, second] = await Promise.all(sites)
  if (!first || !second) throw new Error('There are not two sites.')
  behindProxy = first
  alone = second
})
afterAll(() => Promise.all([behindProxy.stop(), alone.stop()]))

/** Chooses a language, which is a POST. */
function post(site: SiteProcess, forwardedFor: string) {
  return fetch(`${site.url}/language`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ lang: 'En' }),
    headers: { 'x-forwarded-for': forwardedFor },
  })
}

/** Sends many posts at once, and returns how many were accepted and which were rejected. */
async function postAll(site: SiteProcess, forwardedFor: (index: number) => string) {
  const responses = await Promise.all(
    Array.from({ length: tooManyPosts }, (_, index) => post(site, forwardedFor(index))),
  )
  const withStatus = (status: number) => responses.filter((response) => response.status === status)
  return { accepted: withStatus(303).length, rejected: withStatus(429) }
}

/** At least a burst is accepted; more may be, while the token bucket refills. */
function expectLimited({ accepted, rejected }: Awaited<ReturnType<typeof postAll>>) {
  expect(accepted).toBeGreaterThanOrEqual(limits.posts.burst)
  expect(rejected.length).toBeGreaterThan(0)
  expect(accepted + rejected.length).toBe(tooManyPosts)
  for (const { headers } of rejected) {
    expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
}

function visit(site: SiteProcess, path: string, forwardedFor: string) {
  const headers = { 'x-forwarded-for': forwardedFor }
  return fetch(site.url + path, { redirect: 'manual', headers })
}

/** Requests new addresses until one is rejected, or up to a maximum. */
async function visitUntilRejected(site: SiteProcess, forwardedFor: string, max: number) {
  let count = 0
  const rejected: Response[] = []
  async function visitInSequence() {
    while (rejected.length === 0 && count < max) {
      const response = await visit(site, `/no/such-${forwardedFor}-${count++}`, forwardedFor)
      await response.arrayBuffer()
      if (response.status !== 302) rejected.push(response)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, visitInSequence))
  return { count, rejected: rejected[0] }
}

test('V17: posts of one client behind a proxy are limited, those of another are not', async () => {
  expectLimited(await postAll(behindProxy, () => '203.0.113.1'))
  expect((await post(behindProxy, '203.0.113.2')).status).toBe(303)
})

test('V13 V17: a client cannot evade its limit with a forged X-Forwarded-For', async () => {
  expectLimited(await postAll(behindProxy, (index) => `198.51.100.${index}, 203.0.113.3`))
})

test('V17: all addresses of one IPv6 /64 are one client', async () => {
  expectLimited(await postAll(behindProxy, (index) => `2001:db8:0:1::${index.toString(16)}`))
  expect((await post(behindProxy, '2001:db8:0:2::1')).status).toBe(303)
})

test('V17: new pages of one client behind a proxy are limited; it still gets cached ones, and others are served', async () => {
  const client = '203.0.113.4'
  const { count, rejected } = await visitUntilRejected(behindProxy, client, tooManyPages)
  expect(count).toBeGreaterThan(limits.pages.burst)
  expect(rejected?.status).toBe(429)
  expect(rejected?.headers.get('cache-control')).toBe('no-store')
  expect(rejected?.headers.get('retry-after')).toMatch(/^[1-5]$/)
  expect(rejected?.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await visit(behindProxy, '/another', '203.0.113.5')).status).toBe(302)
  await visit(behindProxy, '/', '203.0.113.5')
  expect((await visit(behindProxy, '/', client)).status).toBe(200)
})

test('V13 V17: without TRUST_PROXY no client on this machine is limited, whatever its X-Forwarded-For', async () => {
  expect(await postAll(alone, () => '203.0.113.1')).toEqual({
    accepted: tooManyPosts,
    rejected: [],
  })
  const many = limits.pages.burst + 100
  const { count, rejected } = await visitUntilRejected(alone, '203.0.113.1', many)
  expect([count, rejected?.status]).toEqual([many, undefined])
})
