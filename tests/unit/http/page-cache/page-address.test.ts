import { describe, expect, test } from 'vitest'
import { pageAddressOf } from '../../../../server/http/page-cache/page-address.ts'
import { pageAt, requestFor } from '../../../support/site-request.ts'
import type {
  RouteHandle,
  RouteKind,
  RouteMatch,
} from '../../../../server/http/validation/route-table.ts'
import { startCpuTimer } from '../../../support/loop-watch.ts'

/** The kinds of address that a build has, by the first segment of the path. */
const kinds: Record<string, RouteKind> = {
  images: 'picture',
  cards: 'share-card',
  language: 'form',
  'page-view': 'page-view',
}

const handles: Record<string, RouteHandle> = {
  '/News': { paged: true },
  '/search': { paged: true, query: ['q', 'kind', 'spec.'] },
  '/compare': { query: ['ids', 'only'], ordered: ['ids'] },
}

function matchRoute(path: string): RouteMatch {
  if (path.endsWith('.md')) return markdownOf(path.slice(0, -'.md'.length))
  const kind = kinds[path.split('/')[1] ?? ''] ?? 'page'
  return pageAt(path, { kind, handle: handles[path] ?? {} })
}

function markdownOf(path: string): RouteMatch {
  return { ...matchRoute(path), markdownOf: path }
}

function keyOf(url: string, cookie?: string) {
  return pageAddressOf(requestFor(url, cookie, matchRoute))?.key
}

describe('requests for the same page have one key', () => {
  test.each([
    ['meaningless parameters', '/News?utm_source=x&fbclid=y', '/News'],
    ['an unknown language', '/News?lang=Fr', '/News'],
    ['a language in lower case', '/News?lang=en', '/News'],
    ['an invalid page number', '/News?page=x', '/News'],
    ['a page number where there are no pages', '/about?page=2', '/about'],
    ['a repeated parameter', '/News?lang=En&lang=Ar', '/News?lang=En'],
    ['a parameter with an encoded name', '/News?%70age=2', '/News?page=2'],
    ['the data that all pages share', '/newsDetails/made-up?_data=root', '/?_data=root'],
    ['the data that all pages share, with a number', '/News?page=2&_data=root', '/?_data=root'],
    ['parameters in another order', '/News?page=2&lang=En', '/News?lang=En&page=2'],
    ['parameters named like object properties', '/News?__proto__=1&constructor=2', '/News'],
    ['parameters in array notation', '/News?page[]=2&lang[]=En', '/News'],
    ['an empty query', '/News?', '/News'],
    [
      'selectors in another order',
      '/search?q=b&spec.poles=3&kind=news',
      '/search?kind=news&q=b&spec.poles=3',
    ],
    [
      'values of a selector in another order',
      '/search?spec.a=2&spec.a=1',
      '/search?spec.a=1&spec.a=2',
    ],
    ['a selector that is repeated with its value', '/search?q=b&q=b', '/search?q=b'],
    ['selectors in another encoding', '/search?%71=a+b', '/search?q=a%20b'],
    [
      'selectors and parameters that select nothing',
      '/search?q=b&utm_source=x&spec=1',
      '/search?q=b',
    ],
    ['a selector of another screen', '/News?q=b&spec.a=1', '/News'],
    ['selectors of the data that all pages share', '/search?q=b&_data=root', '/?_data=root'],
  ])('%s', (_, url, same) => {
    expect(keyOf(url)).toBe(keyOf(same))
  })

  test.each([undefined, '', 'lang=Ar', 'lang=', 'lang=../../', 'lang=en', 'other=En', 'xlang=En'])(
    'the cookie %j means Arabic',
    (cookie) => {
      expect(keyOf('/News', cookie)).toBe(keyOf('/News', 'lang=Ar'))
    },
  )

  test('the language parameter overrides the cookie', () => {
    expect(keyOf('/News?lang=En', 'lang=Ar')).toBe(keyOf('/News?lang=En', 'lang=En'))
  })

  test('other cookies are ignored', () => {
    const crowd = Array.from({ length: 180 }, (_, at) => `c${at}=${at}`).join('; ')
    expect(keyOf('/News', `${crowd}; lang=En; theme=dark`)).toBe(keyOf('/News', 'lang=En'))
  })
})

test('different pages have different keys', () => {
  const pages = ['/', '/News', '/news', '/News/', '/News?page=2', '/News?page=3', '/blog']
  const data = ['/News?_data=root', '/News?_data=routes%2Fnews']
  const ids = ['/newsDetails/a%2Fb', '/newsDetails/a/b', '/News%3Fpage=2']
  const byCookie = [...pages, ...data, ...ids].flatMap((url) => [keyOf(url), keyOf(url, 'lang=En')])
  const keys = [...byCookie, keyOf('/News?lang=En'), keyOf('/News?lang=Ar')]
  expect(keys).not.toContain(undefined)
  expect(new Set(keys).size).toBe(keys.length)
})

