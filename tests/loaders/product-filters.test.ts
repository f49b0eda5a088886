import { describe, expect, test } from 'vitest'
import * as products from '../../app/routes/products.tsx'
import type { Language } from '../../app/language/languages.ts'
import { argsFor } from '../support/loader-args.ts'
import { bilingualAdapterOf } from '../support/own-adapter.ts'
import { thrownResponse } from '../support/thrown-response.ts'
import { useSite } from '../support/use-site.ts'

useSite()

const load = (search: string, lang: Language = 'En', type = 'mcb') =>
  products.loader(argsFor(`/products/${type}?${search}`, { lang }))

describe.each(['Ar', 'En'] as const)('the filters of a list in %s', (lang) => {
  test('end at the order codes that match all of them', async () => {
    const { cards } = await load('spec.poles=4&spec.rated-current=63..63', lang, 'rccb')
    expect(cards.map(({ postID, codes }) => [postID, codes])).toEqual([
      ['tr-4p-s300', ['TR-4P63-S300']],
    ])
    expect((await load('', lang, 'rccb')).cards.flatMap(({ codes }) => codes)).toEqual([])
  })

  test('that nothing matches say what the removal of each one shows', async () => {
    const search = 'spec.poles=4&spec.residual-operating-current=30..30'
    const { found, tools } = await load(search, lang, 'rccb')
    expect(found).toBe(0)
    expect(tools?.removals.map(({ count, to }) => [count, to])).toEqual([
      [3, '/products/rccb?spec.residual-operating-current=30..30'],
      [1, '/products/rccb?spec.poles=4'],
    ])
    for (const { count, to } of tools?.removals ?? []) {
      expect((await load(to.split('?')[1] ?? '', lang, 'rccb')).found).toBe(count)
    }
  })

  test('show the plain list with three specifications of each product', async () => {
    const list = await load('', lang)
    expect(list).toMatchObject({ count: 5, found: 5, search: '', table: null })
    expect(list.cards.map(({ specs }) => specs.length)).toEqual([3, 3, 3, 3, 3])
    expect(list.text).not.toBeNull()
  })
})

describe('an address that selects', () => {
  test.each([
    ['what the list does not have', 'spec.colour=red&spec.poles=9&sort=colour&view=list', ''],
    ['nothing', 'spec.poles=&sort=&view=', ''],
    ['a page of nothing', 'spec.colour=red&page=2', '?page=2'],
    ['a number in other digits', 'spec.rated-current=٦..٦٣', '?spec.rated-current=6..63'],
    ['a number with a decimal comma', 'spec.rated-current.min=٦٫٥', '?spec.rated-current=6.5..'],
    ['a number with its unit', 'spec.rated-current.min=32 A', '?spec.rated-current=32..'],
    ['a number with a fraction of zero', 'spec.rated-current=6.0..', '?spec.rated-current=6..'],
    ['a single number of a quantity', 'spec.rated-current=32', '?spec.rated-current=32..32'],
    ['a range from its end', 'spec.rated-current=63..6', '?spec.rated-current=6..63'],
    ['a range in two fields', 'spec.width.min=18&spec.width.max=', '?spec.width=18..'],
    ['a value in another letter case', 'spec.tripping-curve=d', '?spec.tripping-curve=D'],
    ['values in another order', 'spec.poles=4&spec.poles=3', '?spec.poles=3&spec.poles=4'],
    ['a value twice', 'spec.poles=3&spec.poles=3', '?spec.poles=3'],
    ['a page that the selection does not have', 'spec.poles=3&page=2', '?spec.poles=3'],
  ])('%s is redirected', async (_, search, canonical) => {
    const response = await thrownResponse(load(search))
    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(`/products/mcb${canonical}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a value in Arabic is redirected to its English name', async () => {
    const search = new URLSearchParams({ 'spec.trip-unit': 'حرارية مغناطيسية', lang: 'Ar' })
    const response = await thrownResponse(load(search.toString(), 'Ar', 'mccb'))
    expect(response.headers.get('location')).toBe(
      '/products/mccb?lang=Ar&spec.trip-unit=Thermal-magnetic',
    )
  })
})

test('an address with its parameters in another order is the same page', async () => {
  const { search } = await load('view=table&spec.poles=3&sort=-name&spec.poles=4&lang=En')
  expect(search).toBe('?sort=-name&spec.poles=3&spec.poles=4&view=table')
})

test('filters work in Arabic without the English list, under their Arabic names', async () => {
  const spec = (value: string) => [{ name: 'عدد الأقطاب', value, unit: '' }]
  const Products = [
    { postID: 'a', postTitle: 'أ', postSpecs: spec('1') },
    { postID: 'b', postTitle: 'ب', postSpecs: spec('2') },
    { postID: 'c', postTitle: 'ج', postSpecs: spec('2') },
  ]
  const content = bilingualAdapterOf({ Ar: { Products }, En: { Products: 'dead' } })
  const search = new URLSearchParams({ 'spec.عدد-الأقطاب': '2' })
  const list = await products.loader(
    argsFor(`/products/t?${search}`, { lang: 'Ar', context: { content } }),
  )
  expect(list.cards.map(({ postID }) => postID)).toEqual(['b', 'c'])
  // Not cached for long: the addresses change when English is back.
  expect(content.dependencies.isPartial).toBe(true)
})

test('for search engines a selection is the plain list', async () => {
  const metaOf = async (search: string) => {
    const data = await load(search)
    const root = { id: 'root', data: { lang: 'En', siteUrl: 'https://s.example', siteName: 'S' } }
    const location = { pathname: '/products/mcb', search: `?${search}` }
    return JSON.stringify(products.meta({ data, matches: [root], location } as never))
  }
  expect(await metaOf('')).not.toContain('noindex')
  for (const search of ['spec.poles=3', 'sort=name', 'view=table']) {
    const meta = await metaOf(search)
    expect(meta).toContain('noindex')
    expect(meta).toContain('"canonical","href":"https://s.example/products/mcb?lang=En"')
  }
})
