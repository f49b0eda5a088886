import { expect, test } from 'vitest'
import { productMenuOf } from '../../../app/layout/product-menu-data.ts'
import { makeCard } from '../../support/make-card.ts'

const categories = [
  makeCard({ postID: 'protection', postTitle: 'الحماية', parentID: 'NTROOT0' }),
  makeCard({ postID: 'cables', postTitle: 'الكابلات', parentID: 'NTROOT0' }),
  makeCard({ postID: 'lighting', postTitle: 'الإنارة', parentID: 'NTROOT0' }),
]

test('each category has its own types below it, both in the API’s order', () => {
  const types = [
    makeCard({ postID: 'fuses', postTitle: 'المصهرات', parentID: 'protection' }),
    makeCard({ postID: 'armoured', postTitle: 'مسلحة', parentID: 'cables' }),
    makeCard({ postID: 'breakers', postTitle: 'القواطع', parentID: 'protection' }),
    makeCard({ postID: 'lamps', postTitle: 'المصابيح', parentID: 'lighting' }),
  ]
  expect(productMenuOf(categories, types)).toEqual([
    {
      id: 'protection',
      title: 'الحماية',
      types: [
        { id: 'fuses', title: 'المصهرات' },
        { id: 'breakers', title: 'القواطع' },
      ],
    },
    { id: 'cables', title: 'الكابلات', types: [{ id: 'armoured', title: 'مسلحة' }] },
    { id: 'lighting', title: 'الإنارة', types: [{ id: 'lamps', title: 'المصابيح' }] },
  ])
})

test('a category without types is not in the menu', () => {
  const types = [makeCard({ postID: 'armoured', parentID: 'cables' })]
  expect(productMenuOf(categories, types).map(({ id }) => id)).toEqual(['cables'])
})

test('a type without a category, or of an unknown one, is not in the menu', () => {
  const types = [
    makeCard({ postID: 'orphan', parentID: '' }),
    makeCard({ postID: 'lost', parentID: 'NTROOT0' }),
    makeCard({ postID: 'odd', parentID: '__proto__' }),
    makeCard({ postID: 'case', parentID: 'CABLES' }),
  ]
  expect(productMenuOf(categories, types)).toEqual([])
})

test('a category with the id "constructor" is like any other', () => {
  const odd = [makeCard({ postID: 'constructor', postTitle: 'Odd' }), makeCard({ postID: '' })]
  const types = [makeCard({ postID: 't', postTitle: 'T', parentID: 'constructor' })]
  expect(productMenuOf(odd, types)).toEqual([
    { id: 'constructor', title: 'Odd', types: [{ id: 't', title: 'T' }] },
  ])
})

test('F45 a catalogue that is too long for every page is truncated', () => {
  const many = Array.from({ length: 10_000 }, (_, at) =>
    makeCard({ postID: `type-${at}`, parentID: at < 5_000 ? 'protection' : 'cables' }),
  )
  const menu = productMenuOf(categories, many)
  expect(menu).toHaveLength(1)
  expect(menu[0]?.types).toHaveLength(399)
})
