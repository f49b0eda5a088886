import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { screens as patterns } from '../../app/addresses.ts'
import type { RouteHandle } from '../../server/http/validation/route-table.ts'
import {
  linksOf,
  metaOf,
  pageFactsOf,
  withoutSpaces,
  type PageFacts,
} from '../support/page-facts.ts'
import { startContentApi, type ContentApi } from '../support/content-api.ts'
import { eventually } from '../support/eventually.ts'
import { vocabularyFaults } from '../support/schema-vocabulary.ts'
import { screens } from '../support/screens.ts'
import { isWholeRun, sized } from '../support/test-size.ts'
import { startSite, type Site } from '../support/site-host.ts'
import { startSiteProcess } from '../support/site-process.ts'
import { visitorLanguages as siteLanguages, type VisitorLanguage } from '../support/visit.ts'
import { waitForSitemap } from '../support/wait-for-sitemap.ts'

/** Only the Arabic content has it. */
const onlyArabic = 'news-electric-vans'

const sample = { url: inject('contentUrl') }
let api: ContentApi
let site: Site
/** Every address of the sitemap, without the site's own URL. */
let sitemap: string[]
beforeAll(async () => {
  api = await startContentApi(sample.url, {
    edit: (json, { type, lang }) => (type === 'News' && lang === 'En' ? withoutOne(json) : json),
    isCached: true,
  })
  const settings = {
    CONTENT_API_URL: api.url,
    CONTENT_IMAGES_URL: `${sample.url}/images/post`,
    BRAND_DIR: 'brand',
  }
  site = await (isWholeRun ? startIndexed(settings) : startSite(settings))
  const xml = await waitForSitemap(site)
  sitemap = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => targetOf(loc))
})
afterAll(async () => {
  await site.stop()
  await api.close()
})

/** The index knows which products the catalogue has, and lists the documents. */
async function startIndexed(settings: Record<string, string>) {
  const own = { SEARCH_CRAWL_PER_S: '1000', LOG_LEVEL: 'info', ACCESS_LOG: 'none' }
  const started = await startSiteProcess({ ...settings, ...own })
  await eventually(() => expect(started.output()).toContain('search index filled'), 100_000)
  return started
}

function withoutOne(json: string) {
  const posts = JSON.parse(json) as { postID: string }[]
  return JSON.stringify(posts.filter(({ postID }) => postID !== onlyArabic))
}

const tags = { Ar: 'ar', En: 'en' } as const
const otherLanguage = { Ar: 'En', En: 'Ar' } as const

async function get(target: string, language: VisitorLanguage) {
  const headers = { cookie: `lang=${language}` }
  const response = await fetch(site.url + target, { headers, redirect: 'manual' })
  return { response, facts: pageFactsOf(await response.text()) }
}

/** An address without the site's own URL. */
function targetOf(address = '') {
  return address.startsWith(site.url) ? address.slice(site.url.length) : address
}

function isListed({ response, facts }: Awaited<ReturnType<typeof get>>) {
  const header = response.headers.get('x-robots-tag') ?? ''
  return !`${metaOf(facts, 'name', 'robots')} ${header}`.includes('noindex')
}

/** The sample's file or page for an address of the documentation that has placeholders. */
const fileSamples: Record<string, string> = {
  '/{page}.md': '/about.md',
  '/{page}?_data={route}': '/about?_data=root',
  '/images/post/{image}': '/images/post/tm63-1p-c.webp',
  '/images/post/{document}': '/images/post/tc-265-instructions-en.pdf',
  '/vcards/{language}/{branch}': '/vcards/En/branch-riyadh.vcf',
  '/cards/{language}/{page}.png': '/cards/En/about.png',
  '/feeds/{file}': '/feeds/news.rss',
  '/product-details/{id}.pdf': '/product-details/tm63-1p-c.pdf',
  '/products-details/{id}.pdf': '/products-details/tc-265.pdf',
  '/products/{id}.pdf': '/products/mcb.pdf',
  '/quote-list.zip': '/quote-list.zip?items=tm63-1p-c:1',
  '/product-details/{id}.zip': '/product-details/tm63-1p-c.zip',
  '/products-details/{id}.zip': '/products-details/tc-265.zip',
  '/products/{id}.zip': '/products/mcb.zip',
}

