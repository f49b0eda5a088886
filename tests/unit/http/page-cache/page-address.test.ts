import { describe, expect, test } from 'vitest'
import {
  languageOfInvalid,
  pageAddressOf,
} from '../../../../server/http/page-cache/page-address.ts'
import type { RouteKind } from '../../../../server/http/validation/route-handle.ts'

/** The kinds of address that a build has, by the first segment of the path. */
const kinds: Record<string, RouteKind> = {
  images: 'picture',
  cards: 'share-card',
  language: 'form',
  'page-view': 'page-view',
}

function placeOf(path: string) {
  const kind = kinds[path.split('/')[1] ?? ''] ?? 'page'
  return { kind, handle: path === '/News' ? { paged: true as const } : {} }
}

function keyOf(url: string, cookie?: string) {
  return pageAddressOf(url, cookie, placeOf)?.key
}

describe('requests for the same page have one key', () => {
  test.each([
    ['meaningless parameters', '/News?utm_source=x&fbclid=y', '/News'],
    ['an unknown language', '/News?lang=Fr', '/News'],
    ['a language in lower case', '/News?lang=en', '/News'],
    ['an invalid page number', '/News?page=x', '/News'],
    ['a negative page number', '/News?page=-1', '/News'],
    ['a page number with an exponent', '/News?page=1e9', '/News'],
    ['a page number longer than any list', '/News?page=12345678901234567890', '/News'],
    ['a page number in Arabic digits', '/News?page=%D9%A2', '/News'],
    ['a page number with a leading zero', '/News?page=02', '/News'],
    ['the number of the first page', '/News?page=1', '/News'],
    ['a page number where there are no pages', '/about?page=2', '/about'],
    ['a repeated parameter', '/News?lang=En&lang=Ar', '/News?lang=En'],
    ['a parameter with an encoded name', '/News?%70age=2', '/News?page=2'],
    ['the data that all pages share', '/newsDetails/made-up?_data=root', '/?_data=root'],
    ['the data that all pages share, with a number', '/News?page=2&_data=root', '/?_data=root'],
    ['parameters in another order', '/News?page=2&lang=En', '/News?lang=En&page=2'],
    ['parameters named like object properties', '/News?__proto__=1&constructor=2', '/News'],
    ['parameters in array notation', '/News?page[]=2&lang[]=En', '/News'],
    ['an empty query', '/News?', '/News'],
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

test('a page is made from its path and the parameters that change it', () => {
  expect(pageAddressOf('/News?x=1&page=3&lang=En', 'lang=Ar; a=b', placeOf)).toEqual({
    key: 'En /News?lang=En&page=3',
    target: '/News?lang=En&page=3',
    language: 'En',
  })
})

test.each([
  '/images/post/x.png?w=320',
  '/cards/En/News.png',
  '/language',
  '/page-view',
  'http://elsewhere.example/News',
  '*',
  '',
  `/products/${'x'.repeat(3_000)}`,
])('%s is no page', (url) => {
  expect(pageAddressOf(url, undefined, placeOf)).toBeNull()
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
    expect(languageOfInvalid(query, cookie)).toEqual({ language, isInQuery })
  })

  test('is found without decoding the query', () => {
    const start = performance.now()
    for (let time = 0; time < 20; time += 1) languageOfInvalid('%ff&'.repeat(4_000), undefined)
    // URLSearchParams takes 15 ms each time.
    expect(performance.now() - start).toBeLessThan(100)
  })
})
