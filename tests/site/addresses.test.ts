import { expect, inject, test } from 'vitest'
import { addresses } from '../../app/addresses.ts'
import { sendRequest } from '../support/raw-request.ts'

const siteUrl = inject('siteUrl')

const english = ['Cookie: lang=En']

/** Requests a target without normalising it. */
async function get(target: string, headers: string[] = english) {
  const response = await sendRequest(siteUrl, `GET ${target}`, headers)
  return {
    status: response.status,
    location: response.headers['location'],
    policy: response.headers['cache-control'],
    cache: response.headers['cache-status'],
    html: response.body.toString('utf8'),
  }
}

const solution = 'solution-industry'
const ownTitle = 'Factories and process plants'

test.each([
  ['/%4e%65%77%73?lang=En', '/News?lang=En'],
  ['/newsDetails/%6eews-tp40-type-test', '/newsDetails/news-tp40-type-test'],
  ['/products/a+b:c;d', '/products/a%2Bb%3Ac%3Bd'],
  ['/PRODUCTS/Home/', '/products/home'],
  ['///', '/'],
  ['/NEWS?_data=routes%2Fnews', '/News?_data=routes%2Fnews'],
  ['/%70age-view', '/page-view'],
  ['/Robots.txt', '/robots.txt'],
  ['/%69mages/post/mcb.webp', '/images/post/mcb.webp'],
  ['/Cards/En/Ne%77s.png', '/cards/En/News.png'],
  ['/vcards/En/%72iyadh.vcf', '/vcards/En/riyadh.vcf'],
  ['/Feeds/%6eews.rss', '/feeds/news.rss'],
  ['/Ne%77s/?page=02&lang=En', '/News?lang=En'],
  ['/News?page=%D9%A2', '/News'],
  ['/News?%70age=2&page=3&x=1', '/News?x=1'],
  ['/News?page=999', '/News'],
  ['/Ne%77s%2eMD?lang=En', '/News.md?lang=En'],
  ['/News.md?page=99&lang=En', '/News.md?lang=En'],
])('V27 V06: %s redirects permanently to %s, and is not cached', async (target, own) => {
  for (let times = 0; times < 2; times++) {
    const { status, location, policy, cache } = await get(target)
    expect([status, location, policy]).toEqual([308, own, 'no-store'])
    expect(cache ?? 'page; fwd=miss').toBe('page; fwd=miss')
  }
  const next = await get(own)
  expect(next.status, 'no second redirect').not.toBe(308)
})

test('V27: a data request for a list page that does not exist redirects the script to the list', async () => {
  const { headers, status } = await sendRequest(siteUrl, 'GET /News?_data=routes%2Fnews&page=99')
  expect([status, headers['x-remix-redirect']]).toEqual([204, '/News'])
  expect(headers['cache-control']).toBe('no-store')
})

test('the data of a post that does not exist is a 404, so that a click leads to the page that says so', async () => {
  const { status, headers } = await sendRequest(
    siteUrl,
    'GET /newsDetails/made-up-data?_data=routes%2Fnews-details',
  )
  expect([status, headers['x-remix-catch']]).toEqual([404, 'yes'])
})

test('V27: meaningless parameters do not create another cache entry', async () => {
  await get('/about')
  for (const search of [
    '?page=2',
    '?page=x',
    '?x=1',
    '?lang=Fr',
    '?page=1&page=2',
    '?__proto__=1',
  ]) {
    const { status, cache } = await get(`/about${search}`)
    expect([status, cache], search).toEqual([200, 'page; hit'])
  }
  // The data of the root route is the same everywhere, so it is cached once.
  const frame = await get('/newsDetails/made-up-0?_data=root')
  for (let index = 1; index < 4; index++) {
    const again = await get(`/newsDetails/made-up-${index}?_data=root`)
    expect([again.html, again.cache]).toEqual([frame.html, 'page; hit'])
  }
})