/** What a route of the build says of itself: a screen has a component. */
interface Route {
  path?: string
  module: { default?: unknown; handle?: RouteHandle }
}

/** The addresses of the screens with each parameter that selects what they show. */
async function selectingAddresses() {
  const build = new URL('../../build/server/server-build.js', import.meta.url)
  const { routes } = (await import(build.href)) as { routes: Record<string, Route> }
  return Object.values(routes)
    .filter(({ module }) => module.default)
    .flatMap(({ path = '', module }) =>
      (module.handle?.query ?? []).map((name) => ({ address: addressOf(path), name })),
    )
}

/** The documentation's address for a pattern such as products/:id. */
function addressOf(pattern: string) {
  return `/${pattern.replace(/:(\w+)/g, '{$1}')}`
}

describe('the tables of docs/indexing.md', () => {
  const documentation = readFileSync(new URL('../../docs/indexing.md', import.meta.url), 'utf8')
  const rows = documentation
    .split('\n')
    .filter((line) => line.startsWith('| `/'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, address = '', listed, canonical, inSitemap]) => ({
      address,
      listed,
      canonical,
      inSitemap,
    }))
  const pages = rows.filter(({ canonical }) => canonical)
  const files = rows.filter(({ canonical }) => !canonical)

  /** The sample's address for a pattern such as /products/{id}. */
  function sampleOf(pattern: string) {
    const [path = '', query] = pattern.split('?')
    const form = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    const found = screens.find(([address]) => form.test(address) && address !== '/products/home')
    const sample = path.includes('{') ? found?.[0] : path
    if (sample === undefined) throw new Error(`tests/support/screens.ts has no ${pattern}`)
    return query ? `${sample}?${query}` : sample
  }

  const toAdd = 'Add them to docs/indexing.md'

  test('have every screen', () => {
    const known = new Set(pages.map(({ address }) => address))
    const all = Object.values(patterns).map(addressOf)
    expect(
      all.filter((pattern) => !known.has(pattern)),
      toAdd,
    ).toEqual(['/error_404'])
  })

  test('have every parameter that selects what a screen shows', async () => {
    const known = pages.flatMap(({ address }) => {
      const [path, query] = address.split('?')
      return [...new URLSearchParams(query).keys()].map((key) => `${path}?${key}`)
    })
    const all = (await selectingAddresses()).map(({ address, name }) => `${address}?${name}`)
    expect(all).toContain('/products/{id}?spec.')
    // A name that ends with a dot stands for all that start with it.
    const isKnown = (each: string) =>
      known.some((row) => (each.endsWith('.') ? row.startsWith(each) : row === each))
    expect(
      all.filter((each) => !isKnown(each)),
      toAdd,
    ).toEqual([])
  })

  test.each(files)('$address', async ({ address, listed }) => {
    const page = await get(fileSamples[address] ?? address, 'En')
    expect(page.response.status).toBe(200)
    expect(isListed(page)).toBe(listed === 'yes')
  })

  /** What the site says of them depends on a full search index. */
  const ofIndex = isWholeRun ? [] : ['/products-details/{id}', '/documents']
  /** They need an enquiry that was sent: sent-enquiry.test.ts. */
  const ofEnquiry = ['/enquiry?revises={token}', '/enquiry/{reference}?key={key}']

  test.each(pages.filter(({ address }) => ![...ofIndex, ...ofEnquiry].includes(address)))(
    '$address',
    async ({ address, listed, canonical, inSitemap }) => {
      for (const language of siteLanguages) {
        // Its title is in the address.
        const isTitled = address.includes('{title}')
        if (isTitled && language === 'En') continue
        const target = sampleOf(address)
        const page = await get(target, language)
        expect(page.response.status).toBe(200)
        expect(isListed(page), 'listed').toBe(listed === 'yes')
        const own = canonical === 'itself' ? target : sampleOf(canonical ?? '')
        const expected =
          canonical === '/product-details/{id}' ? target.replace('products-', 'product-') : own
        const [link] = linksOf(page.facts, 'canonical')
        const separator = expected.includes('?') ? '&' : '?'
        expect(decodeURIComponent(targetOf(link?.['href']))).toBe(
          decodeURIComponent(`${expected}${separator}lang=${language}`),
        )
        if (inSitemap) {
          expect(sitemap.includes(`${target}?lang=${language}`)).toBe(inSitemap === 'yes')
        }
      }
    },
  )
})

