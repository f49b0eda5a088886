import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../server/http/load-shedding/client-limits.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

/** Some more than one client may have at once, and than the tests' slowness gives back to him. */
const tooManyPosts = limits.posts.burst + 30
const tooManyPages = limits.pages.burst * 5
const asksAtOnce = 8

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
}, 60_000)
afterAll(() => Promise.all([behindProxy.stop(), alone.stop()]))

/** Chooses a language, which takes a post. */
function post(site: SiteProcess, forwardedFor: string) {
  return fetch(`${site.url}/language`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ lang: 'En' }),
    headers: { 'x-forwarded-for': forwardedFor },
  })
}

/** How many of many posts at once had which status. */
async function postAll(site: SiteProcess, forwardedFor: (nth: number) => string) {
  const asked = Array.from({ length: tooManyPosts }, (_, nth) => post(site, forwardedFor(nth)))
  const answers = await Promise.all(asked)
  const withStatus = (status: number) => answers.filter((answer) => answer.status === status)
  return { taken: withStatus(303).length, refused: withStatus(429) }
}

/** Some of them get through while the bucket fills, but never fewer than fit into it. */
function expectLimited({ taken, refused }: Awaited<ReturnType<typeof postAll>>) {
  expect(taken).toBeGreaterThanOrEqual(limits.posts.burst)
  expect(refused.length).toBeGreaterThan(0)
  expect(taken + refused.length).toBe(tooManyPosts)
  for (const { headers } of refused) {
    expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
}

function visit(site: SiteProcess, path: string, forwardedFor: string) {
  const headers = { 'x-forwarded-for': forwardedFor }
  return fetch(site.url + path, { redirect: 'manual', headers })
}

/** Asks for new addresses until one is refused, or so many were not. */
async function askUntilRefused(site: SiteProcess, forwardedFor: string, most: number) {
  let asked = 0
  const refused: Response[] = []
  async function askOneByOne() {
    while (refused.length === 0 && asked < most) {
      const answer = await visit(site, `/no/such-${forwardedFor}-${asked++}`, forwardedFor)
      await answer.arrayBuffer()
      if (answer.status !== 302) refused.push(answer)
    }
  }
  await Promise.all(Array.from({ length: asksAtOnce }, askOneByOne))
  return { asked, refused: refused[0] }
}

test('V17: one client behind a proxy posts so much, then has to wait; another does not', async () => {
  expectLimited(await postAll(behindProxy, () => '203.0.113.1'))
  expect((await post(behindProxy, '203.0.113.2')).status).toBe(303)
})

test('V13 V17: what a client says of himself before the proxy does makes no other client of him', async () => {
  expectLimited(await postAll(behindProxy, (nth) => `198.51.100.${nth}, 203.0.113.3`))
})

test('V17: all addresses of one IPv6 network of a customer are one client', async () => {
  expectLimited(await postAll(behindProxy, (nth) => `2001:db8:0:1::${nth.toString(16)}`))
  expect((await post(behindProxy, '2001:db8:0:2::1')).status).toBe(303)
})

test('V17: one client behind a proxy has so many new pages made; kept ones are his as ever, and others are served', async () => {
  const client = '203.0.113.4'
  const { asked, refused } = await askUntilRefused(behindProxy, client, tooManyPages)
  expect(asked).toBeGreaterThan(limits.pages.burst)
  expect(refused?.status).toBe(429)
  expect(refused?.headers.get('cache-control')).toBe('no-store')
  expect(refused?.headers.get('retry-after')).toMatch(/^[1-5]$/)
  expect(refused?.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await visit(behindProxy, '/another', '203.0.113.5')).status).toBe(302)
  await visit(behindProxy, '/', '203.0.113.5')
  expect((await visit(behindProxy, '/', client)).status).toBe(200)
})

test('V13 V17: without TRUST_PROXY nobody on this machine is limited, whatever he says', async () => {
  expect(await postAll(alone, () => '203.0.113.1')).toEqual({ taken: tooManyPosts, refused: [] })
  const many = limits.pages.burst + 100
  const { asked, refused } = await askUntilRefused(alone, '203.0.113.1', many)
  expect([asked, refused?.status]).toEqual([many, undefined])
})
