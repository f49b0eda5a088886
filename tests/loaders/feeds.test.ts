import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import type { Language } from '../../app/language/languages.ts'
import * as feed from '../../app/routes/feed.ts'
import type { RequestScope } from '../../server/content/request-scope.ts'
import { ContentUnavailable } from '../../server/content/failures.ts'
import { hostileHtml, hostileText } from '../support/hostile-html.ts'
import { argsFor } from '../support/loader-args.ts'
import { adapterOf, bilingualAdapterOf, deadAdapter } from '../support/own-adapter.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const origin = 'http://localhost:3000'

function load(address: string, content?: RequestScope, lang?: Language) {
  return feed.loader(
    argsFor(address, { ...(lang && { lang }), context: { ...(content && { content }) } }),
  )
}

/** News that are also read one by one. */
function contentWith(News: { postID: string }[]): RequestScope {
  const scope = adapterOf({ News })
  const getNews = (id: string, lang: Language) =>
    adapterOf({ News: News.filter((post) => post.postID === id) })
      .calls(lang)
      .getNews(id)
  return {
    ...scope,
    calls: (lang) => ({ ...scope.calls(lang), getNews: (id) => getNews(id, lang) }),
  }
}

async function textOf(address: string, content?: RequestScope, lang?: Language) {
  const response = await load(address, content, lang)
  expect(response.status).toBe(200)
  return response.text()
}

async function rssOf(address: string, content?: RequestScope) {
  const { items = [], ...channel } = parseRssFeed(wellFormed(await textOf(address, content)))
  return { items, ...channel }
}

/** Strictly: the parser alone would accept much that readers of XML do not. */
function wellFormed(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u)
  return xml
}

const directions = { Ar: 'rtl', En: 'ltr' }

