import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { facetsOf } from '../../../../app/catalogue/filters/facets.server.ts'
import {
  countChoices,
  matchingProducts,
  matchRows,
} from '../../../../app/catalogue/filters/matching.server.ts'
import { pairsOf, readSelection } from '../../../../app/catalogue/filters/selection.server.ts'
import { indexSpecs } from '../../../../app/catalogue/filters/spec-index.server.ts'
import { createPause } from '../../../../server/limits/render-queue.ts'
import type { ProductCard } from '../../../../server/content/posts/post.ts'
import { makeProduct, type SpecTexts } from '../../../support/product-cards.ts'

/** A list with its filters, as an address uses them. */
async function listOf(products: ProductCard[]) {
  const pause = createPause()
  const index = await indexSpecs(products, null, pause)
  const facets = await facetsOf(index, 'En', pause)
  const filtersIn = (search: string) =>
    readSelection(new URLSearchParams(search), facets, index.labels).filters
  return {
    facets,
    found: (search: string) =>
      matchingProducts(index, matchRows(index, filtersIn(search))).map(
        (number) => products[number]?.postID,
      ),
    counts: (slug: string, search = '') => {
      const facet = facets.find(({ label }) => label.slug === slug)
      if (!facet) return null
      const counts = countChoices(index, facet, matchRows(index, filtersIn(search)))
      return Object.fromEntries(facet.choices.map(({ key }, at) => [key, counts[at]]))
    },
  }
}

describe('filters', async () => {
  const breakers = await listOf([
    makeProduct('range', { 'Current/A': '6–63', Poles: '3', Curve: 'B, C' }),
    makeProduct('single', { 'Current/A': '80', Poles: '3', Curve: 'D' }),
    makeProduct('list', { 'Current/A': '10, 100', Poles: '4', Curve: 'C' }),
    makeProduct('silent', { Colour: 'grey' }),
  ])

  test.each([
    ['spec.current=32..32', ['range']],
    ['spec.current=32', ['range']],
    ['spec.current=63..80', ['range', 'single']],
    ['spec.current=70..', ['single', 'list']],
    ['spec.current=..9', ['range']],
    ['spec.current=11..99', ['range', 'single']],
    ['spec.current=64..79', []],
    ['spec.current=80..80&spec.current=100..100', ['single', 'list']],
    ['spec.poles=3&spec.poles=4', ['range', 'single', 'list']],
    ['spec.poles=3&spec.curve=C', ['range']],
    ['spec.curve=B&spec.curve=D', ['range', 'single']],
    ['spec.poles=4..', ['list']],
    ['', ['range', 'single', 'list', 'silent']],
  ])('%s finds %j', (search, ids) => {
    expect(breakers.found(search)).toEqual(ids)
  })

  test('a product matches when one of its variants has everything that is asked for', async () => {
    const { found } = await listOf([
      makeProduct(
        'series',
        { 'Current/A': '6–63', Poles: '1, 3', Curve: 'C' },
        { 'Current/A': '6', Poles: '1' },
        { 'Current/A': '32', Poles: '1' },
        { 'Current/A': '63', Poles: '3' },
      ),
      makeProduct('other', { 'Current/A': '40', Poles: '3', Curve: 'B' }),
    ])
    expect(found('spec.current=32..32&spec.poles=1')).toEqual(['series'])
    expect(found('spec.current=32..32&spec.poles=3')).toEqual([])
    expect(found('spec.current=50..63&spec.poles=3&spec.curve=C')).toEqual(['series'])
    // The series ends at 63 A, but has no variant between 33 and 62 A.
    expect(found('spec.current=33..50')).toEqual(['other'])
  })

  test('numbers in another unit than the usual one are values of their own', async () => {
    const { facets, found } = await listOf([
      makeProduct('a', { 'Current/A': '1' }),
      makeProduct('b', { 'Current/A': '300' }),
      makeProduct('c', { 'Current/mA': '300' }),
    ])
    expect(facets[0]?.choices.map(({ key }) => key)).toEqual(['1', '300', '300 mA'])
    expect(found('spec.current=300')).toEqual(['b'])
  })

  test('only labels that divide the list are filters', async () => {
    const { facets } = await listOf([
      makeProduct('a', { Same: 'x', Divides: 'x', Once: 'x', 'Same range/A': '6–63' }),
      makeProduct('b', { Same: 'x', Divides: 'y', 'Same range/A': '6–63', Some: 'z' }),
      makeProduct('c', { Same: 'x', Divides: 'x', 'Same range/A': '6–63', Some: 'z' }),
    ])
    expect(facets.map(({ label }) => label.slug)).toEqual(['divides', 'some'])
    expect((await listOf([makeProduct('a', { Alone: 'x' })])).facets).toEqual([])
    expect((await listOf([])).facets).toEqual([])
  })

  test('rare labels are filters only among the first specifications', async () => {
    const common = { A: '1', B: '2', C: '3' }
    const products = Array.from({ length: 12 }, (_, at) =>
      makeProduct(`p${at}`, at < 2 ? { First: `${at}`, ...common, Last: `${at}` } : common),
    )
    expect((await listOf(products)).facets.map(({ label }) => label.slug)).toEqual(['first'])
  })

  test('filters and their values are limited in number, the most frequent values stay', async () => {
    const products = Array.from({ length: 100 }, (_, at) =>
      makeProduct(
        `p${at}`,
        Object.fromEntries([
          ['Values', at % 3 === 0 ? 'frequent' : `value ${at}`],
          ...Array.from({ length: 40 }, (_, label) => [`Label ${label}`, `${at % 2}`]),
        ]),
      ),
    )
    const { facets } = await listOf(products)
    expect(facets).toHaveLength(12)
    expect(facets[0]?.choices).toHaveLength(30)
    expect(facets[0]?.choices.map(({ key }) => key)).toContain('frequent')
    const natural = facets[0]?.choices.slice(1).map(({ key }) => Number(key.slice(6)))
    expect(natural).toEqual([...(natural ?? [])].sort((a, b) => a - b))
  })
})

