import { describe, expect, test } from 'vitest'
import { useContentService } from '../support/content-service.ts'
import { startFaultyApi, type ApiFault } from '../support/faulty-api.ts'
import { getFreePort, startSiteProcess } from '../support/site-process.ts'

const good = useContentService()

/** A page as a visitor gets it, and how long it took, ms. */
async function visit(url: string, lang: 'Ar' | 'En') {
  const start = performance.now()
  const answer = await fetch(url, { headers: { cookie: `lang=${lang}` }, redirect: 'manual' })
  const html = await answer.text()
  return { answer, html, took: performance.now() - start }
}

async function expectSorry(url: string) {
  for (const [lang, html5] of [
    ['Ar', '<html lang="ar" dir="rtl"'],
    ['En', '<html lang="en" dir="ltr"'],
  ] as const) {
    const { answer, html, took } = await visit(url, lang)
    expect(answer.status).toBe(503)
    expect(took).toBeLessThan(5_000)
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(html).toContain(html5)
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
    expect(html).toContain('<header')
    expect(html).toContain('<footer')
    expect(html).toContain('href="/"')
    expect(html).not.toMatch(/secret detail|\bat \w+ \(|node_modules|Error:/)
  }
}

const faults: ApiFault[] = ['hangs', 'status 500', 'html', 'broken json', 'half a body', 'resets']

describe.each(faults)('when the content API %s', (fault) => {
  test('every screen says sorry as a whole page in the right language within 5 s', async () => {
    const api = await startFaultyApi(good.url, () => fault)
    const site = await startSiteProcess({ CONTENT_API_URL: api.url })
    try {
      await Promise.all(
        ['/', '/about', '/products/mcb', '/contact'].map((p) => expectSorry(site.url + p)),
      )
    } finally {
      await site.stop()
      await api.close()
    }
  }, 60_000)

  test('a page seen before is still shown', async () => {
    let isBroken = false
    const api = await startFaultyApi(good.url, () => (isBroken ? fault : null))
    const site = await startSiteProcess({ CONTENT_API_URL: api.url, CONTENT_CACHE_TTL_S: '0' })
    try {
      expect((await visit(`${site.url}/services`, 'En')).answer.status).toBe(200)
      isBroken = true
      const { answer, html, took } = await visit(`${site.url}/services`, 'En')
      expect(answer.status).toBe(200)
      expect(took).toBeLessThan(5_000)
      expect(html).toMatch(/<h1[^>]*>Services<\/h1>/)
      expect(html).toContain('/serviceDetails/')
    } finally {
      await site.stop()
      await api.close()
    }
  }, 60_000)
})

test('when the content API refuses connections every screen says sorry', async () => {
  const site = await startSiteProcess({
    CONTENT_API_URL: `http://127.0.0.1:${await getFreePort()}`,
  })
  try {
    await expectSorry(`${site.url}/about`)
    await expectSorry(`${site.url}/solutionDetails/anything`)
  } finally {
    await site.stop()
  }
}, 60_000)

describe('when one part of the content is dead', () => {
  async function visitWithout(type: string, address: string) {
    const api = await startFaultyApi(good.url, (asked) => (asked === type ? 'status 500' : null))
    const site = await startSiteProcess({ CONTENT_API_URL: api.url })
    try {
      return await visit(site.url + address, 'En')
    } finally {
      await site.stop()
      await api.close()
    }
  }

  test('a dead menu call leaves the products menu empty, and the page is whole', async () => {
    const { answer, html } = await visitWithout('ProductsTypes', '/services')
    expect(answer.status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Services<\/h1>/)
    expect(html).not.toContain('/products-types/')
    expect(html).toMatch(/<a [^>]*href="\/products\/home"[^>]*>Products</)
  })

  test('a dead contact call leaves out top bar and contact links', async () => {
    const { answer, html } = await visitWithout('ContactData', '/services')
    expect(answer.status).toBe(200)
    expect(html).not.toContain('tel:')
    expect(html).toContain('<footer')
  })

  test('a dead footer call leaves the company’s own name', async () => {
    const { answer, html } = await visitWithout('Footer.Data', '/services')
    expect(answer.status).toBe(200)
    expect(html).toContain('Tayyar Electrical Solutions')
  })
})

test('one page view makes each distinct call once, and asks the header’s side by side', async () => {
  const api = await startFaultyApi(good.url, () => null)
  const site = await startSiteProcess({ CONTENT_API_URL: api.url, CONTENT_CACHE_TTL_S: '0' })
  try {
    await visit(`${site.url}/products/home`, 'Ar')
    expect([...api.asked].sort()).toEqual([
      'ContactData',
      'Footer.Data',
      'ProductsCategory',
      'ProductsTypes',
    ])
  } finally {
    await site.stop()
    await api.close()
  }
})