describe.each([
  {
    kind: 'news',
    list: '/News',
    details: '/newsDetails/',
    names: { Ar: 'الأخبار | تيار', En: 'News | Tayyar' },
  },
  {
    kind: 'blog',
    list: '/blog',
    details: '/blog_details/',
    names: { Ar: 'المدوّنة | تيار', En: 'Blog | Tayyar' },
  },
])('the feeds of the $kind', ({ kind, list, details, names }) => {
  test.each(['Ar', 'En'] as const)('are the same articles in each format: %s', async (lang) => {
    const code = lang.toLowerCase()
    const rss = await rssOf(`/feeds/${kind}.rss?lang=${lang}`)
    const atom = parseAtomFeed(wellFormed(await textOf(`/feeds/${kind}.atom?lang=${lang}`)))
    const jsonText = await textOf(`/feeds/${kind}.json?lang=${lang}`)
    const json = parseJsonFeed(jsonText)
    expect(rss.title).toBe(names[lang])
    expect([atom.title?.value, json.title]).toEqual([rss.title, rss.title])
    expect([rss.language, atom.xml?.lang, json.language]).toEqual([code, code, code])
    expect(jsonText).toMatch(/^\{"version":"https:\/\/jsonfeed.org\/version\/1.1",/)

    const self = `${origin}/feeds/${kind}`
    expect(rss.atom?.links).toMatchObject([{ rel: 'self', href: `${self}.rss?lang=${lang}` }])
    expect(atom.links).toMatchObject([
      { rel: 'self', href: `${self}.atom?lang=${lang}` },
      { rel: 'alternate', href: `${origin}${list}?lang=${lang}` },
    ])
    expect(json.feed_url).toBe(`${self}.json?lang=${lang}`)
    expect([rss.link, json.home_page_url]).toEqual(Array(2).fill(`${origin}${list}?lang=${lang}`))
    expect(atom.authors?.[0]?.name).toBe(json.authors?.[0]?.name)

    expect(json.items?.[0]?.image).toMatch(new RegExp(`^${origin}/images/post/`))
    const addresses = rss.items.map(({ link }) => link)
    expect(addresses.length).toBeGreaterThan(10)
    expect(addresses[0]).toMatch(new RegExp(`^${origin}${details}[\\w-]+\\?lang=${lang}$`))
    expect(rss.items.map(({ guid }) => guid?.value)).toEqual(addresses)
    expect(atom.entries?.map(({ id }) => id)).toEqual(addresses)
    expect(json.items?.map(({ url }) => url)).toEqual(addresses)
    for (const [at, item] of rss.items.entries()) {
      const entry = atom.entries?.[at]
      const jsonItem = json.items?.[at]
      const html = item.content?.encoded
      expect([entry?.content?.value, jsonItem?.content_html]).toEqual([html, html])
      // An article of the sample is only a title and a summary.
      if (html)
        expect(html.startsWith(`<div lang="${code}" dir="${directions[lang]}"><`)).toBe(true)
      else expect(jsonItem?.content_text).toBe(jsonItem?.summary)
      expect(Date.parse(item.pubDate ?? '')).toBe(Date.parse(entry?.updated ?? ''))
      expect(Date.parse(jsonItem?.date_published ?? '')).toBe(Date.parse(item.pubDate ?? ''))
      expect(item.media?.contents?.[0]?.url).toBe(jsonItem?.image)
    }
  })
})

const article = { postID: 'a', postTitle: 'A', postSubTitle: 'Sum & mary', postDate: '2026-01-31' }

describe('an article of a feed', () => {
  test('has absolute addresses, its direction, and nothing that only the page understands', async () => {
    const postDetails =
      '<p dir="ltr">See <a href="/News">news</a>, <a href="/newsDetails/x?a=1&b=2#c">x</a>, <a href="mailto:a@b.example">us</a>' +
      '<img src="/images/post/f/a b.png" alt=" href=&quot;/x&quot;"> و TM63-C16 href="/y" class="z"</p>'
    const content = adapterOf({ News: [{ ...article, postDetails }] })
    const { items } = await rssOf('/feeds/news.rss?lang=Ar', content)
    const html = items[0]?.content?.encoded ?? ''
    expect(html).toMatch(/^<div lang="ar" dir="rtl"><p dir="ltr">/)
    expect(html).toContain(`<a href="${origin}/News">`)
    expect(html).toContain(`<a href="${origin}/newsDetails/x?a=1&amp;b=2#c">`)
    expect(html).toContain('<a href="mailto:a@b.example">')
    expect(html).toContain(`src="${origin}/images/post/f/a%20b.png?w=800"`)
    expect(html).toContain('<span dir="ltr">TM63-C16')
    expect(html).not.toContain('bdi')
    expect(html).not.toMatch(/<[^>]* (class|loading)=/)
    expect(items[0]?.description).toBe('Sum &amp; mary')
  })

  test('F65: is not there without its text: the feed is a 503 until that can be read', async () => {
    const scope = adapterOf({ Blog: [article] })
    const content: RequestScope = {
      ...scope,
      calls: (lang) => ({
        ...scope.calls(lang),
        getBlog: () => Promise.reject(new ContentUnavailable('refused', 'Test failure')),
      }),
    }
    for (const format of ['rss', 'atom', 'json']) {
      const response = await load(`/feeds/blog.${format}`, content)
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10'])
    }
  })

  test('is there with its summary when the texts before it are very long', async () => {
    const News = Array.from({ length: 5 }, (_, at) => ({
      postID: `n${at}`,
      postTitle: 'A',
      postSubTitle: 'Summary',
      postDate: `2026-01-0${9 - at}`,
      postDetails: at === 4 ? '<p>short</p>' : `<p>${'word '.repeat(35_000)}</p>`,
    }))
    const content = contentWith(News)
    const { items } = await rssOf('/feeds/news.rss', content)
    expect(items.map((item) => item.content !== undefined)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(items[2]?.description).toBe('Summary')
  })

  test('is left out of the language that it has no text in', async () => {
    const content = bilingualAdapterOf({ Ar: { News: [article] }, En: {} })
    expect((await rssOf('/feeds/news.rss?lang=Ar', content)).items).toHaveLength(1)
    expect((await rssOf('/feeds/news.rss?lang=En', content)).items).toEqual([])
  })

  test('without a date is never new, and only the newest twenty are there', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      postID: `n${at}`,
      postDate: at === 0 ? '' : `2026-01-${String(at).padStart(2, '0')}`,
    }))
    const content = adapterOf({ News: many })
    const { entries = [] } = parseAtomFeed(wellFormed(await textOf('/feeds/news.atom', content)))
    expect(entries.map(({ updated }) => updated?.slice(8, 10))[0]).toBe('29')
    expect(entries).toHaveLength(20)
    const undated = adapterOf({ News: [{ postID: 'x' }] })
    const atom = parseAtomFeed(await textOf('/feeds/news.atom', undated))
    expect(atom.updated).toBe('1970-01-01T00:00:00.000Z')
    expect((await rssOf('/feeds/news.rss', undated)).items[0]?.pubDate).toBeUndefined()
  })
})

