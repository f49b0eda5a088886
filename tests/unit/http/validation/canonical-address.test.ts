import type { ServerBuild } from '@remix-run/node'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, canonicalPath, screens } from '../../../../app/addresses.ts'
import { redirectFor as redirectOf } from '../../../../server/http/validation/request-validation.ts'
import {
  type RouteHandle,
  createRouteTable,
} from '../../../../server/http/validation/route-table.ts'
import { splitTarget, targetFault } from '../../../../server/http/validation/target.ts'

const handles: Record<string, RouteHandle> = {
  [screens.news]: { paged: true },
  [screens.products]: { paged: true, query: ['sort', 'spec.'] },
  [screens.branches]: { query: ['q'] },
}

/** The routes of a build with the app's addresses. */
const routes = Object.fromEntries(
  ['root', ...Object.values(screens), 'language', 'cards/:language/*', '*'].map((path) => [
    path === '' ? 'index' : path,
    path === 'root'
      ? { id: 'root', path: '', module: {} }
      : {
          id: path === '' ? 'index' : path,
          parentId: 'root',
          ...(path === '' ? { index: true } : { path }),
          module: { default: () => null, handle: handles[path] },
        },
  ]),
) as unknown as ServerBuild['routes']

const table = createRouteTable(routes)

function redirectFor(target: string) {
  const { path, query } = splitTarget(target)
  return redirectOf(table.matchRoute(path), path, query)
}

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 6 })
    .map((some) => some.toWellFormed())
    .filter((some) => !/[\u0000-\u001f\u007f-\u009f]/.test(some)),
  fc.constantFrom('.', '..', '%2F', '//', 'a/b', '50%', '"q"', 'لوحات', "it's", '!~*()', 'home'),
)

test('V27: the site’s own links are never redirected', () => {
  fc.assert(
    fc.property(text, text, (id, title) => {
      const links = [
        addresses.product(id),
        addresses.allSolutionProducts(id, title),
        addresses.newsItem(id),
        addresses.shareCard('En', addresses.allSolutionProducts(id, title)),
      ]
      for (const link of links) expect(redirectFor(link), link).toBeNull()
    }),
  )
})

/** Path segments in every spelling that passes validation. */
const segment = fc.oneof(
  fc.constantFrom('', 'News', 'NEWS', 'Ne%77s', '%4eews', 'products', 'Products', 'home', '%68ome'),
  fc.constantFrom(
    'all-solution-products',
    'newsDetails',
    'language',
    'cards',
    'En',
    'evil.example',
  ),
  fc.constantFrom('%2F', '%2f%2Fevil.example', 'a+b', '%d8%a7', '%5c', '.%20', "l'x", 'x;y', '*'),
)
const target = fc
  .tuple(
    fc.array(segment, { maxLength: 4 }),
    fc.constantFrom(
      '',
      '?lang=En',
      '?page=2',
      '?page=02&lang=En',
      '?page=3&page=3',
      '?x=%2f&page=1',
      '?spec.a=1&x=2&sort=name',
      '?&spec.a=%2f&&_data=root&page=2',
    ),
  )
  .map(([segments, search]) => `/${segments.join('/')}${search}`)
  .filter((address) => targetFault(address) === null)

test('V27 V21: any valid target needs at most one redirect to a canonical address on this site', () => {
  fc.assert(
    fc.property(target, (address) => {
      const to = redirectFor(address)
      if (to === null) return
      expect(to).toMatch(/^\/(?!\/)/)
      expect(new URL(to, 'https://site.example').host).toBe('site.example')
      expect(targetFault(to), to).toBeNull()
      expect(redirectFor(to), to).toBeNull()
    }),
    { numRuns: 2_000 },
  )
})

test('V27: the host and the app agree on the canonical address of a screen', () => {
  fc.assert(
    fc.property(target, (address) => {
      const { path } = splitTarget(address)
      const spelling = canonicalPath(path)
      if (spelling === null) return
      expect(redirectFor(path)).toBe(spelling === path ? null : spelling)
    }),
    { numRuns: 2_000 },
  )
})

test('V27: a page number means something to lists alone', () => {
  const isPaged = (path: string) => table.matchRoute(path).handle.paged === true
  expect(isPaged('/News')).toBe(true)
  expect(isPaged('/products/7')).toBe(true)
  expect(isPaged('/products/home')).toBe(false)
  expect(isPaged('/about')).toBe(false)
  expect(redirectFor('/about?page=02')).toBeNull()
  expect(redirectFor('/News?a=%70age&page=02&b')).toBe('/News?a=%70age&b')
})

test.each([
  ['/%61bout?x=1&lang=En', '/about?x=1&lang=En'],
  ['/products/%d8%aa', '/products/%D8%AA'],
  ['/products/%d8%aa.md/', '/products/%D8%AA.md'],
  ['/products/%21%27%28%29%2a', "/products/!'()*"],
  ['/products/%68ome', '/products/home'],
  ['//News', '/News'],
  ['/LANGUAGE/', '/language'],
  ...['1', '0', '-1', '02', '%D9%A2', '', '1e9', '1234567', '2&page=2'].map((number) => [
    `/News?page=${number}`,
    '/News',
  ]),
])('V27 V06: %s is redirected to %s', (address, canonical) => {
  expect(redirectFor(address)).toBe(canonical)
})

test.each([
  ['/products/7?utm_source=x', '/products/7'],
  ['/products/7?spec.a=2&fbclid=x&spec.a=1&page=2', '/products/7?spec.a=2&spec.a=1&page=2'],
  ['/products/7?spec=1&spec.a=%D9%A3&Sort=name', '/products/7?spec.a=%D9%A3'],
  ['/products/7?sort=name&page=1', '/products/7?sort=name'],
  ['/products/7?constructor=1&__proto__=2&q=x', '/products/7'],
  ['/products/7?&&', '/products/7'],
  ['/branches?q=a&page=2', '/branches?q=a'],
  ['/branches?q=a&spec.a=1', '/branches?q=a'],
])('V27: parameters that change nothing are removed from %s', (address, canonical) => {
  expect(redirectFor(address)).toBe(canonical)
  expect(redirectFor(canonical)).toBeNull()
})

test.each([
  '/products/7?lang=En&sort=-name&spec.rated-current=6..63&spec.poles=3',
  '/products/7?%73ort=name&page=2',
  '/products/7?spec.a=1&_data=routes%2Fproducts',
  '/branches?q=a+b%20c&index',
  '/about?utm_source=x',
])('V27: %s stays as it is', (address) => {
  expect(redirectFor(address)).toBeNull()
})

test.each(['/%', '/cards/Ar/%zz', '/products/%ff'])(
  'V01: the invalid %s has a route, for the log',
  (path) => {
    expect(table.matchRoute(path).kind).toBe('page')
  },
)