describe('the count beside a value', () => {
  test('is the number of products with it under all other filters', async () => {
    const { counts } = await listOf([
      makeProduct('a', { Poles: '3', Curve: 'B, C' }),
      makeProduct('b', { Poles: '3', Curve: 'D' }),
      makeProduct('c', { Poles: '4', Curve: 'C' }),
    ])
    expect(counts('curve')).toEqual({ B: 1, C: 2, D: 1 })
    expect(counts('curve', 'spec.poles=4')).toEqual({ B: 0, C: 1, D: 0 })
    // A further value of the same filter adds products, so it does not change the counts there.
    expect(counts('curve', 'spec.curve=D')).toEqual({ B: 1, C: 2, D: 1 })
    expect(counts('poles', 'spec.curve=D')).toEqual({ 3: 1, 4: 0 })
  })

  const value = fc.constantFrom('1', '2', '3', 'x', 'y', '1, 2', 'x, 3')
  const current = fc.constantFrom('6', '10', '6–16', '10, 20', '20–63')
  const texts = fc.record(
    { A: value, B: value, C: value, 'Current/A': current },
    { requiredKeys: [] },
  )
  const product = fc.tuple(texts, fc.array(texts, { maxLength: 3 }))
  const chosen = fc.subarray([
    ...['spec.a=1', 'spec.a=x', 'spec.b=2', 'spec.b=3', 'spec.c=y', 'spec.c=1'],
    ...['spec.current=6..10', 'spec.current=15..', 'spec.a=2..3'],
  ])

  test('and the products found are those of a search one by one, for any list and filters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(product, { maxLength: 12 }), chosen, async (products, pairs) => {
        const list = await listOf(
          products.map(([specs, variants], at) => makeProduct(`p${at}`, specs, ...variants)),
        )
        const slugs = list.facets.map(({ label }) => label.slug)
        const known = pairs.filter((pair) => isOffered(list.facets, pair))
        const search = pairs.join('&')
        expect(list.found(search)).toEqual(findOneByOne(products, known))
        for (const slug of slugs) {
          for (const [key, count] of Object.entries(list.counts(slug, search) ?? {})) {
            const others = known.filter((pair) => !pair.startsWith(`spec.${slug}=`))
            const only = findOneByOne(products, [...others, `spec.${slug}=${key}`])
            expect(count, `${slug} ${key}`).toBe(only.length)
          }
        }
      }),
    )
  })
})

