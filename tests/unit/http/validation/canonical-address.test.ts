import type { ServerBuild } from '@remix-run/node'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addresses, canonicalPath, screens } from '../../../../app/addresses.ts'
import { redirectFor as redirectOf } from '../../../../server/http/validation/canonical-address.ts'
import { createRouteTable } from '../../../../server/http/validation/route-table.ts'
import { splitTarget, targetFault } from '../../../../server/http/validation/target.ts'

const paged = new Set<string>([screens.news, screens.products])

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
          module: { default: () => null, handle: paged.has(path) ? { paged: true } : undefined },
        },
  ]),
) as unknown as ServerBuild['routes']

const table = createRouteTable(routes)

function redirectFor(target: string) {
  const { path, query } = splitTarget(target)
  return redirectOf(table.placeOf(path), path, query)
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
  const isPaged = (path: string) => table.placeOf(path).handle.paged === true
  expect(isPaged('/News')).toBe(true)
  expect(isPaged('/products/7')).toBe(true)
  expect(isPaged('/products/home')).toBe(false)
  expect(isPaged('/about')).toBe(false)
  expect(redirectFor('/about?page=02')).toBeNull()
  expect(redirectFor('/News?a=%70age&page=02&b')).toBe('/News?a=%70age&b')
})
