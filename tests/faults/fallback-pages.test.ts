import { request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useContentService } from '../support/content-service.ts'
import { startContentApi } from '../support/content-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'

const good = useContentService()

/** An answer as it came over the wire, not decoded. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, method }).on('response', resolve).on('error', reject).end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) if (chunk instanceof Buffer) chunks.push(chunk)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}

describe('F01 F41 a site that starts while the content API is dead', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await startSiteProcess({
      CONTENT_API_URL: `http://127.0.0.1:${await getFreePort()}`,
      LOG_LEVEL: 'silent',
    })
  }, 60_000)
  afterAll(() => site.stop())

  test('says sorry in every coding, and to HEAD and conditional requests alike', async () => {
    const plain = await ask(`${site.url}/about`)
    expect(plain.status).toBe(503)
    expect(plain.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-language': 'ar',
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '10',
      vary: 'Accept-Encoding, Cookie',
    })
    expect(plain.headers['content-security-policy']).toContain("default-src 'none'")
    const br = await ask(`${site.url}/about`, { 'accept-encoding': 'br' })
    const gzip = await ask(`${site.url}/about`, { 'accept-encoding': 'gzip' })
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)

    const head = await ask(`${site.url}/about`, {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([503, 0])
    expect(head.headers['content-length']).toBe(String(plain.body.length))
    const known = await ask(`${site.url}/about`, { 'if-none-match': '*' })
    expect(known.status).toBe(503)
  })

  test('has one page for all addresses, which needs no script and leads back to each', async () => {
    const [about, product] = await Promise.all([
      ask(`${site.url}/about?page=2`),
      ask(`${site.url}/product-details/any`),
    ])
    expect(about.body.equals(product.body)).toBe(true)
    const html = about.body.toString()
    expect(html).toMatch(/<a class="button" href="">/)
    expect(html).not.toMatch(/aria-current|__remixContext|modulepreload|tel:|services\?/)
    expect(html.match(/<script/g)).toHaveLength(1)
  })

  test('remembers the language of an address that says it', async () => {
    const { headers, body } = await ask(`${site.url}/about?lang=En`)
    expect(headers['content-language']).toBe('en')
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(headers['set-cookie']?.[0]).toMatch(/^lang=En;/)
    expect(body.toString()).toContain('<html lang="en" dir="ltr"')
  })

  test('tells a page’s script in its own way', async () => {
    const { status, headers, body } = await ask(`${site.url}/about?_data=routes%2Fabout`)
    expect([status, body.length]).toEqual([503, 0])
    expect(headers).toMatchObject({ 'x-remix-catch': 'yes', 'cache-control': 'no-store' })
  })

  test('says it without a noticeable wait', async () => {
    const times: number[] = []
    for (let visit = 0; visit < 21; visit += 1) {
      const start = performance.now()
      expect((await ask(`${site.url}/News`)).status).toBe(503)
      times.push(performance.now() - start)
    }
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(50)
  })
})

test('F01 what is known of the frame stands on the page that says sorry', async () => {
  let isDead = false
  const api = await startContentApi(good.url, { faultFor: () => (isDead ? 'status 500' : null) })
  const site = await startSiteProcess({ CONTENT_API_URL: api.url, LOG_LEVEL: 'silent' })
  try {
    expect((await ask(`${site.url}/about?lang=En`)).status).toBe(200)
    isDead = true
    const english = { cookie: 'lang=En' }
    await expect
      .poll(async () => (await ask(`${site.url}/serviceDetails/any`, english)).body.toString())
      .toContain('href="tel:')
    const { status, body } = await ask(`${site.url}/serviceDetails/any`, english)
    const html = body.toString()
    expect(status).toBe(503)
    expect(html).toContain('href="mailto:')
    expect(html).toContain('href="/products-types/')
    expect(html).not.toContain('aria-current')
  } finally {
    await site.stop()
    await api.close()
  }
}, 60_000)