type Facets = Awaited<ReturnType<typeof facetsOf>>

function isOffered(facets: Facets, pair: string) {
  const [slug, value = ''] = pair.slice('spec.'.length).split('=')
  const facet = facets.find(({ label }) => label.slug === slug)
  if (!facet) return false
  return value.includes('..')
    ? facet.bounds !== null
    : facet.choices.some(({ key }) => key === value)
}

/** The same by the rules as they are written, without an index. */
function findOneByOne(products: [SpecTexts, SpecTexts[]][], pairs: string[]) {
  const slugs = [...new Set(pairs.map((pair) => pair.slice(5).split('=')[0] ?? ''))]
  const valuesOf = (slug: string) =>
    pairs.filter((pair) => pair.startsWith(`spec.${slug}=`)).map((pair) => pair.split('=')[1] ?? '')
  const nameOf: Record<string, string> = { a: 'A', b: 'B', c: 'C', current: 'Current/A' }
  const matches = (texts: SpecTexts, slug: string) => {
    const stated = (texts[nameOf[slug] ?? ''] ?? '').split(', ').filter((part) => part !== '')
    return stated.some((part) =>
      valuesOf(slug).some((wanted) => {
        if (!wanted.includes('..')) return part === wanted
        const [from = '', to = ''] = wanted.split('..')
        const [low = '', high = low] = part.split('–')
        if (!/^\d/.test(part)) return false
        return Number(low) <= Number(to || Infinity) && Number(high) >= Number(from || -Infinity)
      }),
    )
  }
  return products.flatMap(([specs, variants], at) => {
    const rows =
      variants.length > 0 ? variants.map((variant) => ({ ...specs, ...variant })) : [specs]
    const isMatch = rows.some((row) => slugs.every((slug) => matches(row, slug)))
    return isMatch ? [`p${at}`] : []
  })
}

test('a selection that is read from its own address is the same selection', async () => {
  const products = [
    makeProduct('a', { 'Current/A': '6–63', Poles: '1P+N', Curve: 'B, "C"' }),
    makeProduct('b', { 'Current/A': '10,000', Poles: '3', Curve: 'C & D' }),
    makeProduct('c', { 'Current/A': '−25…+60', Poles: '≥ 4', Curve: 'منحنى' }),
  ]
  const pause = createPause()
  const index = await indexSpecs(products, null, pause)
  const facets = await facetsOf(index, 'En', pause)
  const read = (search: URLSearchParams) => pairsOf(readSelection(search, facets, index.labels))
  const name = fc.oneof(
    fc.constantFrom('spec.current', 'spec.current.min', 'spec.current.max', 'spec.poles'),
    fc.constantFrom('spec.curve', 'sort', 'view', 'page', 'spec.', 'spec.none', 'spec.poles.min'),
    fc.string(),
  )
  const text = fc.oneof(
    fc.constantFrom('6', '6.0', '٦', '10,000', '63..6', '..', '6..', '..-0', '1P+N', '1p+n', 'b'),
    fc.constantFrom('"C"', 'C & D', 'منحنى', 'name', '-name', '-current', 'table', 'TABLE', '4'),
    fc.tuple(fc.integer(), fc.double()).map(([min, max]) => `${min}..${max}`),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text), { maxLength: 12 }), (pairs) => {
      const canonical = read(new URLSearchParams(pairs))
      const again = new URLSearchParams(new URLSearchParams(canonical).toString())
      expect(read(again)).toEqual(canonical)
      expect(canonical.length).toBeLessThanOrEqual(pairs.length)
    }),
  )
})
