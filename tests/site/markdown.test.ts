import { describe, expect, inject, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { screens } from '../support/screens.ts'
import { sampled, sized } from '../support/test-size.ts'
import { visitorLanguages } from '../support/visit.ts'

const siteUrl = inject('siteUrl')

/** Screens that are nothing without forms, or that one visitor has. */
const withoutMarkdown = [
  '/',
  '/search',
  '/compare',
  '/quote-list',
  '/quick-list',
  '/enquiry',
  '/Loading',
  '/offline',
]
const pages = screens
  .map(([address]) => address)
  .filter((address) => !withoutMarkdown.includes(address) && !address.startsWith('/enquiry/'))

/** Of all links that pages have: each is a page to render. */
const linksToFollow = sized(40, 10)

async function get(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(new URL(target, siteUrl), { headers, method, redirect: 'manual' })
  const header = (name: string) => response.headers.get(name)
  return { status: response.status, header, text: await response.text() }
}

/** The parts of a Markdown file. */
function partsOf(markdown: string) {
  const [, yaml = '', text = ''] = /^---\n([^]*?)\n---\n\n([^]*)$/.exec(markdown) ?? []
  return { head: parseYaml(yaml) as Record<string, string>, text }
}

describe.each(visitorLanguages)('the Markdown of every page in %s', (language) => {
  test('says whose it is, and is clean', async () => {
    const other = language === 'Ar' ? 'En' : 'Ar'
    const links = new Set<string>()
    for (const page of sampled(pages, language === 'Ar' ? 8 : 4)) {
      const path = `${page}.md`
      const { status, header, text: markdown } = await get(`${path}?lang=${language}`)
      const { head, text } = partsOf(markdown)
      expect(status, path).toBe(200)
      expect(header('content-type')).toBe('text/markdown; charset=utf-8')
      expect(header('content-language')).toBe(language.toLowerCase())
      expect(header('x-robots-tag')).toBe('noindex')
      expect(header('link')).toBe(`<${head['canonical']}>; rel="canonical"`)
      expect(head, path).toMatchObject({
        title: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        language: language.toLowerCase(),
      })
      // The title that an address of a solution's products ends with is that of the language.
      const start = page === '/home' ? '/' : page.split('/', 3).join('/')
      // The index comes to know which products the catalogue has, too.
      const canonical = head['canonical']?.replace('/product-details/', '/products-details/')
      const asked = start.replace('/product-details/', '/products-details/')
      expect(canonical?.startsWith(siteUrl + asked), path).toBe(true)
      expect(head['canonical']).toMatch(new RegExp(`(?<!\\.md)\\?lang=${language}$`))
      // Without the search index it is not known whether a post exists in the other language.
      const isPost = /^\/[\w-]+\/(?!home$)/.test(page)
      if (!isPost) expect(head['alternate']).toContain(`.md?lang=${other}`)

      expect(text.match(/^# .*/gm), path).toHaveLength(1)
      expect(text, path).not.toMatch(/<[a-z]/i)
      expect(text, path).not.toMatch(/[^\S\n]$|\n\n\n|[\u00a0\u200e\u200f\u2066-\u2069]/m)
      expect(text, path).not.toMatch(/\]\((?!https?:\/\/|tel:|mailto:)/)
      expect(text, 'a page of the site as HTML').not.toMatch(
        new RegExp(
          `\\]\\(${siteUrl}/(?!enquiry|quick-list|images/|vcards/|feeds/)[^)?]*(?<!\\.(?:md|pdf|zip))[)?]`,
        ),
      )
      for (const [, link = ''] of text.matchAll(/\]\(([^)]*)\)/g)) {
        if (!link.startsWith(siteUrl)) continue
        if (link.includes('.md?')) expect(link, path).toContain(`lang=${language}`)
        links.add(link)
      }
    }
    const interval = Math.ceil(links.size / linksToFollow)
    const followed = [...links].filter((_, at) => at % interval === 0)
    expect(followed.length).toBeGreaterThan(linksToFollow / 2)
    for (const link of followed) expect((await get(link, {}, 'HEAD')).status, link).toBe(200)
  }, 60_000)
})

test('a product has its specifications, order codes and files; an article its date', async () => {
  const { text } = await get('/products-details/tc-265.md?lang=En')
  expect(text).toMatch(/^\| Parameter +\| Value +\|\n\| -+ \| -+ \|$/m)
  expect(text).toMatch(/^\| Motor power +\| 55–132 kW +\|$/m)
  expect(text).toMatch(/^\| Dimensions \(W × H × D\) +\| 145 × 205 × 185 mm +\|$/m)
  expect(text).toMatch(/^\| Order code \| Rated current \(A\) \|/m)
  expect(text).toMatch(/^\| TC265-M11 +\| 265 +\| 132 +\|/m)
  expect(text).toMatch(/^- \[.*\]\(http.*\/tc-265-instructions-en\.pdf\) · Manual · English · PDF/m)
  const article = await get('/newsDetails/news-tp40-type-test.md?lang=En')
  expect(partsOf(article.text).head['date']).toBe('2024-10-28')
})

test('a filtered list is the list that its address selects', async () => {
  const { text } = await get('/products/mcb.md?spec.poles=2&lang=En')
  expect(text).toContain('- Poles: 2')
  expect(text.match(/^## \[TM63/gm)).toHaveLength(2)
})

test('a post that does not exist is a 404 as Markdown', async () => {
  const { status, header, text } = await get('/product-details/none.md?lang=En')
  expect([status, header('content-type')]).toEqual([404, 'text/markdown; charset=utf-8'])
  expect(header('cache-control')).toBe('no-store')
  expect(partsOf(text).text).toMatch(/^# Page not found\n/)
})

test.each<[target: string, status: number, location: string | null]>([
  ...withoutMarkdown
    .slice(1)
    .map((path): [string, number, string] => [`${path}.md`, 302, '/error_404']),
  ['/.md', 302, '/error_404'],
  ['/error_404.md', 302, '/error_404'],
  ['/robots.txt.md', 302, '/error_404'],
  ['/News.md?page=99&lang=En', 308, '/News.md?lang=En'],
  ['/products/mcb.md?spec.poles=9', 308, '/products/mcb.md'],
  ['/about.md?_data=root', 404, null],
  ['/product-details/tm63-1p-c.md?_data=routes%2Fproduct-details', 404, null],
  ['/product-details/..md', 404, null],
])('%s has no Markdown: %i', async (target, status, location) => {
  const response = await get(target)
  expect([response.status, response.header('location')]).toEqual([status, location])
})

describe('the Markdown of a page is cached as the page is', () => {
  test('by the server, apart from the page', async () => {
    const english = { cookie: 'lang=En', 'accept-encoding': 'br' }
    const page = await get('/services', english)
    const first = await get('/services.md', english)
    expect(first.header('cache-status')).toBe('page; fwd=miss')
    const again = await get('/services.md', english)
    expect([again.header('cache-status'), again.text]).toEqual(['page; hit', first.text])
    expect((await get('/services', english)).text).toBe(page.text)
    const arabic = await get('/services.md', { cookie: 'lang=Ar' })
    expect(partsOf(arabic.text).head['language']).toBe('ar')
  })

  test('by shared caches and browsers, with the policy of the page', async () => {
    for (const query of ['', '?lang=En']) {
      const [page, markdown] = [await get(`/blog${query}`), await get(`/blog.md${query}`)]
      expect(markdown.header('vary')).toBe(page.header('vary'))
      // Proxies rewrite HTML only.
      expect(`${markdown.header('cache-control')}, no-transform`).toBe(page.header('cache-control'))
      const etag = markdown.header('etag') ?? ''
      expect(etag).not.toBe(page.header('etag'))
      const unchanged = await get(`/blog.md${query}`, { 'if-none-match': etag })
      expect([unchanged.status, unchanged.text]).toEqual([304, ''])
    }
    const head = await get('/blog.md', {}, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
  })
})

test('a page names its Markdown, in its own language', async () => {
  const linkOf = async (target: string) => (await get(target, { cookie: 'lang=En' })).header('link')
  const markdown = (path: string) => `<${path}>; rel="alternate"; type="text/markdown"`
  expect(await linkOf('/')).toContain(markdown('/home.md?lang=En'))
  expect(await linkOf('/about?lang=Ar')).toContain(markdown('/about.md?lang=Ar'))
  expect(await linkOf('/products/mcb?spec.poles=2')).toContain(
    markdown('/products/mcb.md?spec.poles=2&lang=En'),
  )
  for (const target of ['/search', '/quote-list', '/product-details/none', '/robots.txt']) {
    expect((await linkOf(target)) ?? '', target).not.toContain('text/markdown')
  }
})

test('llms.txt leads to Markdown in its language', async () => {
  for (const [query, language] of [
    ['', 'Ar'],
    ['?lang=En', 'En'],
  ] as const) {
    const { text, header } = await get(`/llms.txt${query}`, { cookie: 'lang=En' })
    expect(header('content-language')).toBe(language.toLowerCase())
    expect(text).toMatch(/^# .+\n\n> .+\n\n/)
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = '']) => link)
    const markdown = links.filter((link) => link.includes('.md?'))
    expect(markdown.length).toBeGreaterThan(100)
    expect(markdown.filter((link) => !link.endsWith(`.md?lang=${language}`))).toEqual([])
    const followed = markdown.filter((_, at) => at % 12 === 0)
    for (const link of followed) expect((await get(link, {}, 'HEAD')).status, link).toBe(200)
  }
})