test.each([
  ['/search', { q: 'transformer' }],
  ['/documents', { kind: 'datasheet' }],
])('the next page of %s has what selects its list: %j', async (path, selection) => {
  const { html } = await get(`${path}?${new URLSearchParams(selection)}`)
  const next = /<a class="pagination-next"[^>]* href="([^"]+)"/.exec(html)?.[1] ?? ''
  const { pathname, searchParams } = new URL(next.replaceAll('&amp;', '&'), siteUrl)
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([path, { ...selection, page: '2' }])
  const second = await get(pathname + new URL(next.replaceAll('&amp;', '&'), siteUrl).search)
  expect([second.status, second.html]).toEqual([
    200,
    expect.stringContaining('pagination-previous'),
  ])
})

test('V27: a list is filtered at one address, in whatever order and spelling it is asked for', async () => {
  const list = '/products/mcb'
  const own = `${list}?sort=-name&spec.poles=3&spec.poles=4`
  const first = await get(own)
  expect(first.status).toBe(200)
  for (const search of [
    'spec.poles=3&sort=-name&spec.poles=4',
    'spec.poles=4&spec.poles=3&sort=-name',
    'spec.poles=3&spec.poles=4&spec.poles=3&sort=-name',
    'sort=%2dname&spec%2Epoles=3&spec.poles=4',
  ]) {
    const again = await get(`${list}?${search}`)
    expect([again.html === first.html, again.cache], search).toEqual([true, 'page; hit'])
  }
  for (const [search, canonical] of [
    ['utm_source=x', ''],
    ['utm_source=x&spec.poles=3', '?spec.poles=3'],
    ['spec.colour=red&sort=colour&view=x&lang=En', '?lang=En'],
    ['spec.poles=٣', '?spec.poles=3'],
    ['spec.rated-current.min=16&spec.rated-current.max=', '?spec.rated-current=16..'],
    ['spec.poles=3&page=7', '?spec.poles=3'],
  ]) {
    const { status, location, policy } = await get(`${list}?${encodeURI(search ?? '')}`)
    expect([status, location], search).toEqual([308, list + canonical])
    expect(policy ?? 'no-store', search).toBe('no-store')
    expect((await get(location ?? '')).status).toBe(200)
  }
  // Script asks for data: it is redirected like the page.
  const { headers } = await sendRequest(siteUrl, `GET ${list}?spec.poles=9&_data=routes%2Fproducts`)
  expect(headers['x-remix-redirect']).toBe(list)
})

test('V29: the heading of a solution’s products is the title in the content, whatever the address says', async () => {
  const titles = { Ar: 'حلول المصانع والمنشآت الصناعية', En: ownTitle }
  for (const [language, title] of Object.entries(titles)) {
    const heading = language === 'Ar' ? `منتجات ${title}` : `${title} Products`
    const own = addresses.allSolutionProducts(solution, title)
    for (const path of [own, `/all-solution-products/${solution}/Free%20money`]) {
      const { status, html, policy } = await get(path, [`Cookie: lang=${language}`])
      expect(status).toBe(200)
      expect(textOf(/<h1[^>]*>([^]*?)<\/h1>/.exec(html)?.[1])).toBe(heading)
      expect(html).toContain(`<title>${heading} | `)
      expect(html).toContain(`<meta property="og:title" content="${heading}"/>`)
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
      expect(canonical).toBe(`${siteUrl}${own}?lang=${language}`)
      expect(html).toContain(`/cards/${language}${own}.png`)
      expect(html).not.toContain('noindex')
      expect(html.match(/Free money/g) ?? [], 'the title in the address').toEqual([])
      expect(policy).toMatch(
        path === own ? /s-maxage/ : /^private, max-age=0, must-revalidate, no-transform$/,
      )
    }
  }
})

test('V29: the words of a search are in no title, heading or preview', async () => {
  for (const question of ['FreeMoney', 'قاطع FreeMoney', 'mcb FreeMoney']) {
    const { status, html } = await get(`/search?q=${encodeURIComponent(question)}`)
    expect(status).toBe(200)
    const head = /<head>[^]*<\/head>/.exec(html)?.[0] ?? ''
    const headings = html.match(/<(h\d)[^]*?<\/\1>/g) ?? []
    expect([head, ...headings].filter((text) => text.includes('FreeMoney'))).toEqual([])
    expect(html).toContain(`value="${question}"`)
  }
})

function textOf(html = '') {
  return html.replaceAll(/<[^>]*>/g, '')
}
