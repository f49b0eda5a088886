import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { plainText, readAloud, readPdf } from '../support/pdf-text.ts'
import { startSite, type Site } from '../support/site-host.ts'

let api: ContentApi
let site: Site
beforeAll(async () => {
  api = await startContentApi(inject('contentUrl'))
  site = await startSite({
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: `${inject('contentUrl')}/images/post`,
    CONTENT_CACHE_TTL_S: '1',
  })
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

const languages = ['Ar', 'En'] as const
const address = '/product-details/tm63-1p-c'

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return fetch(site.url + path, { headers, method, redirect: 'manual' })
}

async function pdfOf(response: Response) {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

const titles = {
  Ar: 'قاطع مصغر TM63 أحادي القطب',
  En: 'TM63 single-pole MCB',
}

describe('the sheet of a product', () => {
  test.each(languages)('in %s has its facts, codes and language', async (lang) => {
    const byAddress = await get(`${address}.pdf?lang=${lang}`)
    const { pages, text, info, isTagged } = await pdfOf(byAddress)
    expect(pages).toBeLessThanOrEqual(4)
    expect(info.Language).toBe(lang.toLowerCase())
    expect(isTagged).toBe(true)
    for (const part of ['TM63-C16', 'TM63-B40', 'IEC 60898-1', '230/400 V', '6–63 A']) {
      expect(text, part).toContain(plainText(part))
    }
    for (const word of titles[lang].split(' ')) expect(text, word).toContain(plainText(word))
    const byCookie = await get(`${address}.pdf`, { cookie: `lang=${lang}` })
    expect((await pdfOf(byCookie)).info.Title).toBe(info.Title)
    expect(byCookie.headers.get('vary')).toContain('Cookie')
  })

  test('is cached, named, and not sent again to who has it', async () => {
    const first = await get(`${address}.pdf?lang=En`)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('link')).toBe(`<${site.url}${address}?lang=En>; rel="canonical"`)
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=300, s-maxage=\d+/)
    expect(first.headers.get('content-language')).toBe('en')
    expect(first.headers.get('x-robots-tag')).toBeNull()
    // Safari's engine shows an empty box under a policy with a sandbox or a default-src.
    expect(first.headers.get('content-security-policy')).not.toMatch(/sandbox|default-src/)
    const again = await get(`${address}.pdf?lang=En`, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(again.headers.get('cache-status')).toContain('hit')
    const head = await get(`${address}.pdf?lang=En`, {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
    const compressed = await get(`${address}.pdf?lang=En`, { 'accept-encoding': 'br, gzip' })
    expect(compressed.headers.get('content-encoding')).toBeNull()
  })

  test('of a solution names the page in the catalogue', async () => {
    const response = await get('/products-details/tc-265.pdf?lang=En')
    const pattern = /^<[^>]*\/products?-details\/tc-265\?lang=En>; rel="canonical"$/
    expect(response.headers.get('link')).toMatch(pattern)
    expect((await pdfOf(response)).text).toContain('TC265')
  })

  test('is linked from its page, after the files of the company', async () => {
    const html = await (await get('/product-details/tm63-3p-d?lang=En')).text()
    const files = html.slice(html.indexOf('class="file-list"'))
    const [own, sheet] = ['declaration-of-conformity', '/product-details/tm63-3p-d.pdf?lang=En']
    expect(files.indexOf(own)).toBeGreaterThan(0)
    expect(files.indexOf(sheet)).toBeGreaterThan(files.indexOf(own))
  })
})

test('the sheets of a type have a cover, contents, a comparison, and each product', async () => {
  const { pages, text } = await pdfOf(await get('/products/mcb.pdf?lang=En'))
  expect(pages).toBeGreaterThan(6)
  for (const part of ['Contents', 'Comparison', 'TM63-C16', 'TM125']) {
    expect(text, part).toContain(plainText(part))
  }
  const arabic = await get('/products/mcb.pdf?lang=Ar')
  const heard = await readAloud(new Uint8Array(await arabic.arrayBuffer()))
  const products = heard.filter((words) => words.startsWith('H1: قاطع'))
  expect(products[0]).toBe('H1: قاطع مصغر TM63 أحادي القطب')
  expect(heard).toContain('TH: رمز الطلب')
  expect(heard.indexOf('TD: TM63-C16')).toBeGreaterThan(heard.indexOf(products[0] ?? ''))
  const again = await get('/products/mcb.pdf?lang=En')
  const etag = again.headers.get('etag') ?? ''
  expect(again.headers.get('content-encoding')).toBeNull()
  expect((await get('/products/mcb.pdf?lang=En', { 'if-none-match': etag })).status).toBe(304)
})

describe('a list', () => {
  test.each(languages)('in %s has its positions, and is for nobody else', async (lang) => {
    const response = await get(`/quote-list.pdf?items=tm63-1p-c~TM63-C16:12,none:3&lang=${lang}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    const bytes = new Uint8Array(await response.clone().arrayBuffer())
    const { text } = await pdfOf(response)
    for (const part of ['TM63-C16', '12', 'none']) expect(text).toContain(part)
    const heard = await readAloud(bytes)
    const row = heard.indexOf('TD: TM63-C16')
    expect([heard[row - 1], heard[row + 2]]).toEqual(['TD: 1', 'TD: 12'])
  })

  test('of a form has its notes, and becomes a submittal with the certificates', async () => {
    const fields = {
      items: 'tm63-3p-d:2',
      'note.tm63-3p-d': 'For board #3 $x$',
      sheet: 'submittal',
      project: 'Hofuf \\ housing',
      contractor: '=cmd|x',
      consultant: '',
    }
    const post = (body: Record<string, string>) =>
      fetch(`${site.url}/quote-list.pdf`, {
        method: 'POST',
        headers: { cookie: 'lang=En', origin: site.url },
        body: new URLSearchParams(body),
      })
    const { sheet: _, ...list } = fields
    expect((await pdfOf(await post(list))).text).toContain(plainText('For board #3 $x$'))
    const { text, pages } = await pdfOf(await post(fields))
    for (const part of [
      'Hofuf \\ housing',
      '=cmd|x',
      'Compliance',
      'TM63-3D32',
      'attached after this page',
    ]) {
      expect(text, part).toContain(plainText(part))
    }
    // The certificate itself, which the company has made.
    expect(text).toContain(plainText('Declaration of conformity'))
    expect(pages).toBeGreaterThan(4)
  })
})

describe('what cannot be had is a page in the visitor’s language', () => {
  test.each([
    ['/product-details/no-such-product.pdf', 404],
    ['/products-details/no-such-product.pdf', 404],
    ['/products/no-such-type.pdf', 404],
    [`${address}.pdf.pdf`, 404],
  ])('%s', async (path, status) => {
    for (const lang of languages) {
      const response = await get(`${path}?lang=${lang}`)
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(await response.text()).toContain(`<html lang="${lang.toLowerCase()}"`)
    }
  })

  test('without the content API there are the last sheets, and pages for the others', async () => {
    const before = await get(`${address}.pdf?lang=En`)
    await api.refuse()
    try {
      const after = await get(`${address}.pdf?lang=En`)
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
      const other = await get('/product-details/never-asked.pdf?lang=Ar')
      expect([404, 503]).toContain(other.status)
      expect(await other.text()).toContain('<html lang="ar"')
    } finally {
      await api.listen()
    }
  })
})
