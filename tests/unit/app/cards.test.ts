import { describe, expect, test } from 'vitest'
import { cardsOf, furtherArticles, othersOf } from '../../../app/views/card-views.server.ts'
import { makeCard } from '../../support/make-card.ts'

describe('a card', () => {
  test('has only the fields it shows, with its date in the page’s language', () => {
    const post = makeCard({
      postID: '7',
      postTitle: 'لوحة',
      postSubTitle: 'وصف',
      postImage: 'panel.png',
      parentID: 'panels',
      postDate: '2026-11-24',
      postDay: '2026-11-24',
    })
    const shown = { postID: '7', postTitle: 'لوحة', postSubTitle: 'وصف', postImage: 'panel.png' }
    expect(cardsOf([post], 'Ar')).toEqual([
      { ...shown, postDate: '2026-11-24', dateText: '24 نوفمبر 2026' },
    ])
    expect(cardsOf([post], 'En')).toEqual([
      { ...shown, postDate: '2026-11-24', dateText: '24 November 2026' },
    ])
  })

  test('of a complete post leaves out the article', () => {
    const post = { ...makeCard({}), postDetails: '<p>long</p>', postImages: [], postSpecs: [] }
    expect(Object.keys(cardsOf([post], 'En')[0] ?? {}).sort()).toEqual([
      'postID',
      'postImage',
      'postSubTitle',
      'postTitle',
    ])
  })

  test('of a post without a date has no date text', () => {
    expect(cardsOf([makeCard({})], 'Ar')[0]).not.toHaveProperty('dateText')
  })
})

describe('the other posts on a detail screen', () => {
  const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((postID) => makeCard({ postID }))
  const idsAround = (postId: string, posts = list) =>
    othersOf(posts, postId, 'En').map(({ postID }) => postID)

  test.each([
    ['a', ['b', 'c', 'd', 'e', 'f']],
    ['c', ['d', 'e', 'f', 'g', 'a']],
    ['g', ['a', 'b', 'c', 'd', 'e']],
  ])('after %s are the posts that follow, then the first ones', (postId, expected) => {
    expect(idsAround(postId)).toEqual(expected)
  })

  test('never include the post itself, even in a short list', () => {
    expect(idsAround('b', list.slice(0, 3))).toEqual(['c', 'a'])
    expect(idsAround('a', list.slice(0, 1))).toEqual([])
  })

  test('are the first ones for a post that is not in the list', () => {
    expect(idsAround('elsewhere')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('are none if the list is unavailable', () => {
    expect(othersOf(null, 'a', 'Ar')).toEqual([])
  })
})

describe('the further articles of one', () => {
  const list = ['a', 'b', 'c', 'd', 'e'].map((postID) => makeCard({ postID }))

  test.each([
    ['c', list, 'b', 'd', ['e', 'a']],
    ['a', list, null, 'b', ['c', 'd', 'e']],
    ['e', list, 'd', null, ['a', 'b', 'c']],
    ['a', list.slice(0, 1), null, null, []],
    ['elsewhere', list.slice(0, 2), null, null, ['a', 'b']],
    ['a', null, null, null, []],
  ])('%s: its neighbours are not among the others', (postId, posts, newer, older, others) => {
    const found = furtherArticles(posts, postId, 'En')
    expect([
      found.neighbours.newer?.postID ?? null,
      found.neighbours.older?.postID ?? null,
    ]).toEqual([newer, older])
    expect(found.others.map(({ postID }) => postID)).toEqual(others)
  })
})
