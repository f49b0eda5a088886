import { describe, expect, test } from 'vitest'
import { byDistance } from '../../../app/branches/distance.ts'
import { weekSummaryOf } from '../../../app/branches/opening-hours.server.ts'
import { parseOpeningHours } from '@site/arabic-text/opening-hours'
import { translationFor } from '../../../app/language/i18n.server.ts'
import { bySpec, byYear, narrowList } from '../../../app/posts/narrow-list.server.ts'

const projects = Array.from({ length: 14 }, (_, at) => ({
  postID: `p${at}`,
  postDay: at === 0 ? '2020-05-05' : '',
  postSpecs: [
    { name: 'القطاع', value: at < 3 ? 'الصحة' : 'الصناعة', unit: '' },
    { name: 'المدينة', value: at === 13 ? 'أبها، جدة' : 'جدة', unit: '' },
    ...(at === 0 ? [] : [{ name: 'السنة', value: at < 5 ? '٢٠٢٤' : '2023', unit: '' }]),
  ],
}))
const english = projects.map((post, at) => ({
  ...post,
  postSpecs: post.postSpecs.map((spec, place) =>
    place === 0
      ? { ...spec, name: 'Sector', value: at < 3 ? 'Health' : 'Industry' }
      : { ...spec, name: 'City', value: at === 13 ? 'Abha, Jeddah' : 'Jeddah' },
  ),
}))
const dividers = [
  bySpec('sector', english, 'القطاع', 'Ar'),
  bySpec('city', english, 'المدينة', 'Ar'),
  byYear('السنة'),
]
const narrow = (query: string, posts = projects) =>
  narrowList(posts, dividers, { url: `http://site/projects${query}` })

describe('a list that is narrowed', () => {
  test('offers the values of its posts, in the language of the page, with English addresses', () => {
    const { view, found, selectors } = narrow('')
    expect(found).toHaveLength(14)
    expect(selectors).toEqual([])
    expect(view?.search).toBe('')
    expect(view?.fields.map(({ choices }) => choices)).toEqual([
      [
        { value: 'Health', text: 'الصحة', count: 3 },
        { value: 'Industry', text: 'الصناعة', count: 11 },
      ],
      [
        { value: 'Abha', text: 'أبها', count: 1 },
        { value: 'Jeddah', text: 'جدة', count: 14 },
      ],
      // The newest first; without a stated year, that of the date.
      [
        { value: '2024', text: '2024', count: 4 },
        { value: '2023', text: '2023', count: 9 },
        { value: '2020', text: '2020', count: 1 },
      ],
    ])
  })

  test('has the posts that match all choices, under one address in both languages', () => {
    for (const query of [
      '?year=2024&sector=Health',
      '?sector=%D8%A7%D9%84%D8%B5%D8%AD%D8%A9&year=2024',
    ]) {
      const { found, selectors, view } = narrow(query)
      expect(found.map(({ postID }) => postID)).toEqual(['p1', 'p2'])
      expect(selectors).toEqual([
        ['sector', 'Health'],
        ['year', '2024'],
      ])
      expect(view?.search).toBe('?sector=Health&year=2024')
    }
  })

  test('says which choice to drop where nothing matches', () => {
    expect(narrow('?sector=Health&city=Abha').view?.removals).toEqual([
      { filter: 'القطاع: الصحة', count: 1, search: '?city=Abha' },
      { filter: 'المدينة: أبها', count: 3, search: '?sector=Health' },
    ])
  })

  test('ignores what it does not have', () => {
    expect(narrow('?sector=Mining&city=').selectors).toEqual([])
  })

  test('has no fields where it is short, or where nothing divides it', () => {
    expect(narrow('?sector=Health', projects.slice(0, 11)).view).toBeNull()
    const plain = projects.map((post) => ({ ...post, postDate: '', postSpecs: [] }))
    expect(narrow('', plain).view).toBeNull()
  })
})

describe('the week of several branches', () => {
  const sum = (language: 'Ar' | 'En', ...hours: string[]) =>
    weekSummaryOf(
      hours.map((text, at) => ({ postTitle: `B${at}`, week: parseOpeningHours(text) })),
      language,
      translationFor(language).t,
    )

  test.each([
    [
      ['Su-Th 08:00-18:00; Sa 09:00-14:00', 'Sa-Th 09:00-17:00'],
      'All branches are closed on Friday, and open Saturday to Thursday.',
      'جميع الفروع مغلقة يوم الجمعة، وتعمل من السبت إلى الخميس.',
    ],
    [
      ['Su-Th 08:00-18:00', 'Su-Th 08:00-18:00; Fr 16:00-20:00'],
      'All branches are closed on Saturday, and open Sunday to Thursday. Open on Friday: B1 only, 16:00–20:00.',
      'جميع الفروع مغلقة يوم السبت، وتعمل من الأحد إلى الخميس. لا يعمل يوم الجمعة إلا B1: من 16:00 إلى 20:00.',
    ],
    [
      ['Mo-Fr 08:00-18:00', 'Mo-Fr 09:00-18:00'],
      'All branches are closed on Saturday and Sunday, and open Monday to Friday.',
      'جميع الفروع مغلقة يومي السبت والأحد، وتعمل من الاثنين إلى الجمعة.',
    ],
    [['24/7', '08:00-20:00'], 'All branches are open every day.', 'تعمل جميع الفروع كل يوم.'],
  ])('is summed up: %j', (hours, english, arabic) => {
    expect(sum('En', ...hours)).toBe(english)
    expect(sum('Ar', ...hours)).toBe(arabic)
  })

  test('is not summed up for one branch, or where hours are unknown', () => {
    expect(sum('En', '24/7')).toBe('')
    expect(sum('En', '24/7', 'Please ring first')).toBe('')
  })
})

test('branches are sorted by their distance, and those without coordinates come last', () => {
  const branches = [
    { name: 'none', place: '' },
    { name: 'Riyadh', place: '24.6668,46.8291' },
    { name: 'Jeddah', place: '21.5836,39.2075' },
  ]
  const makkah = { latitude: 21.42, longitude: 39.83 }
  expect(byDistance(branches, makkah).map(({ name, km }) => [name, km])).toEqual([
    ['Jeddah', 67],
    ['Riyadh', 802],
    ['none', undefined],
  ])
})