/** Pages for one visitor, and parts of lists: of each kind, one is enough. */
const notListed = /^\/(?:quote-list|quick-list|enquiry|compare|search)|[?&](?!page=)/

/** Strings of these properties stand on the page. */
const visibleProperties = new Set([
  ...['name', 'headline', 'description', 'category', 'variesBy', 'sku', 'value', 'unitText'],
  ...['telephone', 'email', 'address'],
])

/** What a crawler found that follows links from home in one language. */
interface Crawl {
  /** The addresses of all links on the pages that it has read. */
  linked: Set<string>
  pages: Map<string, PageFacts>
  listed: Set<string>
  /** Of each page that stands for itself, by its canonical address with the language. */
  byCanonical: Map<string, PageFacts>
  faults: string[]
}

async function crawl(language: VisitorLanguage): Promise<Crawl> {
  const queue = ['/']
  const seen = new Set(queue)
  const found: Crawl = {
    ...{ linked: new Set(queue), pages: new Map(), listed: new Set(), byCanonical: new Map() },
    faults: [],
  }
  for (let target = queue.shift(); target !== undefined; target = queue.shift()) {
    if (!isPage(target)) {
      const { status, body } = await fetch(site.url + target, { redirect: 'manual' })
      await body?.cancel()
      if (status !== 200) found.faults.push(`${target}: ${status}`)
      continue
    }
    const page = await get(target, language)
    if (page.response.status !== 200) found.faults.push(`${target}: ${page.response.status}`)
    found.pages.set(target, page.facts)
    if (notListed.test(target)) continue
    if (isListed(page)) found.listed.add(target)
    const canonical = canonicalOf(page.facts)
    if (canonical.startsWith(target)) found.byCanonical.set(canonical, page.facts)
    for (const anchor of page.facts.anchors) {
      const { origin, pathname, search } = new URL(anchor, site.url + target)
      const next = pathname + search
      const key = notListed.test(next) ? kindOf(next) : next
      if (origin !== site.url) continue
      found.linked.add(next)
      if (seen.has(key) || !isTaken(next)) continue
      seen.add(key)
      queue.push(next)
    }
  }
  return found
}

/** Lists lead to all else: of what has an id, a run takes the tests' own, and all or some of the others. */
const share = isWholeRun ? 1 : 24
const own = [`/newsDetails/${onlyArabic}`, ...screens.map(([address]) => takenBy(address))]

function isTaken(target: string) {
  if (/^\/(?:[^/]*|products(?:-types)?\/[^?]*)$/.test(target)) return true
  const address = takenBy(target)
  const sum = Array.from(address).reduce((total, sign) => total + sign.charCodeAt(0), 0)
  return own.includes(address) || sum % share === 0
}

/** The same for a page and what it names: its canonical address, and the one with a title in the other language. */
function takenBy(address: string) {
  const plain = address.replace('/products-details/', '/product-details/')
  return plain.replace(/^(\/all-solution-products\/[^/]*).*/, '$1')
}