test('different selections have different keys, and say what they are', () => {
  const selections = [
    ...['q=a', 'q=b', 'q=A', 'q=', 'q=a&q=b', 'kind=a', 'spec.=a', 'spec.a=1', 'spec.a=1&spec.a=2'],
    ...['spec.a=1&spec.b=2', 'spec.a=2&spec.b=1', 'q=a&page=2', 'q=a&lang=En', 'q=a%26kind%3Db'],
    ...['q=a&kind=b', 'spec.__proto__=1', 'q=a&_data=routes%2Fsearch'],
  ].map((query) => pageAddressOf(requestFor(`/search?${query}`, undefined, matchRoute)))
  expect(new Set(selections.map((address) => address?.key)).size).toBe(selections.length)
  expect(selections.every((address) => address?.isSelection)).toBe(true)
  for (const url of ['/search', '/search?page=2', '/search?x=1', '/search?q=a&_data=root']) {
    const { key } = pageAddressOf(requestFor(url, undefined, matchRoute)) ?? {}
    expect(selections.map((address) => address?.key)).not.toContain(key)
  }
  expect(pageAddressOf(requestFor('/search?page=2', undefined, matchRoute))).not.toHaveProperty(
    'isSelection',
  )
})

test('a page is made from its path and the parameters that change it', () => {
  expect(pageAddressOf(requestFor('/News?x=1&page=3&lang=En', 'lang=Ar; a=b', matchRoute))).toEqual(
    {
      key: 'En /News?lang=En&page=3',
      target: '/News?lang=En&page=3',
      language: 'En',
    },
  )
  expect(
    pageAddressOf(requestFor('/search?q=%D9%82&x=1&spec.a=2&spec.a=1&page=2', '', matchRoute)),
  ).toEqual({
    key: 'Ar /search?q=%D9%82&spec.a=1&spec.a=2&page=2',
    target: '/search?q=%D9%82&spec.a=1&spec.a=2&page=2',
    language: 'Ar',
    isSelection: true,
  })
})

test('the Markdown of a page is rendered for the page’s own address, and cached apart from it', () => {
  expect(pageAddressOf(requestFor('/News.md?x=1&page=3&lang=En', '', matchRoute))).toEqual({
    key: 'En /News?lang=En&page=3 markdown',
    target: '/News?lang=En&page=3',
    language: 'En',
    isMarkdown: true,
  })
  expect(pageAddressOf(requestFor('/search.md?q=a', '', matchRoute))).toMatchObject({
    target: '/search?q=a',
    isSelection: true,
    isMarkdown: true,
  })
})

test('V27: a value comes before a longer one that it begins, as in the address to which pages redirect', () => {
  const sorted = '/search?q=Copper&q=Copper+or+aluminium&spec.a=1&spec.a-b=1'
  const [path, query = ''] = sorted.split('?')
  const other = `${path}?${query.split('&').reverse().join('&')}`
  expect(pageAddressOf(requestFor(other, '', matchRoute))?.target).toBe(sorted)
})

test('values whose order has a meaning keep it, among sorted parameters', () => {
  const address = pageAddressOf(requestFor('/compare?only=x&ids=b&ids=a&ids=b', '', matchRoute))
  expect(address?.target).toBe('/compare?ids=b&ids=a&only=x')
})

test.each([
  '/images/post/x.png?w=320',
  '/cards/En/News.png',
  '/language',
  '/page-view',
  '*',
  '',
  `/products/${'x'.repeat(3_000)}`,
])('%s is no page', (url) => {
  expect(pageAddressOf(requestFor(url, undefined, matchRoute))).toBeNull()
})

describe('V01 the language of a request with an invalid address', () => {
  test.each([
    ['', undefined, 'Ar', false],
    ['', 'lang=En', 'En', false],
    ['x=%zz', 'lang=En', 'En', false],
    ['lang=En', 'lang=Ar', 'En', true],
    ['x=%zz&lang=En&y=%', undefined, 'En', true],
    ['lang=En%zz', undefined, 'Ar', false],
    ['lang=En%zz', 'lang=En', 'En', false],
    ['xlang=En', undefined, 'Ar', false],
    ['lang=Fr&lang=En', undefined, 'Ar', false],
  ])('with the query %j and the cookie %j is %s', (query, cookie, language, isInQuery) => {
    const request = requestFor(`/%?${query}`, cookie)
    expect(request.language).toBe(language)
    expect(request.queryLanguage).toBe(isInQuery ? language : null)
  })

  test('is found without decoding the query', () => {
    const request = requestFor(`/?${'%ff&'.repeat(4_000)}`)
    const tookMs = startCpuTimer()
    for (let time = 0; time < 20; time += 1) expect(request.language).toBe('Ar')
    // URLSearchParams takes 15 ms each time.
    expect(tookMs()).toBeLessThan(100)
  })
})
