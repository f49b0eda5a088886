import { request, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { getFreePort } from '../support/loopback.ts'
import { expectFallback } from '../support/outcomes.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { visit, visitorLanguages } from '../support/visit.ts'

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
  let site: Site
  beforeAll(async () => {
    site = await startSite({
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
    for (const address of ['/', '/products/mcb', '/solutionDetails/anything']) {
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
})

test('F41: a site without any content is live but not ready, and becomes ready by itself once there is content', async () => {
  let isDown = true
  const api = await startContentApi(() => [{ postID: '1', postTitle: 'x' }], {
    faultFor: () => (isDown ? 'status 500' : null),
  })
  // Only the probe requests content here: no page is rendered in advance.
  const site = await startSite({
    OPS_PORT: String(await getFreePort()),
    CONTENT_API_URL: api.url,
    PAGE_CACHE_MB: '0',
  })
  const readiness = () => fetch(`${site.adminUrl}/readyz`)
  try {
    await eventually(async () => {
      const response = await readiness()
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({ ready: false, reasons: ['content'] })
      expect((await fetch(`${site.adminUrl}/livez`)).status).toBe(200)
    })
    isDown = false
    await eventually(async () => expect((await readiness()).status).toBe(200))
  } finally {
    await site.stop()
    await api.close()
  }
})
