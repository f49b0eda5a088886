import { request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startContentApi } from '../support/content-api.ts'
import { getFreePort } from '../support/loopback.ts'
import { expectFallback } from '../support/outcomes.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { visit, visitorLanguages } from '../support/visit.ts'
import { onThisMachine } from '../support/busy-machine.ts'

const good = { url: inject('contentUrl') }

/** A raw response, not decoded. */
async function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers, method }).on('response', resolve).on('error', reject).end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) if (chunk instanceof Buffer) chunks.push(chunk)
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }
}

describe('F01 F41 a site that starts while the content API is down', () => {
  let site: SiteProcess
  beforeAll(async () => {
    site = await startSiteProcess({
      CONTENT_API_URL: `http://127.0.0.1:${await getFreePort()}`,
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(() => site.stop())

  test('sends the 503 fallback in every content encoding, and for HEAD and conditional requests', async () => {
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

  test('shows a complete error page on every screen', async () => {
    for (const address of [
      '/',
      '/about',
      '/products/mcb',
      '/contact',
      '/solutionDetails/anything',
    ]) {
      for (const lang of visitorLanguages) {
        const response = await visit(site.url + address, lang)
        expectFallback(response, lang)
        expect(response.html).toContain('<header')
        expect(response.html).toContain('<footer')
      }
    }
  })

  test('has one fallback page for all URLs, which works without script and links back to each', async () => {
    const [about, product] = await Promise.all([
      ask(`${site.url}/about?page=2`),
      ask(`${site.url}/product-details/any`),
    ])
    expect(about.body.equals(product.body)).toBe(true)
    const html = about.body.toString()
    expect(html).toMatch(/<a class="button" href="">/)
    expect(html).not.toMatch(/aria-current|__remixContext|modulepreload|tel:|services\?/)
    // The language's and the popovers'.
    expect(html.match(/<script/g)).toHaveLength(2)
  })

  test('remembers the language given in the URL', async () => {
    const { headers, body } = await ask(`${site.url}/about?lang=En`)
    expect(headers['content-language']).toBe('en')
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(headers['set-cookie']?.[0]).toMatch(/^lang=En;/)
    expect(body.toString()).toContain('<html lang="en" dir="ltr"')
  })

  test('answers data requests in their own format', async () => {
    const { status, headers, body } = await ask(`${site.url}/about?_data=routes%2Fabout`)
    expect([status, body.length]).toEqual([503, 0])
    expect(headers).toMatchObject({ 'x-remix-catch': 'yes', 'cache-control': 'no-store' })
  })

  test('responds without a noticeable delay', async () => {
    const times: number[] = []
    for (let count = 0; count < 21; count += 1) {
      const start = performance.now()
      expect((await ask(`${site.url}/News`)).status).toBe(503)
      times.push(performance.now() - start)
    }
    expect(times.toSorted((a, b) => a - b)[10]).toBeLessThan(onThisMachine(50, 0))
  })
})

test('F01 the error page shows the available header and footer content', async () => {
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