/** "/products/…?view=": its first segment and its parameters. */
function kindOf(target: string) {
  return target.replace(/^(\/[^/?]+)\/[^?]*/, '$1/…').replace(/=[^&]*/g, '=')
}

function isPage(target: string) {
  return !/\.\w+(?:\?|$)|^\/images\//.test(target)
}

function canonicalOf(facts: PageFacts) {
  return targetOf(linksOf(facts, 'canonical')[0]?.['href'])
}

describe.runIf(isWholeRun)('a crawler that follows the links from home', () => {
  const crawls: Partial<Record<VisitorLanguage, Crawl>> = {}

  beforeAll(async () => {
    const [arabic, english] = await Promise.all([crawl('Ar'), crawl('En')])
    Object.assign(crawls, { Ar: arabic, En: english })
  })

  function crawlIn(language: VisitorLanguage): Crawl {
    const found = crawls[language]
    if (!found) throw new Error('The crawl has failed')
    return found
  }

  function listedPages(language: VisitorLanguage) {
    const { pages, listed } = crawlIn(language)
    return [...pages].filter(([target]) => listed.has(target))
  }

  test.each(siteLanguages)('finds no link to a redirect or a missing page in %s', (language) => {
    const { faults, pages } = crawlIn(language)
    expect(faults).toEqual([])
    expect(pages.size).toBeGreaterThan(sized(300, 60))
  })

  test.each(siteLanguages)('finds every page of the sitemap in %s', (language) => {
    const { byCanonical, linked } = crawlIn(language)
    const ending = `?lang=${language}`
    const own = sitemap.filter((target) => target.endsWith(ending))
    expect(own.length).toBeGreaterThan(200)
    const plain = (target: string) => target.slice(0, -ending.length)
    expect(own.filter((target) => !linked.has(plain(target)))).toEqual([])
    const read = own.filter((target) => isTaken(plain(target)))
    expect(read.filter((target) => !byCanonical.has(target))).toEqual([])
  })

  test.each(siteLanguages)('finds one heading and no image without a text in %s', (language) => {
    // Images that only decorate have an empty one.
    const wrong = [...crawlIn(language).pages].filter(([, { headings, images }]) => {
      return headings.length !== 1 || images.some(({ alt }) => alt === undefined)
    })
    expect(wrong.map(([target]) => target)).toEqual([])
  })

  test.each(siteLanguages)(
    'finds on each page a title and a description of its own, of a sensible length, in %s',
    (language) => {
      const pagesByText = new Map<string, string[]>()
      const wrong: string[] = []
      for (const [target, facts] of crawlIn(language).byCanonical) {
        const [title = ''] = facts.titles
        const description = metaOf(facts, 'name', 'description')
        for (const text of [title, description]) {
          pagesByText.set(text, [...(pagesByText.get(text) ?? []), target])
        }
        // A longer title is the content's own.
        const isOwn = title.startsWith(facts.headings[0] ?? '-')
        const isTitle = title.length >= 8 && (title.length <= 70 || isOwn)
        const isDescription = description.length >= 40 && description.length <= 160
        if (!isTitle || !isDescription) wrong.push(`${target}: ${title}: ${description}`)
      }
      expect([...pagesByText].filter(([, targets]) => targets.length > 1)).toEqual([])
      expect(wrong).toEqual([])
    },
  )

  test.each(siteLanguages)(
    'finds each page in %s at its canonical address, and in the other language at one that names it back',
    (language) => {
      const wrong: string[] = []
      const alone: string[] = []
      const others = crawlIn(otherLanguage[language]).byCanonical
      for (const [target, facts] of listedPages(language)) {
        const canonical = canonicalOf(facts)
        const otherAddress = alternateIn(facts, tags[otherLanguage[language]])
        const other = others.get(otherAddress)
        if (alternateIn(facts, tags[language]) !== canonical) wrong.push(`${target}: ${canonical}`)
        const locale = metaOf(facts, 'property', 'og:locale:alternate')
        if ((locale === '') !== (otherAddress === '')) wrong.push(`${target}: ${locale}`)
        if (otherAddress === '') alone.push(target)
        else if (alternateIn(facts, 'x-default') === '') wrong.push(`${target}: no x-default`)
        else if (!other || alternateIn(other, tags[language]) !== canonical) {
          wrong.push(`${target} is not named back`)
        }
      }
      expect(alone).toEqual(language === 'Ar' ? [`/newsDetails/${onlyArabic}`] : [])
      expect(wrong).toEqual([])
    },
  )

  function alternateIn(facts: PageFacts, tag: string) {
    const link = linksOf(facts, 'alternate').find(({ hreflang }) => hreflang === tag)
    return targetOf(link?.['href'])
  }

  test.each(siteLanguages)(
    'finds structured data in %s that schema.org knows, and that says what the page says',
    (language) => {
      const wrong: string[] = []
      for (const [target, facts] of crawlIn(language).pages) {
        const [json = '{}', ...more] = facts.structuredData
        if (more.length > 0) wrong.push(`${target}: several graphs`)
        const graph: unknown = JSON.parse(json)
        wrong.push(...vocabularyFaults(graph).map((fault) => `${target}: ${fault}`))
        const description = metaOf(facts, 'name', 'description')
        const shown = withoutSpaces([facts.text, ...facts.titles, description].join('\n'))
        const texts = textsIn(graph).filter((text) => !shown.includes(withoutSpaces(text)))
        wrong.push(...texts.map((text) => `${target} does not say ${text}`))
        const crumbs = facts.crumbs.map((crumb) => crumb.trim())
        if (crumbsIn(graph).join() !== crumbs.join()) wrong.push(`${target}: other breadcrumbs`)
      }
      expect(wrong).toEqual([])
    },
  )

  test.each(siteLanguages)(
    'finds a share card in the script of the page in %s',
    async (language) => {
      const wrong = listedPages(language).filter(([, facts]) => {
        const isArabic = /\p{Script=Arabic}/u.test(metaOf(facts, 'property', 'og:title'))
        const image = targetOf(metaOf(facts, 'property', 'og:image'))
        return (
          isArabic !== (language === 'Ar') ||
          !image.startsWith(`/cards/${language}/`) ||
          metaOf(facts, 'property', 'og:image:alt') === '' ||
          metaOf(facts, 'name', 'twitter:card') !== 'summary_large_image'
        )
      })
      expect(wrong.map(([target]) => target)).toEqual([])
      for (const target of ['/', '/products/mcb', '/product-details/tm63-1p-c']) {
        const facts = crawlIn(language).pages.get(target)
        const card = facts ? metaOf(facts, 'property', 'og:image') : ''
        expect((await fetch(card)).headers.get('content-type'), target).toBe('image/png')
      }
    },
  )
})

/** The texts of a graph that a visitor can read on its page. */
function textsIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each, name))
  if (typeof value === 'string') return visibleProperties.has(name) ? value.split(' > ') : []
  if (typeof value !== 'object' || value === null) return []
  // A variant is named after its product and its order code.
  return Object.entries(value).flatMap(([key, each]) =>
    textsIn(key === 'hasVariant' ? withoutNames(each) : each, key),
  )
}

function withoutNames(variants: unknown) {
  return Array.isArray(variants)
    ? variants.map((variant: Record<string, unknown>) => ({ ...variant, name: undefined }))
    : variants
}

function crumbsIn(graph: unknown) {
  const { '@graph': nodes } = graph as { '@graph': Record<string, unknown>[] }
  const list = nodes.find((node) => node['@type'] === 'BreadcrumbList')
  const items = (list?.['itemListElement'] ?? []) as { name: string }[]
  return items.map(({ name }) => name)
}
