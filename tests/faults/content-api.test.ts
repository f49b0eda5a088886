import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { startSiteProcess, type SiteProcess } from '../support/site-process.ts'
import { visit } from '../support/visit.ts'

const good = { url: inject('contentUrl') }

describe('F39 when one content type is unavailable', () => {
  let deadType = ''
  let api: ContentApi
  let site: SiteProcess
  beforeAll(async () => {
    api = await startContentApi(good.url, {
      faultFor: (type) => (type === deadType ? 'status 500' : null),
    })
    site = await startSiteProcess({
      CONTENT_API_URL: api.url,
      BRAND_DIR: 'brand',
      CONTENT_STALE_S: '0',
      // Every request calls the API.
      CONTENT_CACHE_TTL_S: '0',
    })
  })
  afterAll(async () => {
    await site.stop()
    await api.close()
  })

  async function visitWithout(type: string, address: string) {
    deadType = type
    return visit(site.url + address, 'En')
  }

  test('a failed menu call leaves the products menu empty, and the page complete', async () => {
    const { status, html } = await visitWithout('ProductsTypes', '/services')
    expect(status).toBe(200)
    expect(html).toMatch(/<h1[^>]*>Services<\/h1>/)
    expect(html).not.toContain('/products-types/')
    expect(html).toMatch(/<a [^>]*href="\/products\/home"[^>]*>Products</)
  })

  test('a failed contact call removes the top bar and contact links', async () => {
    const { status, html } = await visitWithout('ContactData', '/services')
    expect(status).toBe(200)
    expect(html).not.toContain('tel:')
    expect(html).toContain('<footer')
  })

  test('a failed footer call leaves the company’s own name', async () => {
    const { status, html } = await visitWithout('Footer.Data', '/services')
    expect(status).toBe(200)
    expect(html).toContain('Tayyar Electrical Solutions')
  })

  test('one page view makes each distinct call once, and asks the header’s side by side', async () => {
    const before = api.calls.length
    await visitWithout('', '/productsCategories')
    expect(
      api.calls
        .slice(before)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['ContactData', 'Footer.Data', 'ProductsCategory', 'ProductsTypes'])
  })
})
