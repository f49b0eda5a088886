import { describe, expect, test } from 'vitest'
import type { RelationView } from '../../../app/site/search.server.ts'
import type { BranchView } from '../../../app/branches/branch-card.tsx'
import { openSpansOf } from '../../../app/branches/opening-hours.server.ts'
import { parseOpeningHours } from '@site/arabic-text/opening-hours'
import { articleViewOf } from '../../../app/views/post-view.server.ts'
import type { ProductView } from '../../../app/views/product-view.server.ts'
import { articleNode, branchNode } from '../../../app/seo/structured-data/page-nodes.server.ts'
import type { PageContext } from '../../../app/seo/structured-data/page-context.server.ts'
import { productNode, specProperty } from '../../../app/seo/structured-data/product.server.ts'

const page = {
  title: 'Breaker',
  description: '',
  canonical: 'https://x.example/product-details/p?lang=En',
  crumbs: ['Home', 'Products', 'Protection'].map((title) => ({ title, href: '/' })),
  stylesheets: [],
  preloads: [],
  frame: { siteUrl: 'https://x.example' },
  language: 'En',
  path: '/product-details/p',
} as unknown as PageContext

const product: ProductView = {
  postID: 'p',
  postTitle: 'Breaker',
  postSubTitle: '',
  postImage: '',
  postDate: '',
  postDetails: '',
  postImages: [],
  postFiles: [],
  postSpecs: [],
  dateText: '',
  contents: [],
  ordering: { columns: [], telling: [], rows: [] },
  saleUnit: '',
}

function nodeOf(changes: Partial<ProductView>, relations: RelationView[] = []) {
  const addressOf = (id: string) => `/product-details/${id}`
  const more = { category: 'Protection', others: [], relations, addressOf }
  return JSON.parse(JSON.stringify(productNode({ ...product, ...changes }, more, page)))
}

describe('a specification', () => {
  test.each([
    ['6–63', 'A', { minValue: 6, maxValue: 63, unitCode: 'AMP', unitText: 'A' }],
    ['−5…+60', '°C', { minValue: -5, maxValue: 60, unitCode: 'CEL', unitText: '°C' }],
    ['10,000', '', { value: 10_000 }],
    ['٢٥', 'kV', { value: 25, unitCode: 'KVT', unitText: 'kV' }],
    ['≥ 80', '%', { value: '≥ 80', unitCode: 'P1', unitText: '%' }],
    ['230/400', 'V', { value: '230/400', unitCode: 'VLT', unitText: 'V' }],
    ['5', 'mW', { value: 5, unitCode: 'C31', unitText: 'mW' }],
    ['5', 'MW', { value: 5, unitCode: 'MAW', unitText: 'MW' }],
    ['3', 'وحدة', { value: 3, unitText: 'وحدة' }],
  ])('of %s %s', (value, unit, expected) => {
    const property = JSON.parse(JSON.stringify(specProperty({ name: 'Rating', value, unit })))
    expect(property).toEqual({ '@type': 'PropertyValue', name: 'Rating', ...expected })
  })
})

describe('a product', () => {
  test('has nothing that the content lacks', () => {
    expect(nodeOf({})).toEqual({
      '@type': 'Product',
      '@id': 'https://x.example/product-details/p#product',
      name: 'Breaker',
      url: page.canonical,
      mainEntityOfPage: { '@id': page.canonical },
      brand: { '@id': 'https://x.example/#organization' },
      category: 'Protection',
    })
  })

  test('of another maker has its brand', () => {
    const postSpecs = [{ name: 'العلامة التجارية', value: 'ABC', unit: '' }]
    expect(nodeOf({ postSpecs }).brand).toEqual({ '@type': 'Brand', name: 'ABC' })
  })

  test('with one order code is that product', () => {
    const ordering = {
      columns: [],
      telling: [],
      rows: [{ code: 'TM 1', values: [], facts: [], text: '' }],
    }
    expect(nodeOf({ ordering })).toMatchObject({ '@type': 'Product', sku: 'TM 1', mpn: 'TM 1' })
  })

  test('with several order codes is a group of their products', () => {
    const columns = [{ name: 'Rated current', unit: 'A' }]
    const rows = Array.from({ length: 150 }, (_, at) => ({
      code: `C ${at}`,
      values: [`${at}`],
      facts: [],
      text: '',
    }))
    rows[1] = { code: 'C 1', values: [''], facts: [], text: '' }
    const { hasVariant, ...group } = nodeOf({ ordering: { telling: [], columns, rows } })
    expect(group).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'p',
      variesBy: ['Rated current'],
    })
    expect(group).not.toHaveProperty('sku')
    expect(hasVariant).toHaveLength(100)
    expect(hasVariant[2]).toMatchObject({
      sku: 'C 2',
      url: `${page.canonical}#C_2`,
      additionalProperty: [{ name: 'Rated current', value: 2, unitCode: 'AMP' }],
    })
    expect(hasVariant[1]).not.toHaveProperty('additionalProperty')
  })
})