/** What no reader may get: elements, attributes and addresses that run or load something. */
const hostile =
  /<(?:script|svg|style|iframe)|<[^>]*\s(?:on\w+|style)=|="(?:javascript|data|vbscript):/i

test('hostile articles leave each feed well-formed', async () => {
  const texts = [
    ...hostileHtml.map(([, html]) => html).filter((html) => html.length < 10_000),
    ...[
      hostileText,
      ']]>',
      ']]]]><![CDATA[>',
      '<p>&#1;&#xFFFE;&#xD800;\uFFFE\uFFFF\u0000</p>',
      '<',
    ],
  ]
  for (let at = 0; at < texts.length; at += 20) {
    const News = texts.slice(at, at + 20).map((text, index) => ({
      postID: `${index}'"<&>`,
      postTitle: text,
      postSubTitle: text,
      postDetails: text,
      postImage: text.slice(0, 50),
    }))
    const content = contentWith(News)
    const { items } = await rssOf('/feeds/news.rss?lang=En', content)
    expect(items).toHaveLength(News.length)
    for (const { content: text } of items) {
      expect(text?.encoded ?? '').not.toMatch(hostile)
    }
    const atom = parseAtomFeed(wellFormed(await textOf('/feeds/news.atom?lang=En', content)))
    expect(atom.entries).toHaveLength(News.length)
    expect(parseJsonFeed(await textOf('/feeds/news.json', content)).items).toHaveLength(News.length)
  }
})

test('a list without articles is a valid feed without items', async () => {
  const content = adapterOf({})
  expect((await rssOf('/feeds/news.rss', content)).items).toEqual([])
  const atom = parseAtomFeed(wellFormed(await textOf('/feeds/blog.atom', content)))
  expect(atom).toMatchObject({ id: `${origin}/feeds/blog.atom?lang=Ar` })
  expect(JSON.parse(await textOf('/feeds/news.json', content))).toMatchObject({ items: [] })
})

test('the language is that of the cookie, and of the address first', async () => {
  const { headers } = await load('/feeds/news.rss', undefined, 'En')
  expect([headers.get('Content-Language'), headers.get('Vary')]).toEqual([
    'en',
    'Accept-Encoding, Cookie',
  ])
  const named = await load('/feeds/news.atom?lang=Ar', undefined, 'En')
  expect([named.headers.get('Content-Language'), named.headers.get('Vary')]).toEqual([
    'ar',
    'Accept-Encoding',
  ])
  expect(named.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  expect(named.headers.get('Cache-Control')).toMatch(/^public, max-age=300, s-maxage=/)
})

test.each(['/feeds/news', '/feeds/news.xml', '/feeds/about.rss', '/feeds/news.rss.rss'])(
  '%s is a 404',
  async (address) => {
    expect((await load(address)).status).toBe(404)
  },
)

test('without the list, a feed is a 503', async () => {
  expect((await load('/feeds/news.rss', deadAdapter())).status).toBe(503)
})
