import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { screenAddresses } from '../support/screens.ts'
import { sized } from '../support/test-size.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { waitForSitemap } from '../support/wait-for-sitemap.ts'

const good = { url: inject('contentUrl') }

interface Raw {
  status: number
  headers: Record<string, string | undefined>
  body: Buffer
}

/** Sends a request and returns the encoded body: fetch would decode it. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const pending = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const entries = Object.entries(response.headers)
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks),
        })
      })
      response.on('error', reject)
    })
    pending.on('error', reject)
    pending.end()
  })
}

const english = { cookie: 'lang=En' }

const operator = { authorization: 'Bearer a token of the tests' }

let api: ContentApi
let site: Site
/** What the content has instead of each title, if not empty. */
let title = ''

beforeAll(async () => {
  api = await startContentApi(good.url, {
    edit: (json) =>
      title ? json.replaceAll(/"postTitle":"[^"]*"/g, `"postTitle":"${title}"`) : json,
  })
  site = await startSite({
    CONTENT_API_URL: api.url,
    TRUST_PROXY: '127.0.0.1',
    OPS_PORT: String(await getFreePort()),
    OPS_TOKEN: 'a token of the tests',
  })
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

function purge(query: string, headers: Record<string, string> = operator) {
  return get(`${site.adminUrl}/purge${query}`, headers, 'POST')
}

describe('a cached page', () => {
  test('is a miss for its first visitor and a hit with the same bytes for the next', async () => {
    const address = `${site.url}/projectDetails/project-hofuf-mosque`
    const first = await get(address)
    const second = await get(address)
    expect(first.headers['cache-status']).toBe('page; fwd=miss')
    expect(second.headers['cache-status']).toBe('page; hit')
    expect(second.headers['age']).toMatch(/^\d+$/)
    expect(second.body.equals(first.body)).toBe(true)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  })

  test('has Cache-Control and Vary headers for shared caches', async () => {
    const { headers } = await get(`${site.url}/about`)
    expect(headers['cache-control']).toBe(
      'public, max-age=0, s-maxage=60, stale-while-revalidate=60, stale-if-error=604800, no-transform',
    )
    expect(headers['vary']).toBe('Accept-Encoding, Cookie')
    const withLanguage = await get(`${site.url}/about?lang=En`)
    expect(withLanguage.headers['vary']).toBe('Accept-Encoding')
    expect(withLanguage.headers['set-cookie']).toMatch(/^lang=En;/)
    expect((await get(`${site.url}/about?lang=En`)).headers['set-cookie']).toMatch(/^lang=En;/)
    expect(headers['set-cookie']).toBeUndefined()
  })

  test.each(['/sitemap.xml', '/llms.txt', '/catalogue.schema.json'])(
    '%s is compressed, and says so to caches in front',
    async (file) => {
      await waitForSitemap(site)
      const { headers } = await get(site.url + file, { 'accept-encoding': 'br' })
      expect(headers['content-encoding']).toBe('br')
      expect(headers['vary']).toMatch(/Accept-Encoding/)
    },
  )

  test('is tagged behind a proxy with its content types, as the catalogue is, by which a purge finds it', async () => {
    const address = `${site.url}/News?lang=En`
    const rendered = (await get(address)).headers
    const cached = (await get(address)).headers
    expect(cached['surrogate-key']).toMatch(/^content (?:[\w.]+ )*News /)
    expect(cached['cache-tag']).toBe(cached['surrogate-key']?.replaceAll(' ', ','))
    expect(rendered['surrogate-key']).toBe(cached['surrogate-key'])
    expect((await get(`${site.url}/error_404`)).headers['surrogate-key']).toBeUndefined()
    const catalogue = await get(`${site.url}/catalogue.json`)
    expect(catalogue.headers['surrogate-key']).toMatch(/^content (?:[\w.]+ )*Products /)
    expect(catalogue.headers['cache-tag']).toMatch(/^content,/)
  })

  test('is sent in the preferred content encoding, each with its own entity tag', async () => {
    const address = `${site.url}/services`
    const plain = await get(address)
    const zipped = await get(address, { 'accept-encoding': 'gzip' })
    const brotli = await get(address, { 'accept-encoding': 'gzip, deflate, br' })
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

  test('is not sent again to a client that has it, in any content encoding', async () => {
    const address = `${site.url}/services`
    const plain = (await get(address)).headers['etag'] ?? ''
    const brotli = (await get(address, { 'accept-encoding': 'br' })).headers['etag'] ?? ''
    for (const known of [brotli, `W/${brotli}`, plain, `"other", ${brotli}`, '*']) {
      const response = await get(address, { 'accept-encoding': 'br', 'if-none-match': known })
      expect(response.status, known).toBe(304)
      expect(response.body).toHaveLength(0)
      expect(response.headers['etag']).toBe(brotli)
      expect(response.headers['vary']).toBe('Accept-Encoding, Cookie')
      expect(response.headers['cache-control']).toContain('s-maxage=60')
      expect(response.headers['content-type']).toBeUndefined()
    }
    const changed = await get(address, { 'if-none-match': '"another"' })
    expect(changed.status).toBe(200)
    const otherLanguage = await get(address, { ...english, 'if-none-match': plain })
    expect(otherLanguage.status).toBe(200)
  })

  test('is never sent instead of its data, nor its data instead of the page', async () => {
    const address = `${site.url}/News`
    const page = await get(address)
    const root = await get(`${address}?_data=root`)
    const list = await get(`${address}?_data=routes%2Fnews`)
    expect(page.headers['content-type']).toContain('text/html')
    for (const data of [root, list]) {
      expect(data.status).toBe(200)
      expect(data.headers['content-type']).toContain('application/json')
      expect(data.headers['etag']).toMatch(/^"[\w-]+"$/)
      expect(data.headers['vary']).toBe('Accept-Encoding, Cookie')
    }
    expect(root.body.equals(list.body)).toBe(false)
    const again = await get(`${address}?_data=root`, {
      'if-none-match': root.headers['etag'] ?? '',
    })
    expect(again.status).toBe(304)
    // No Age: a browser that prefetched it counts from its own request.
    expect(again.headers['age']).toBeUndefined()
    const unknown = await get(`${address}?_data=routes%2Fnothing`)
    expect(unknown.status).toBeGreaterThanOrEqual(400)
    expect(unknown.headers['cache-control']).toBe('no-store')
    expect((await get(address)).headers['content-type']).toContain('text/html')
  })

  test('is in the visitor’s language in each of many mixed requests', async () => {
    const starts = {
      Ar: '<!doctype html><html lang="ar" dir="rtl"',
      En: '<!doctype html><html lang="en" dir="ltr"',
    }
    const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
    const visits = Array.from({ length: sized(3_000) }, (_, at) => {
      const lang = at % 3 === 0 ? 'Ar' : 'En'
      const encoding = (['br', 'gzip', 'identity'] as const)[(at % 7) % 3] ?? 'br'
      const other = lang === 'Ar' ? 'En' : 'Ar'
      const address = screenAddresses[(at * 7) % screenAddresses.length] ?? '/'
      // In every fifth request the parameter overrides the cookie.
      const hasParameter = at % 5 === 0
      return {
        lang,
        encoding,
        url: site.url + address + (hasParameter ? `?lang=${lang}` : ''),
        headers: { cookie: `lang=${hasParameter ? other : lang}`, 'accept-encoding': encoding },
      } as const
    })
    let next = 0
    const failed: string[] = []
    async function visitor() {
      for (let visit = visits[next++]; visit; visit = visits[next++]) {
        const { status, headers, body } = await get(visit.url, visit.headers)
        const text = decode[visit.encoding](body).toString('utf8', 0, 60)
        const isGood =
          status === 200 &&
          headers['content-language'] === visit.lang.toLowerCase() &&
          text.startsWith(starts[visit.lang])
        if (!isGood) failed.push(`${visit.url} ${JSON.stringify(visit.headers)} ${status} ${text}`)
      }
    }
    await Promise.all(Array.from({ length: 50 }, visitor))
    expect(failed).toEqual([])
  }, 120_000)
})

test('a content change appears at once after POST /purge, which requires the token', async () => {
  expect((await purge('')).status).toBe(200)
  const shows = async (address: string) =>
    (await get(site.url + address, english)).body.includes('Purged title')
  await get(`${site.url}/services`, english)
  await get(`${site.url}/about`, english)
  title = 'Purged title'
  expect(await shows('/services')).toBe(false)
  expect((await purge('', {})).status).toBe(401)
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
})