test('an article has as many words as its text, however that is divided for display', () => {
  const { dateText: _, ordering: __, ...post } = product
  const article = {
    ...post,
    parentID: '',
    postDay: '',
    postDetails: '<p>قاطع الـTM63</p>',
    wordCount: 2,
  }
  const view = articleViewOf(article, 'Ar')
  expect(view.postDetails).toContain('<bdi')
  expect(articleNode('NewsArticle', view, page)).toHaveProperty('wordCount', 2)
})

describe('the opening hours of a branch', () => {
  function hoursOf(text: string) {
    const spans = openSpansOf(parseOpeningHours(text) ?? [])
    const branch = { place: '', anchor: 'b', open: { spans, zone: 'Asia/Riyadh' } }
    const links = { adress1: '', phone1: [], email1: [] }
    const rest = { postTitle: '', postSubTitle: '', postImage: '', links }
    const node = branchNode({ ...rest, ...branch } as unknown as BranchView, page)
    return JSON.parse(JSON.stringify(node)).openingHoursSpecification
  }

  const hours = (dayOfWeek: string[], opens: string, closes: string) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek,
    opens,
    closes,
  })
  const week = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

  test('have the days of the same hours together', () => {
    expect(hoursOf('Su-Mo 08:00-18:00; Sa 09:00-14:00')).toEqual([
      hours(['Sunday', 'Monday'], '08:00', '18:00'),
      hours(['Saturday'], '09:00', '14:00'),
    ])
  })

  test('past midnight belong to their first day', () => {
    expect(hoursOf('Fr 20:00-02:00')).toEqual([hours(['Friday'], '20:00', '02:00')])
  })

  test('past midnight belong to their first day on Saturday too', () => {
    expect(hoursOf('Su-Sa 22:00-02:00')).toEqual([hours(week, '22:00', '02:00')])
    expect(hoursOf('Sa 20:00-02:00; Su 08:00-12:00')).toEqual([
      hours(['Sunday'], '08:00', '12:00'),
      hours(['Saturday'], '20:00', '02:00'),
    ])
  })

  test('without closing are those of each day', () => {
    expect(hoursOf('24/7')).toEqual([hours(week, '00:00', '23:59')])
    expect(hoursOf('24/7; Mo off')).toEqual([hours([...week.slice(2), 'Sunday'], '00:00', '23:59')])
  })

  test('of 24 hours never close at the time they open', () => {
    expect(hoursOf('Sa 12:00-24:00; Su 00:00-12:00')).toEqual([
      hours(['Saturday'], '12:00', '23:59'),
      hours(['Sunday'], '00:00', '12:00'),
    ])
  })
})

describe('a product states of others', () => {
  const codes: string[] = []
  const ours = { href: '/product-details/tm60', title: 'TM60 breaker', code: 'TM60-C16' }

  test('what it is like by name, and by number where this is one', () => {
    const { isSimilarTo, model } = nodeOf({}, [
      { relation: 'equivalent', text: 'Acme B63', codes },
      { relation: 'replaces', text: 'A9F74116', codes },
    ])
    expect(isSimilarTo).toEqual([
      { '@type': 'Product', name: 'Acme B63' },
      { '@type': 'Product', name: 'A9F74116', mpn: 'A9F74116' },
    ])
    expect(model).toBeUndefined()
  })

  test('predecessors and successors as models', () => {
    const old = { name: 'TM60 breaker', mpn: 'TM60-C16' }
    const { isSimilarTo, model } = nodeOf({}, [
      { relation: 'replaces', text: 'TM60-C16', codes, product: ours },
      { relation: 'replacedBy', text: 'TM70', codes },
    ])
    expect(isSimilarTo).toBeUndefined()
    expect(model).toMatchObject([
      {
        '@type': 'ProductModel',
        successorOf: [{ '@type': 'ProductModel', ...old }],
        predecessorOf: [{ '@type': 'ProductModel', name: 'TM70', mpn: 'TM70' }],
      },
    ])
  })

  test('accessories as those of this product', () => {
    const node = nodeOf({}, [{ relation: 'accessories', text: 'TM60-C16', codes, product: ours }])
    expect(node.isRelatedTo).toMatchObject([
      {
        name: 'TM60 breaker',
        url: expect.stringContaining('/product-details/tm60'),
        isAccessoryOrSparePartFor: { '@id': node['@id'] },
      },
    ])
  })
})
