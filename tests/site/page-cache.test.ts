import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useContentService } from '../support/content-service.ts'
import { startFaultyApi, type FaultyApi } from '../support/faulty-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { screenAddresses } from '../support/screens.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const good = useContentService()

interface Raw {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

/** An answer with its bytes as they were sent: fetch would undo their coding. */
function ask(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const known = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(known),
          body: Buffer.concat(chunks),
        })
      })
      answer.on('error', reject)
    })
    asking.on('error', reject)
    asking.end()
  })
}

/** Asks until the answer is as wanted. */
async function until(
  url: string,
  headers: Record<string, string>,
  isWanted: (answer: Raw) => boolean,
) {
  for (;;) {
    const answer = await ask(url, headers)
    if (isWanted(answer)) return answer
    await pause(20)
  }
}

const arabic = { cookie: 'lang=Ar' }
const english = { cookie: 'lang=En' }

describe('a kept page', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await startSiteProcess({ CONTENT_API_URL: good.url })
  }, 60_000)
  afterAll(() => site.stop())

  test('is a miss for its first visitor and a hit for the next, byte for byte the same', async () => {
    const address = `${site.url}/projectDetails/project-hofuf-mosque`
    const first = await ask(address)
    const second = await ask(address)
    expect(first.headers['cache-status']).toBe('page; fwd=miss')
    expect(second.headers['cache-status']).toBe('page; hit')
    expect(second.headers['age']).toMatch(/^\d+$/)
    expect(second.body.equals(first.body)).toBe(true)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  })

  test('says how long shared caches may send it, and what it varies by', async () => {
    const { headers } = await ask(`${site.url}/about`)
    expect(headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=604800',
    )
    expect(headers['vary']).toBe('Accept-Encoding, Cookie')
    const asked = await ask(`${site.url}/about?lang=En`)
    expect(asked.headers['vary']).toBe('Accept-Encoding')
    expect(asked.headers['set-cookie']).toMatch(/^lang=En;/)
    expect((await ask(`${site.url}/about?lang=En`)).headers['set-cookie']).toMatch(/^lang=En;/)
    expect(headers['set-cookie']).toBeUndefined()
  })

  test('comes in the coding that is liked best, each with a tag of its own', async () => {
    const address = `${site.url}/services`
    const plain = await ask(address)
    const zipped = await ask(address, { 'accept-encoding': 'gzip' })
    const brotli = await ask(address, { 'accept-encoding': 'gzip, deflate, br' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true)
    expect(brotli.body.length).toBeLessThan(plain.body.length / 4)
    const tags = [plain, zipped, brotli].map(({ headers }) => headers['etag'])
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
    for (const { headers, body } of [plain, zipped, brotli]) {
      expect(headers['content-length']).toBe(String(body.length))
    }
  })

  test('is not sent again to whoever has it, in whatever coding', async () => {
    const address = `${site.url}/services`
    const plain = (await ask(address)).headers['etag'] ?? ''
    const brotli = (await ask(address, { 'accept-encoding': 'br' })).headers['etag'] ?? ''
    for (const known of [brotli, `W/${brotli}`, plain, `"other", ${brotli}`, '*']) {
      const answer = await ask(address, { 'accept-encoding': 'br', 'if-none-match': known })
      expect(answer.status, known).toBe(304)
      expect(answer.body).toHaveLength(0)
      expect(answer.headers['etag']).toBe(brotli)
      expect(answer.headers['vary']).toBe('Accept-Encoding, Cookie')
      expect(answer.headers['cache-control']).toContain('s-maxage=60')
      expect(answer.headers['content-type']).toBeUndefined()
    }
    const changed = await ask(address, { 'if-none-match': '"another"' })
    expect(changed.status).toBe(200)
    const otherLanguage = await ask(address, { ...english, 'if-none-match': plain })
    expect(otherLanguage.status).toBe(200)
  })

  test('answers HEAD with the head of GET and no body', async () => {
    const get = await ask(`${site.url}/contact`, { 'accept-encoding': 'br' })
    const head = await ask(`${site.url}/contact`, { 'accept-encoding': 'br' }, 'HEAD')
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    for (const name of ['content-length', 'etag', 'content-type', 'content-encoding', 'vary']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
    const cold = await ask(`${site.url}/serviceDetails/service-installation`, {}, 'HEAD')
    expect(cold.status).toBe(200)
    expect(cold.body).toHaveLength(0)
    expect(Number(cold.headers['content-length'])).toBeGreaterThan(10_000)
  })

  test('is the same whatever else a request says', async () => {
    const page = await ask(`${site.url}/News`)
    const strange: [string, Record<string, string>][] = [
      ['/News?utm_source=letter&fbclid=1', {}],
      ['/News?lang=Fr&pages=-1', {}],
      ['/News', { 'accept-language': 'en', accept: 'application/json', 'user-agent': 'x' }],
      ['/News', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
      ['/News', { forwarded: 'host=evil.example', 'x-original-url': '/blog' }],
      ['/News', { cookie: 'theme=dark; lang=xx; XSRF-TOKEN=1' }],
    ]
    for (const [address, headers] of strange) {
      const answer = await ask(site.url + address, headers)
      expect(answer.body.equals(page.body), address).toBe(true)
      expect(answer.headers['etag']).toBe(page.headers['etag'])
    }
  })

  test('and its data never stand in for one another', async () => {
    const address = `${site.url}/News`
    const page = await ask(address)
    const root = await ask(`${address}?_data=root`)
    const list = await ask(`${address}?_data=routes%2Fnews`)
    expect(page.headers['content-type']).toContain('text/html')
    for (const data of [root, list]) {
      expect(data.status).toBe(200)
      expect(data.headers['content-type']).toContain('application/json')
      expect(data.headers['etag']).toMatch(/^"[\w-]+"$/)
      expect(data.headers['vary']).toBe('Accept-Encoding, Cookie')
    }
    expect(root.body.equals(list.body)).toBe(false)
    const again = await ask(`${address}?_data=root`, {
      'if-none-match': root.headers['etag'] ?? '',
    })
    expect(again.status).toBe(304)
    // A browser that fetched it ahead of a click counts from its own fetch.
    expect(again.headers['age']).toBeUndefined()
    const unknown = await ask(`${address}?_data=routes%2Fnothing`)
    expect(unknown.status).toBeGreaterThanOrEqual(400)
    expect(unknown.headers['cache-control']).toBe('no-store')
    expect((await ask(address)).headers['content-type']).toContain('text/html')
  })

  test('is never an error, nor a way to one', async () => {
    for (const address of ['/newsDetails/no-such-post', '/error_404', '/no/such/path', '/news']) {
      for (let visit = 0; visit < 2; visit += 1) {
        const answer = await ask(site.url + address)
        expect([302, 308, 404], address).toContain(answer.status)
        expect(answer.headers['cache-status'] ?? 'page; fwd=miss').toBe('page; fwd=miss')
      }
    }
  })

  test('of the menu is ready soon after the start, in both languages', async () => {
    for (const cookie of [arabic, english]) {
      for (const address of ['/', '/branches', '/products/mcb', '/contact']) {
        const isReady = ({ headers }: Raw) => headers['cache-status'] === 'page; hit'
        await until(site.url + address, cookie, isReady)
      }
    }
  })

  test('is in its visitor’s language in each of 10,000 mixed requests', async () => {
    const starts = {
      Ar: '<!doctype html><html lang="ar" dir="rtl"',
      En: '<!doctype html><html lang="en" dir="ltr"',
    }
    const undo = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
    const mixed = Array.from({ length: 10_000 }, (_, at) => {
      const lang = at % 3 === 0 ? 'Ar' : 'En'
      const coding = (['br', 'gzip', 'identity'] as const)[(at % 7) % 3] ?? 'br'
      const other = lang === 'Ar' ? 'En' : 'Ar'
      const address = screenAddresses[(at * 7) % screenAddresses.length] ?? '/'
      // Now and then by the parameter, against the cookie.
      const isAsked = at % 5 === 0
      return {
        lang,
        coding,
        url: site.url + address + (isAsked ? `?lang=${lang}` : ''),
        headers: { cookie: `lang=${isAsked ? other : lang}`, 'accept-encoding': coding },
      } as const
    })
    let next = 0
    const wrong: string[] = []
    async function visitor() {
      for (let visit = mixed[next++]; visit; visit = mixed[next++]) {
        const { status, headers, body } = await ask(visit.url, visit.headers)
        const text = undo[visit.coding](body).toString('utf8', 0, 60)
        const isRight =
          status === 200 &&
          headers['content-language'] === visit.lang.toLowerCase() &&
          text.startsWith(starts[visit.lang])
        if (!isRight) wrong.push(`${visit.url} ${JSON.stringify(visit.headers)} ${status} ${text}`)
      }
    }
    await Promise.all(Array.from({ length: 50 }, visitor))
    expect(wrong).toEqual([])
  }, 120_000)
})

test('1,000 visitors of a page that is not there yet cause one set of content calls', async () => {
  const api = await startFaultyApi(good.url, () => null)
  const site = await startSiteProcess({ CONTENT_API_URL: api.url })
  try {
    const visits = Array.from({ length: 1_000 }, () =>
      ask(`${site.url}/projectDetails/project-hofuf-mosque`, english),
    )
    const answers = await Promise.all(visits)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    // The post and the list of others; the list of each language is also on the home page.
    const calls = api.asked.filter((type) => type === 'Projects')
    expect(calls.length).toBeLessThanOrEqual(3)
  } finally {
    await site.stop()
    await api.close()
  }
}, 60_000)

describe('a change of the content', () => {
  let api: FaultyApi
  let title = ''
  beforeAll(async () => {
    api = await startFaultyApi(
      good.url,
      () => null,
      (json) => (title ? json.replaceAll(/"postTitle":"[^"]*"/g, `"postTitle":"${title}"`) : json),
    )
  })
  afterAll(() => api.close())

  test('shows within its time without anything being done', async () => {
    title = ''
    const site = await startSiteProcess({ CONTENT_API_URL: api.url, CONTENT_CACHE_TTL_S: '1' })
    try {
      await ask(`${site.url}/services`, english)
      title = 'A new title'
      const shows = ({ body }: Raw) => body.includes('A new title')
      const answer = await until(`${site.url}/services`, english, shows)
      expect(answer.headers['cache-status']).toMatch(/^page; hit/)
    } finally {
      await site.stop()
    }
  }, 60_000)

  test('shows at once after POST /purge, which asks for its token', async () => {
    title = ''
    const operators = `http://127.0.0.1:${await getFreePort()}`
    const site = await startSiteProcess({
      CONTENT_API_URL: api.url,
      OPS_PORT: new URL(operators).port,
      OPS_TOKEN: 'a token of the tests',
    })
    const token = { authorization: 'Bearer a token of the tests' }
    const shows = async (address: string) =>
      (await ask(site.url + address, english)).body.includes('Purged title')
    try {
      await ask(`${site.url}/services`, english)
      await ask(`${site.url}/about`, english)
      title = 'Purged title'
      expect(await shows('/services')).toBe(false)

      const purge = (query: string, headers: Record<string, string> = token, method = 'POST') =>
        ask(`${operators}/purge${query}`, headers, method)
      expect((await purge('', {})).status).toBe(401)
      expect((await purge('', { authorization: 'Bearer x' })).status).toBe(401)
      expect((await purge('', token, 'GET')).status).toBe(405)
      expect((await purge('?type=Nothing')).status).toBe(400)
      expect((await ask(`${operators}/other`, token, 'POST')).status).toBe(404)
      expect(await shows('/services')).toBe(false)

      const done = await purge('?type=Services')
      expect(done.status).toBe(200)
      expect(JSON.parse(done.body.toString())).toEqual({
        content: expect.any(Number),
        pages: expect.any(Number),
      })
      expect(await shows('/services')).toBe(true)
      expect(await shows('/about')).toBe(false)
      expect((await purge('')).status).toBe(200)
      expect(await shows('/about')).toBe(true)
    } finally {
      await site.stop()
    }
  }, 60_000)
})

test('with PAGE_CACHE_MB=0 every page is made for its visitor', async () => {
  const site = await startSiteProcess({ CONTENT_API_URL: good.url, PAGE_CACHE_MB: '0' })
  try {
    for (let visit = 0; visit < 3; visit += 1) {
      const { status, headers } = await ask(`${site.url}/`, { 'accept-encoding': 'br' })
      expect(status).toBe(200)
      expect(headers['cache-status']).toBe('page; fwd=miss')
      expect(headers['content-encoding']).toBe('br')
    }
  } finally {
    await site.stop()
  }
}, 60_000)

test('two sites on one machine start, and the second says that it has no listener for operators', async () => {
  const port = String(await getFreePort())
  const first = await startSiteProcess({ CONTENT_API_URL: good.url, OPS_PORT: port })
  const second = await startSiteProcess({ CONTENT_API_URL: good.url, OPS_PORT: port })
  try {
    expect((await ask(`${second.url}/`)).status).toBe(200)
    expect(second.said()).toContain('set OPS_PORT to a free port')
    expect(first.said()).not.toContain('OPS_PORT')
  } finally {
    await first.stop()
    await second.stop()
  }
}, 60_000)
